#include "efsm/language/Xml.h"

#include <expat.h>

namespace vernier::efsm {

std::string XmlElement::get(const std::string &Attribute) const {
  auto Found = Attributes.find(Attribute);
  return Found == Attributes.end() ? std::string() : Found->second;
}

namespace {

constexpr std::size_t DeepestNesting = 200;

std::string localName(const char *Name) {
  llvm::StringRef Whole = Name;
  return Whole.contains(':') ? Whole.rsplit(':').second.str() : Whole.str();
}

class Reader {
public:
  explicit Reader(Diagnostics &Problems) : Problems(Problems), Parser(XML_ParserCreate(nullptr)) {
    XML_SetUserData(Parser, this);
    XML_SetElementHandler(Parser, begin, end);
    XML_SetCharacterDataHandler(Parser, text);
  }
  ~Reader() { XML_ParserFree(Parser); }
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  std::unique_ptr<XmlElement> read() {
    const std::string &Text = Problems.text();
    auto Outcome = XML_Parse(Parser, Text.data(), static_cast<int>(Text.size()), 1);
    if (Outcome == XML_STATUS_OK)
      return std::move(Root);
    Problems.error(here(), TooDeep ? "the elements are nested too deeply"
                                   : std::string("this is no XML: ") + XML_ErrorString(XML_GetErrorCode(Parser)));
    return nullptr;
  }

private:
  SourceRange here() const {
    unsigned Line = static_cast<unsigned>(XML_GetCurrentLineNumber(Parser));
    unsigned Column = static_cast<unsigned>(XML_GetCurrentColumnNumber(Parser)) + 1;
    return {Line, Column, Line, Column + 1};
  }

  static void begin(void *Self, const char *Name, const char **Attributes) {
    Reader &Me = *static_cast<Reader *>(Self);
    auto Made = std::make_unique<XmlElement>();
    Made->Name = localName(Name);
    Made->Where = Me.here();
    for (; *Attributes; Attributes += 2)
      Made->Attributes[Attributes[0]] = Attributes[1];
    XmlElement *Raw = Made.get();
    if (Me.Open.empty())
      Me.Root = std::move(Made);
    else
      Me.Open.back()->Children.push_back(std::move(Made));
    Me.Open.push_back(Raw);
    if (Me.Open.size() > DeepestNesting) {
      Me.TooDeep = true;
      XML_StopParser(Me.Parser, XML_FALSE);
    }
  }

  static void end(void *Self, const char *) { static_cast<Reader *>(Self)->Open.pop_back(); }

  static void text(void *Self, const char *Data, int Length) {
    Reader &Me = *static_cast<Reader *>(Self);
    if (!Me.Open.empty())
      Me.Open.back()->Text.append(Data, static_cast<std::size_t>(Length));
  }

  Diagnostics &Problems;
  XML_Parser Parser;
  std::unique_ptr<XmlElement> Root;
  std::vector<XmlElement *> Open;
  bool TooDeep = false;
};

} // namespace

std::unique_ptr<XmlElement> parseXml(Diagnostics &Problems) {
  return Reader(Problems).read();
}

} // namespace vernier::efsm
