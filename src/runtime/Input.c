/* Where the input of a run comes from. A run reads real descriptors, so that code without instrumentation sees the same
   bytes; what is added here is which leaf each byte is. How many bytes a stream has is a leaf too: a read decides as
   little about it as it can. */

#define _GNU_SOURCE
#include "runtime/Runtime.h"
#include "runtime/Server.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MostFiles = 16, PipeRoom = 60000 };

extern char **environ;

/* Standard input or a file of the input, in this run. */
struct Stream {
  const struct VernierStream *Given;
  uint64_t Device, Inode;
  Node Length; /* the leaf of the length, once it was needed */
  Node State;  /* the last read: the position depends on it */
  int Fixed;   /* its leaves are taken as they are: the program may write to it */
};

static const struct VernierRun *Run;
static struct Stream Streams[MostFiles + 1]; /* the first is standard input */
static unsigned StreamCount;
static char *Texts; /* room for arguments and environment */
static uint64_t TextRoom;

static const void *at(uint64_t Offset) {
  return (const char *)Run + Offset;
}

static uint32_t leafOf(const struct VernierBytes *Bytes, uint64_t Index) {
  return Bytes->Leaves ? ((const uint32_t *)at(Bytes->Leaves))[Index] : 0;
}

/* ---- arguments and environment ---- */

static uint64_t rounded(uint64_t Size) {
  return (Size + 31) / 16 * 16;
}

static uint64_t roomOf(const struct VernierRun *From, uint32_t Count, uint64_t Table) {
  const struct VernierBytes *Each = (const void *)((const char *)From + Table);
  uint64_t Room = rounded((Count + 1) * sizeof(char *));
  for (uint32_t I = 0; I != Count; ++I)
    Room += rounded(Each[I].Size + 1);
  return Room;
}

