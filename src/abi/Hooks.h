#pragma once

#include <stdint.h>

/* The functions that instrumented code calls, once, for the pass (instrument/) and the runtime (runtime/), which both
   read this table: HOOK(name, result, parameters). Letters: v nothing, n node (32 bits), i number (32 bits), l number
   (64 bits), p pointer. A number called `What` is operation + 256 * width. `Control` is the innermost decision around,
   a node. All functions have the prefix vernier_. */

#define VERNIER_HOOKS(HOOK)                                                                                            \
  /* What, Site, A, Value, Control */                                                                                  \
  HOOK(unary, n, "iinln")                                                                                              \
  /* What, Site, A, B, ValueA, ValueB, Value, Extra, Control */                                                        \
  HOOK(binary, n, "iinnlllin")                                                                                         \
  /* the same for 65 to 128 bits; ALow, AHigh, BLow, BHigh, Value. What: operation + 256 * width of the result +       \
     65536 * C + 2^24 * width of the operands, if that is another one */                                               \
  HOOK(binary_wide, n, "iinnllllln")                                                                                   \
  /* What, Site, A, B, C, ValueA, ValueB, ValueC, Value, Control */                                                    \
  HOOK(ternary, n, "iinnnlllln")                                                                                       \
  /* Site, Bits, Node, Value, Control: a local variable is assigned */                                                 \
  HOOK(define, n, "iinln")                                                                                             \
  /* Site, Bits, Node, Value, Branch: a local variable might have been assigned */                                     \
  HOOK(potential, n, "iinln")                                                                                          \
  /* Set of classes of memory, Branch: memory might have been written */                                               \
  HOOK(potential_memory, v, "in")                                                                                      \
  /* Site, Condition, Side, Leaving, Control: the control inside of the branch */                                      \
  HOOK(branch, n, "iniin")                                                                                             \
  /* Site, Bits, Subject, Value, Successor, Leaving, Control */                                                        \
  HOOK(switch, n, "iinliin")                                                                                           \
  /* Site, Subject, Address, Function, Leaving, Control */                                                             \
  HOOK(target, n, "inpiin")                                                                                            \
  /* What, Site, A, B, ValueA, ValueB, Control: before a division */                                                   \
  HOOK(division, v, "iinnlln")                                                                                         \
  /* What, Site, A, B, ValueA, ValueB, Control: before signed arithmetic that may overflow */                          \
  HOOK(overflow, v, "iinnlln")                                                                                         \
  /* Site, Pointer, Node, Control: before an access through a pointer */                                               \
  HOOK(dereference, v, "ipnn")                                                                                         \
  /* Site, Bits, Subject, Value, Reason, Control: a value is taken as it is */                                         \
  HOOK(pin, v, "iinlin")                                                                                               \
  /* the same for 65 to 128 bits; Low, High */                                                                         \
  HOOK(pin_wide, v, "iinllin")                                                                                         \
  /* Site, Address, Variable, its size, Size, Write: before an access of Size bytes that may be outside of it */       \
  HOOK(inside, v, "ipplli")                                                                                            \
  /* Site, Address, AddressNode, Base, BaseNode, Size, Write, Control: before an access that may leave its object */   \
  HOOK(reach, v, "ipnpniin")                                                                                           \
  /* Site, Address, AddressNode, Base, BaseNode, Size, Class, Value, Control: after a load of Size bytes */            \
  HOOK(load, n, "ipnpniiln")                                                                                           \
  /* Site, Address, AddressNode, Base, BaseNode, Size, Class, Node, Low, High, Control: before a store */              \
  HOOK(store, v, "ipnpniinlln")                                                                                        \
  /* Site, Target, TargetNode, Source, SourceNode, Size, SizeNode, TargetClass, SourceClass, Control: before a copy */ \
  HOOK(copy, v, "ipnpnlniin")                                                                                          \
  /* Site, Target, TargetNode, Byte, ByteNode, Size, SizeNode, Class, Control: before a fill */                        \
  HOOK(fill, v, "ipninlnin")                                                                                           \
  /* Address, Size: a local in memory begins */                                                                        \
  HOOK(local, v, "pl")                                                                                                 \
  /* Address, Size: its scope begins, maybe once more */                                                               \
  HOOK(scope, v, "pl")                                                                                                 \
  /* a frame begins; what to give to frame_leave */                                                                    \
  HOOK(frame_enter, i, "")                                                                                             \
  HOOK(frame_leave, v, "i")                                                                                            \
  /* from here on values may depend on something without a node that says so */                                        \
  HOOK(lose, v, "")                                                                                                    \
  /* Site, Function, Leaving, Known, Control: a call of code without instrumentation begins */                         \
  HOOK(external_begin, v, "iiiin")                                                                                     \
  /* Site, Pointer, Size (0: the object): that code reads, writes memory */                                            \
  HOOK(external_reads, v, "ipl")                                                                                       \
  HOOK(external_writes, v, "ipl")                                                                                      \
  /* Site, Pointer: whatever can be reached from there */                                                              \
  HOOK(external_deep, v, "ip")                                                                                         \
  /* Site, Bits, Value: and returns */                                                                                 \
  HOOK(external_end, n, "iil")                                                                                         \
  /* Descriptor: the operating system is about to read what it stands for, untraced */                                 \
  HOOK(read_untraced, v, "i")                                                                                          \
  /* Site, a struct stat, Result: of the call that has filled it */                                                    \
  HOOK(told_about_file, v, "ipi")                                                                                      \
  /* Site, Function, what names the thing (or null), Number, its node, Answer, the same as a text (or null): the world \
     was asked something (VernierQuestion) */                                                                          \
  HOOK(asked, v, "iiplnlp")                                                                                            \
  /* Site, Pointer, Size (0: the object), set of classes: somebody is about to read memory who knows no classes */     \
  HOOK(settle, v, "ipli")                                                                                              \
  /* Site, Pointer, Size, Reason, Control: memory is taken as it is */                                                 \
  HOOK(pin_memory, v, "iplin")                                                                                         \
  /* Parameter, Size, Index: the callee's copy of an argument that is passed by value */                               \
  HOOK(by_value, v, "pli")                                                                                             \
  /* Place (VernierVariadic), Function: a function with variable arguments begins */                                   \
  HOOK(variadic_begin, v, "pp")                                                                                        \
  /* Place, what va_start filled */                                                                                    \
  HOOK(variadic_start, v, "pp")                                                                                        \
  /* Site, Status, Node, Control: the program is about to end with this status */                                      \
  HOOK(status, v, "iinn")                                                                                              \
  /* Site, Control: control comes to a place that somebody asked for */                                                \
  HOOK(mark, v, "in")                                                                                                  \
  /* Site, Reason (VernierFrozen): tracing ends here */                                                                \
  HOOK(freeze, v, "ii")

/* Variables of the runtime that instrumented code uses directly. Named arguments are counted from the end of the room
   for nodes, one for each scalar in them, variable ones from its beginning. Nodes of arguments are valid for the
   function whose address the tag holds; likewise those of results. */
enum { VernierArgumentRoom = 64, VernierResultRoom = 8 };
/* No control is kept for a join. */
#define VERNIER_NO_CONTROL UINT32_MAX

/* Where a variable argument lies (System V ABI for x86-64): in a general register, a vector register, or in memory with
   this many words of 8 bytes, there with an alignment of 16 bytes if the last one is added. */
enum { VernierInGeneral = 0, VernierInVector = 1, VernierInMemory = 2, VernierAligned = 1 << 15 };

/* Classes of memory that are not the program's own. */
enum VernierClass { VernierHiddenClass, VernierOutputClass, VernierInputClass, VernierFirstClass };

struct VernierVariadic {
  uint32_t Count;
  uint32_t Nodes[VernierArgumentRoom];
  uint16_t Kinds[VernierArgumentRoom];
  const void *Places[VernierArgumentRoom];
};
