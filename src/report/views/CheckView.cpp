#include "report/views/CheckView.h"

#include "report/Text.h"
#include "verdict/Codes.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace vernier {

namespace json = llvm::json;

namespace {

std::string textOf(const json::Object *From, llvm::StringRef Field) {
  return From ? From->getString(Field).value_or("").str() : "";
}

Location placeOf(const json::Object *From) {
  Location Result;
  if (!From)
    return Result;
  Result.File = textOf(From, "file");
  Result.Line = static_cast<unsigned>(From->getInteger("line").value_or(0));
  Result.Function = textOf(From, "function");
  return Result;
}

/// A byte string of the witness as C would write it; the bytes themselves if they are no text.
std::string textInput(const json::Object &Shown) {
  if (auto List = Shown.getString("list"))
    return List->str();
  auto Text = Shown.getString("text");
  if (!Text)
    return "bytes " + textOf(&Shown, "hex");
  std::string Result;
  llvm::raw_string_ostream Stream(Result);
  Stream << '"';
  for (char C : *Text) {
    if (C == '"' || C == '\\')
      Stream << '\\' << C;
    else if (C == '\n')
      Stream << "\\n";
    else if (static_cast<unsigned char>(C) < 32 || C == 127)
      Stream << "\\x" << llvm::toHex(llvm::StringRef(&C, 1), /*LowerCase=*/true);
    else
      Stream << C;
  }
  Stream << '"';
  return Result;
}

/// `s_12` is a byte of the string `s`, and `v_1.x` of the list `v`, which are shown as a whole.
bool isByteOf(llvm::StringRef Name, const json::Object &Texts) {
  for (auto &[Text, Value] : Texts)
    if (const json::Object *Shown = Value.getAsObject(); Shown && Shown->get("list"))
      if (llvm::StringRef Rest = Name;
          Rest.consume_front(Text.str()) && (Rest.starts_with("_") || Rest.starts_with(".")))
        return true;
  auto [Base, Index] = Name.rsplit('_');
  return !Index.empty() && llvm::all_of(Index, llvm::isDigit) && Texts.get(Base);
}

/// The witness on one line. The names come sorted (a JSON object has no order), with numbers as numbers.
std::string inputText(const json::Object &Function) {
  const json::Object *Values = Function.getObject("witness");
  static const json::Object None;
  const json::Object *Texts = Function.getObject("witness_text");
  if (!Texts)
    Texts = &None;
  if (!Values)
    return {};
  std::vector<std::pair<std::string, std::string>> Shown;
  for (auto &[Name, Value] : *Texts)
    if (const json::Object *Text = Value.getAsObject())
      Shown.emplace_back(Name.str(), textInput(*Text));
  for (auto &[Name, Value] : *Values)
    if (!isByteOf(Name.str(), *Texts))
      Shown.emplace_back(Name.str(), Value.getAsString().value_or("?").str());
  llvm::sort(Shown, [](const auto &A, const auto &B) { return llvm::StringRef(A.first).compare_numeric(B.first) < 0; });
  constexpr std::size_t Most = 16;
  std::string Result;
  for (std::size_t I = 0; I < Shown.size() && I < Most; ++I)
    Result += (I ? ", " : "") + Shown[I].first + " = " + Shown[I].second;
  if (Shown.size() > Most)
    Result += ", and " + std::to_string(Shown.size() - Most) + " more";
  return Shown.empty() ? "none (it takes no input)" : Result;
}

std::vector<std::string> textsOf(const json::Array *From) {
  std::vector<std::string> Result;
  if (From)
    for (const json::Value &Each : *From)
      if (auto Text = Each.getAsString())
        Result.push_back(Text->str());
  return Result;
}

/// What functions and the whole document have in common.
void addVerdict(FunctionView &View, const json::Object &From) {
  View.Verdict = textOf(&From, "verdict");
  const json::Object *Reason = From.getObject("reason");
  View.ReasonCode = textOf(Reason, "code");
  View.ReasonMessage = textOf(Reason, "message");
  View.ReasonWhere = placeOf(Reason ? Reason->getObject("location") : nullptr);
  View.Bound = From.getInteger("bound");
  View.Assumptions = textsOf(From.getArray("assumptions"));
  View.Breakable = textsOf(From.getArray("breakable_assumptions"));
  View.Seconds = From.getNumber("seconds").value_or(0);
}

FunctionView functionView(const json::Object &From) {
  FunctionView View;
  addVerdict(View, From);
  View.Name = textOf(&From, "name");
  View.Role = roleNamed(textOf(&From, "role"));
  View.Where = placeOf(From.getObject("location"));
  View.Extent = textOf(&From, "extent");
  View.Mode = textOf(&From, "mode");
  View.Input = inputText(From);
  View.Old = textOf(From.getObject("old"), "text");
  View.New = textOf(From.getObject("new"), "text");
  return View;
}

FunctionView programView(const json::Object &Document) {
  FunctionView View;
  addVerdict(View, Document);
  View.Name = "the program";
  View.Role = FunctionRole::Program;
  View.Where = View.ReasonWhere;
  View.Extent = View.Verdict != "equal"                          ? "none"
                : Document.getBoolean("complete").value_or(true) ? "complete"
                                                                 : "up-to-bound";
  return View;
}

std::string assumingText(const FunctionView &Function) {
  return Function.Assumptions.empty() ? "" : "\nassuming " + llvm::join(Function.Assumptions, ", ");
}

std::string reasonText(const FunctionView &Function) {
  std::string Text = Function.ReasonMessage.empty() ? "no reason is given" : Function.ReasonMessage;
  if (!Function.ReasonWhere.File.empty())
    Text += ", at " + placeText(Function.ReasonWhere);
  return Function.ReasonCode.empty() ? Text : Text + " [" + Function.ReasonCode + "]";
}

} // namespace