int vernier_prepare_texts(const struct VernierRun *From) {
  TextRoom = roomOf(From, From->Arguments, From->ArgumentTable) + roomOf(From, From->Variables, From->VariableTable);
  long Place = syscall(SYS_mmap, NULL, TextRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
  Texts = (char *)Place;
  return Place != -1;
}

/* The text in an object of its own; *Next moves behind it. */
static char *giveText(const struct VernierBytes *Bytes, char **Next) {
  char *Text = *Next;
  const char *From = at(Bytes->At);
  for (uint32_t I = 0; I != Bytes->Size; ++I)
    Text[I] = From[I];
  Text[Bytes->Size] = 0;
  vernier_object(Text, Bytes->Size + 1);
  for (uint32_t I = 0; I != Bytes->Size; ++I) {
    uint32_t Leaf = leafOf(Bytes, I);
    if (Leaf)
      vernier_mark_input(Leaf - 1, Text + I, 8, (unsigned char)From[I]);
  }
  *Next += rounded(Bytes->Size + 1);
  return Text;
}

/* The program's name is no input. Who looks at it gets a node without a term, so that this can be told. */
static void markName(const char *Name) {
  uint64_t Size = strlen(Name) + 1;
  Node Definition = vernier_node(0, VernierStore, 8 * (uint32_t)Size, 0, 0, 0, 0, (uint64_t)Name);
  vernier_set(Name, Size, Definition);
  vernier_arena->ProgramName = Definition;
}

/* Whether a variable is there decides where all that follow stand, too. */
static Node decidePresence(const struct VernierBytes *Variable, Node Before) {
  uint32_t Present = !Variable->Absent;
  Node Leaf = vernier_node(0, VernierInput, 1, Variable->PresenceLeaf - 1, 0, 0, 0, Present);
  Node Decision = vernier_node(0, VernierLength, 1, Leaf, 0, 0, 0, Present);
  vernier_decide(Decision);
  return vernier_node(0, VernierStore, 64, 0, Before, 0, Decision, 0);
}

static char **giveList(uint32_t Count, uint64_t Table, char **Next) {
  const struct VernierBytes *Each = at(Table);
  char **List = (char **)*Next;
  uint32_t Given = 0;
  Node Before = 0;
  *Next += rounded((Count + 1) * sizeof(char *));
  for (uint32_t I = 0; I != Count; ++I)
    Given += !Each[I].Absent;
  vernier_object(List, (Given + 1) * sizeof(char *));
  Given = 0;
  for (uint32_t I = 0; I != Count; ++I) {
    if (Each[I].PresenceLeaf)
      Before = decidePresence(&Each[I], Before);
    if (Each[I].Absent)
      continue;
    if (Before)
      vernier_set(&List[Given], sizeof(char *), Before);
    List[Given++] = giveText(&Each[I], Next);
  }
  List[Given] = NULL;
  if (Before)
    vernier_set(&List[Given], sizeof(char *), Before);
  return List;
}

int vernier_give_texts(const struct VernierRun *From, char ***Arguments, char ***Environment) {
  Run = From;
  char *Next = Texts;
  *Arguments = giveList(Run->Arguments, Run->ArgumentTable, &Next);
  *Environment = environ = giveList(Run->Variables, Run->VariableTable, &Next);
  if (Run->Arguments) {
    /* What the C library puts in front of messages: it saw the name of the server. */
    char *Name = (*Arguments)[0];
    markName(Name);
    program_invocation_name = program_invocation_short_name = Name;
    for (; *Name; ++Name)
      if (*Name == '/')
        program_invocation_short_name = Name + 1;
  }
  return (int)Run->Arguments;
}

/* ---- streams ---- */

/* A pipe, like the standard input of most programs; a file without a name where a pipe has no room. */
static int giveStdin(const struct VernierBytes *Bytes) {
  int Ends[2] = {-1, -1};
  if (Bytes->Size <= PipeRoom) {
    if (syscall(SYS_pipe2, Ends, 0) != 0 ||
        syscall(SYS_write, Ends[1], at(Bytes->At), Bytes->Size) != (long)Bytes->Size)
      return 0;
    syscall(SYS_close, Ends[1]);
  } else {
    Ends[0] = (int)syscall(SYS_openat, AT_FDCWD, ".", O_TMPFILE | O_RDWR, 0600);
    if (syscall(SYS_pwrite64, Ends[0], at(Bytes->At), Bytes->Size, 0L) != (long)Bytes->Size)
      return 0;
  }
  if (syscall(SYS_dup2, Ends[0], 0) != 0)
    return 0;
  syscall(SYS_close, Ends[0]);
  return 1;
}

int vernier_give_streams(const struct VernierRun *From) {
  Run = From;
  Streams[0].Given = &Run->Stdin;
  if (Run->HasStdin) {
    struct stat Found;
    if (!giveStdin(&Run->Stdin.Contents) || syscall(SYS_fstat, 0, &Found) != 0)
      return 0;
    Streams[0].Device = Found.st_dev;
    Streams[0].Inode = Found.st_ino;
  }
  StreamCount = 1;
  const struct VernierStream *Files = at(Run->FileTable);
  for (uint32_t I = 0; I != Run->Files && StreamCount <= MostFiles; ++I) {
    struct Stream *Next = &Streams[StreamCount++];
    Next->Given = &Files[I];
    Next->Device = Files[I].Device;
    Next->Inode = Files[I].Inode;
  }
  return 1;
}

static Node lengthOf(struct Stream *From) {
  const struct VernierStream *Given = From->Given;
  if (!From->Length && Given->LengthLeaf)
    From->Length = vernier_node(0, VernierInput, 32, Given->LengthLeaf - 1, 0, 0, 0, Given->Contents.Size);
  return From->Length;
}

static void pin(uint32_t Bits, Node Subject, uint64_t Value) {
  if (Subject)
    vernier_lose(); /* files, descriptors and errno have no nodes */
  if (Subject)
    vernier_decide(vernier_node(0, VernierPin, Bits, Subject, 0, VernierPinDescriptor, vernier_control, Value));
}

/* From now on its leaves are what they are: someone may change the file behind our back. */
static void takeAsItIs(struct Stream *From) {
  if (From->Fixed)
    return;
  From->Fixed = 1;
  const struct VernierBytes *Bytes = &From->Given->Contents;
  const unsigned char *Values = at(Bytes->At);
  pin(32, lengthOf(From), Bytes->Size);
  for (uint32_t I = 0; I != Bytes->Size; ++I) {
    uint32_t Leaf = leafOf(Bytes, I);
    if (Leaf)
      pin(8, vernier_node(0, VernierInput, 8, Leaf - 1, 0, 0, 0, Values[I]), Values[I]);
  }
}

/* The stream of the input that the descriptor belongs to, wherever it came from. */
static struct Stream *streamOf(int Descriptor) {
  struct stat Found;
  if (!vernier_arena || !StreamCount || syscall(SYS_fstat, Descriptor, &Found) != 0)
    return NULL;
  for (unsigned I = Run->HasStdin ? 0 : 1; I != StreamCount; ++I) {
    struct Stream *Each = &Streams[I];
    if (Each->Inode != Found.st_ino || Each->Device != Found.st_dev)
      continue;
    if (I != 0 && Each->Given->Modified != Found.st_mtim.tv_sec)
      takeAsItIs(Each); /* it was written to */
    return Each->Fixed ? NULL : Each;
  }
  return NULL;
}

void vernier_read_untraced(uint32_t Descriptor) {
  struct Stream *From = streamOf((int)Descriptor);
  if (From)
    takeAsItIs(From);
}

/* How long a file of the input is, one may know without reading it. A pipe does not tell. */
void vernier_told_about_file(uint32_t Site, const void *Told, uint32_t Result) {
  const struct stat *Of = Told;
  if (Result != 0 || !vernier_arena)
    return;
  for (unsigned I = Run && Run->HasStdin ? 0 : 1; I < StreamCount; ++I) {
    struct Stream *Each = &Streams[I];
    if (Each->Inode != Of->st_ino || Each->Device != Of->st_dev || S_ISFIFO(Of->st_mode) || Each->Fixed)
      continue;
    if (I != 0 && Each->Given->Modified != Of->st_mtim.tv_sec) {
      takeAsItIs(Each);
      continue;
    }
    Node Length = lengthOf(Each);
    if (!Length)
      continue;
    Node Decision = vernier_node(Site, VernierLength, 32, Length, 0, 0, vernier_control, Each->Given->Contents.Size);
    vernier_decide(Decision);
    const void *Parts[] = {&Of->st_size, &Of->st_blocks};
    for (unsigned Part = 0; Part != 2; ++Part)
      vernier_set(
          Parts[Part], 8,
          vernier_node(Site, VernierStore, 64, 0, vernier_shadow(Parts[Part]), 0, Decision, (uint64_t)Parts[Part]));
  }
}

/* How many bytes were read before; -1: that cannot be known. */
static int64_t positionIn(const struct Stream *From, int Descriptor) {
  int Left = 0;
  long Position = syscall(SYS_lseek, Descriptor, 0L, SEEK_CUR);
  if (Position >= 0)
    return Position;
  if (From != &Streams[0] || syscall(SYS_ioctl, Descriptor, FIONREAD, &Left) != 0)
    return -1;
  return (int64_t)From->Given->Contents.Size - Left;
}

/* What a read of Size bytes at Position says about the length; the decision, or 0. */
static Node decideLength(struct Stream *From, uint64_t Position, uint64_t Size, uint64_t Got) {
  Node Length = lengthOf(From);
  if (!Length || Position >= From->Given->Most || !Size)
    return 0;
  Node Here = vernier_constant(32, Position), Decision;
  if (Size == 1) {
    Node More = vernier_node(0, VernierUlt, 1, Here, Length, 0, vernier_control, Got);
    Decision = vernier_node(0, VernierBranch, 1, More, 0, Got != 0, vernier_control, Got);
  } else {
    uint64_t Left = From->Given->Contents.Size - Position;
    Node Count = vernier_node(0, VernierSub, 32, Length, Here, 0, vernier_control, Left);
    if (From->Given->Most - Position > Size) {
      Node Most = vernier_constant(32, Size);
      Node Enough = vernier_node(0, VernierUgt, 1, Count, Most, 0, vernier_control, Left > Size);
      Count = vernier_node(0, VernierSelect, 32, Enough, Most, Count, vernier_control, Got);
    }
    Decision = vernier_node(0, VernierLength, 32, Count, 0, 0, vernier_control, Got);
  }
  vernier_decide(Decision);
  return Decision;
}

/* What a read depends on besides the bytes: reads before it, also those that another side of a branch might have done.
 */
static Node stateOf(const struct Stream *From) {
  Node Potential = vernier_class_heads[VernierInputClass];
  return Potential > From->State ? vernier_node(0, VernierPotential, 64, From->State, Potential, 0, 0, 0) : From->State;
}

/* The bytes are leaves; that they were read, and at this position, depends on the decision and the state. */
static void markRead(struct Stream *From, uint64_t Position, unsigned char *Bytes, uint64_t Got, Node State,
                     Node Control) {
  for (uint64_t I = 0; I != Got; ++I) {
    uint64_t Index = Position + I;
    uint32_t Leaf = Index < From->Given->Most ? leafOf(&From->Given->Contents, Index) : 0;
    Node Value = Leaf ? vernier_node(0, VernierInput, 8, Leaf - 1, 0, 0, 0, Bytes[I]) : 0;
    if (Value || Control || State)
      vernier_set(Bytes + I, 1, vernier_node(0, VernierStore, 8, Value, State, 0, Control, (uint64_t)&Bytes[I]));
  }
}

/* What a function of the runtime returns: concrete, but it depends. A state is no value: the result is read from it. */
static int64_t returns(const void *Function, int64_t Value, Node Depends) {
  vernier_results[0] = Depends ? vernier_node(0, VernierRead, 64, Depends, 0, 0, vernier_control, (uint64_t)Value) : 0;
  vernier_result_tag = Function;
  return Value;
}

/* A model that reads standard input takes what it needs. The library takes what there is, up to a block: whoever goes
   on reading without it finds less. */
static void noticeReadAhead(const struct Stream *From, int64_t Position) {
  static int ByStream;
  if (From != &Streams[0])
    return;
  if (!vernier_call_site)
    ByStream = 1;
  else if (ByStream && (From->Given->LengthLeaf || Position < (int64_t)From->Given->Contents.Size))
    vernier_freeze(vernier_call_site, VernierReadAhead);
}

int64_t vernier_read(int Descriptor, void *Bytes, uint64_t Size) {
  pin(32, vernier_argument_of(vernier_read, 0), (uint32_t)Descriptor);
  pin(64, vernier_argument_of(vernier_read, 2), Size);
  struct Stream *From = streamOf(Descriptor);
  int64_t Position = From ? positionIn(From, Descriptor) : -1;
  noticeReadAhead(From, Position);
  long Got = syscall(SYS_read, Descriptor, Bytes, Size);
  if (Descriptor == 0 && !(Run && Run->HasStdin))
    vernier_asked(0, VernierStandardInput, NULL, 0, 0, 0, NULL);
  if (Got > 0)
    vernier_clear(Bytes, (uint64_t)Got);
  if (!From || Position < 0 || Got < 0)
    return returns(vernier_read, Got, 0);
  Node State = stateOf(From);
  Node Decision = decideLength(From, (uint64_t)Position, Size, (uint64_t)Got);
  Node Control = Decision ? Decision : vernier_control;
  markRead(From, (uint64_t)Position, Bytes, (uint64_t)Got, State, Control);
  if (Control || State)
    From->State = vernier_node(0, VernierStore, 64, 0, State, 0, Control, (uint64_t)Got);
  return returns(vernier_read, Got, From->State);
}

int vernier_open(const char *Path, int Flags, int Mode) {
  const void *Self = (const void *)vernier_open;
  pin(64, vernier_argument_of(Self, 0), (uint64_t)Path);
  pin(32, vernier_argument_of(Self, 1), (uint32_t)Flags);
  pin(32, vernier_argument_of(Self, 2), (uint32_t)Mode);
  if (Path)
    for (uint64_t I = 0, Size = strlen(Path) + 1; I != Size; ++I)
      if (vernier_shadow(Path + I))
        pin(8, vernier_value_at(0, Path + I, 1, vernier_control), (unsigned char)Path[I]);
  long Descriptor = syscall(SYS_openat, AT_FDCWD, Path, Flags, Mode);
  struct Stream *Named = Descriptor >= 0 ? streamOf((int)Descriptor) : NULL;
  if (Named && (Flags & O_ACCMODE) != O_RDONLY)
    takeAsItIs(Named);
  return (int)returns(vernier_open, Descriptor, 0);
}

int64_t vernier_lseek(int Descriptor, int64_t Offset, int Whence) {
  pin(32, vernier_argument_of((const void *)vernier_lseek, 0), (uint32_t)Descriptor);
  pin(64, vernier_argument_of((const void *)vernier_lseek, 1), (uint64_t)Offset);
  pin(32, vernier_argument_of((const void *)vernier_lseek, 2), (uint32_t)Whence);
  struct Stream *In = streamOf(Descriptor);
  if (In) {
    Node Length = Whence == SEEK_END ? lengthOf(In) : 0, Control = vernier_control, State = stateOf(In);
    if (Length) {
      uint64_t Size = In->Given->Contents.Size;
      Control = vernier_node(0, VernierLength, 32, Length, 0, 0, vernier_control, Size);
      vernier_decide(Control);
    }
    if (Control || State)
      In->State = vernier_node(0, VernierStore, 64, 0, State, 0, Control, 0);
  }
  return returns(vernier_lseek, syscall(SYS_lseek, Descriptor, Offset, Whence), In ? In->State : 0);
}

int vernier_close(int Descriptor) {
  pin(32, vernier_argument_of((const void *)vernier_close, 0), (uint32_t)Descriptor);
  return (int)returns(vernier_close, syscall(SYS_close, Descriptor), 0);
}

/* ---- the input of a function ---- */

static uint64_t masked(uint32_t Bits, uint64_t Value) {
  return Bits < 64 ? Value & ((1ull << Bits) - 1) : Value;
}

static uint64_t extended(uint32_t Bits, uint64_t Value, int Signed) {
  if (!Signed || Bits >= 64)
    return Value;
  return (uint64_t)((int64_t)(Value << (64 - Bits)) >> (64 - Bits));
}

/* The leaf in the width of what holds it. What is no multiple of 8 bits lies in memory with zeros in front. */
static Node widened(const struct VernierMark *Mark) {
  Node Value = vernier_node(0, VernierInput, Mark->LeafBits, Mark->Leaf, 0, 0, 0, Mark->Value[0]);
  uint32_t Bits = Mark->Bits, Whole = (Bits + 7u) / 8 * 8;
  uint64_t Number = masked(Bits, extended(Mark->LeafBits, Mark->Value[0], Mark->Signed));
  if (Bits > Mark->LeafBits)
    Value = vernier_node(0, Mark->Signed ? VernierSExt : VernierZExt, Bits, Value, 0, 0, 0, Number);
  if (Bits < Mark->LeafBits)
    Value = vernier_node(0, VernierTrunc, Bits, Value, 0, 0, 0, Number);
  return Whole == Bits ? Value : vernier_node(0, VernierZExt, Whole, Value, 0, 0, 0, Number);
}

/* One decision for each leaf that chooses pointers, however many it chooses. */
static Node chosenBy(const struct VernierMark *Mark) {
  enum { Most = 256 };
  static struct {
    uint32_t Leaf;
    Node Decision;
  } Known[Most];
  static unsigned Count;
  for (unsigned I = 0; I != Count; ++I)
    if (Known[I].Leaf == Mark->Leaf)
      return Known[I].Decision;
  Node Leaf = vernier_node(0, VernierInput, Mark->LeafBits, Mark->Leaf, 0, 0, 0, Mark->Value[0]);
  Node Decision = vernier_node(0, VernierLength, Mark->LeafBits, Leaf, 0, 0, 0, Mark->Value[0]);
  vernier_decide(Decision);
  if (Count != Most) {
    Known[Count].Leaf = Mark->Leaf;
    Known[Count++].Decision = Decision;
  }
  return Decision;
}

void vernier_give_leaf(const struct VernierMark *Mark, void *Address) {
  if (Mark->Kind == VernierMarkValue) {
    uint32_t Size = (Mark->Bits + 7u) / 8;
    /* A store, so that each of its bytes knows which part of the value it is. */
    vernier_set(Address, Size, vernier_node(0, VernierStore, 8 * Size, widened(Mark), 0, 0, 0, (uint64_t)Address));
    return;
  }
  /* Which object it points to depends on this leaf and on those that were asked before. */
  Node Before = vernier_shadow(Address), Decision = chosenBy(Mark);
  vernier_set(Address, sizeof(void *), vernier_node(0, VernierStore, 64, 0, Before, 0, Decision, (uint64_t)Address));
}

void vernier_returned(uint32_t Bits, const void *Result) {
  uint64_t Words[2] = {0, 0};
  uint32_t Size = (Bits + 7) / 8;
  const unsigned char *Bytes = Result;
  for (uint32_t I = 0; I != Size && I != 16; ++I)
    Words[I / 8] |= (uint64_t)Bytes[I] << 8 * (I % 8);
  if (!Bits)
    return;
  Node Value = vernier_value_at(0, Result, Size, 0);
  if (Bits > 64 && Bits <= 128)
    Value = vernier_whole(Bits, Value, Words[0], Words[1]);
  vernier_result(Bits, Words[0], Value);
}
