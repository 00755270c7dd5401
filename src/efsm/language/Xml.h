#pragma once

#include "efsm/language/Source.h"

#include <llvm/ADT/StringRef.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vernier::efsm {

/// An element of an XML document; names without their namespace prefix.
struct XmlElement {
  std::string Name;
  std::map<std::string, std::string> Attributes;
  std::vector<std::unique_ptr<XmlElement>> Children;
  std::string Text; ///< directly inside of it
  SourceRange Where;

  bool has(const std::string &Attribute) const { return Attributes.contains(Attribute); }
  /// Empty if it is not there.
  std::string get(const std::string &Attribute) const;
};

/// The root of the document that Problems holds; null after an error that was reported. Entities of other files are not
/// loaded.
std::unique_ptr<XmlElement> parseXml(Diagnostics &Problems);

} // namespace vernier::efsm