std::vector<FunctionView> functionViews(const json::Object &Document) {
  std::vector<FunctionView> Result;
  if (const json::Array *Functions = Document.getArray("functions"))
    for (const json::Value &Entry : *Functions)
      if (const json::Object *Function = Entry.getAsObject())
        Result.push_back(functionView(*Function));
  FunctionView Whole = programView(Document);
  if (llvm::none_of(Result, [&](const FunctionView &F) { return F.Verdict == Whole.Verdict; }))
    Result.push_back(std::move(Whole));
  return Result;
}

std::string findingText(const FunctionView &Function) {
  if (Function.Verdict == "different") {
    std::string Text = Function.Name + " behaves differently";
    if (!Function.Input.empty())
      return Text + "\ninput: " + Function.Input + "\nold: " + Function.Old + "\nnew: " + Function.New +
             assumingText(Function);
    return Text + ": " + reasonText(Function) + assumingText(Function);
  }
  if (Function.Verdict == "equal") {
    std::string Reach = Function.Extent == "up-to-bound"
                            ? " up to bound " + (Function.Bound ? std::to_string(*Function.Bound) : "(not given)") +
                                  ": loops or recursion beyond it are not covered"
                            : "";
    std::string Under =
        Function.Breakable.empty() ? "" : ", proved under assumptions (" + llvm::join(Function.Breakable, ", ") + ")";
    return Function.Name + " behaves as before" + Reach + Under + assumingText(Function);
  }
  if (Function.Role == FunctionRole::Added || Function.removed())
    return Function.Name + " was " + std::string(toString(Function.Role)) + ": " + reasonText(Function);
  if (Function.ReasonCode == reason::DiffersOnItsOwn)
    return Function.Name + ": " + reasonText(Function) + "\ninput: " + Function.Input + "\nold: " + Function.Old +
           "\nnew: " + Function.New + assumingText(Function);
  return "it is not decided whether " + Function.Name + " behaves as before: " + reasonText(Function);
}

bool analysisFailed(const FunctionView &Function) {
  return Function.Verdict == "unknown" && llvm::StringRef(Function.ReasonCode).ends_with("-failed");
}

std::vector<ChangeView> changeViews(const json::Object &Document, llvm::StringRef Name) {
  std::vector<ChangeView> Result;
  const json::Object *Impact = Document.getObject("impact");
  const json::Array *Changes = Impact ? Impact->getArray("changes") : nullptr;
  if (!Changes)
    return Result;
  for (const json::Value &Entry : *Changes) {
    const json::Object *Change = Entry.getAsObject();
    if (!Change)
      continue;
    ChangeView View;
    View.Id = Change->getInteger("id").value_or(0);
    View.Kind = textOf(Change, "kind");
    View.InOld = Change->getString("side") == "old";
    View.Where = placeOf(Change->getObject("location"));
    View.Text = textOf(Change, "text");
    View.OldText = textOf(Change, "old_text");
    if (Name.empty() || View.Where.Function == Name)
      Result.push_back(std::move(View));
  }
  return Result;
}

std::vector<std::string> commitsWith(const json::Object &Document, const FunctionView &Function) {
  std::vector<std::string> Result;
  const json::Array *Commits = Document.getArray("commits");
  if (!Commits)
    return Result;
  for (const json::Value &Entry : *Commits) {
    const json::Object *Commit = Entry.getAsObject();
    if (Commit && llvm::any_of(functionViews(*Commit), [&](const FunctionView &F) {
          return F.Name == Function.Name && F.Verdict == Function.Verdict;
        }))
      Result.push_back(textOf(Commit, "id").substr(0, 12) + " (" + textOf(Commit, "subject") + ")");
  }
  return Result;
}

std::string pairText(const json::Object &Document) {
  return textOf(Document.getObject("old"), "label") + " -> " + textOf(Document.getObject("new"), "label");
}

std::string summaryText(const json::Object &Document, llvm::StringRef Field) {
  return textOf(Document.getObject("summary"), Field);
}

} // namespace vernier
