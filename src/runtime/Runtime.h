#pragma once

/* The parts of the runtime among themselves. Everything here is compiled to bitcode, linked into the instrumented
   program and optimised with it. Nothing but the C library may be used, and it must work before constructors run. */

#include "abi/Hooks.h"
#include "abi/Trace.h"

#include <stddef.h>
#include <stdint.h>

typedef uint32_t Node;

/* Core.c: nodes and decisions. Without an arena nothing is traced; vernier_attach begins a run. */
extern struct VernierArena *vernier_arena;
extern uint8_t *vernier_coverage;
extern Node vernier_control;                                     /* what a called function runs under */
extern Node vernier_arguments[VernierArgumentRoom];              /* nodes of arguments... */
extern const void *vernier_argument_places[VernierArgumentRoom]; /* of those passed by value: the original */
extern uint16_t vernier_argument_kinds[VernierArgumentRoom];     /* of variable ones */
extern uint32_t vernier_argument_count;                          /* how many, variable ones included */
extern uint32_t vernier_model_site;                              /* of the newest call of a model by the program */
extern uint32_t vernier_call_site;                               /* of the newest call of the runtime; 0: by a model */
extern const void *vernier_argument_tag;                         /* ...of this function */
extern Node vernier_results[VernierResultRoom];
extern const void *vernier_result_tag;
extern uint64_t
    vernier_filling[VernierFillVariants]; /* the filling of memory that nobody wrote, in all bytes of a word */

/* Made by the pass. */
extern Node vernier_class_heads[];          /* for each class of memory the newest potential definition */
extern const uint32_t vernier_set_starts[]; /* sets of classes: where each begins in... */
extern const uint32_t vernier_set_members[];
extern const struct VernierGlobalObject {
  const void *Address;
  uint64_t Size;
  uint64_t Set; /* of the classes in it */
} vernier_globals[];
extern const uint32_t vernier_unknown_set; /* memory that the pass knows nothing about */
extern const uint32_t vernier_global_count;

/* Memory gets this variant of the filling. */
void vernier_fill_bytes(void *Address, uint64_t Size, uint32_t Variant);
/* Starts tracing into this memory, whose header the explorer has filled in. */
void vernier_attach(struct VernierArena *Arena);
/* A run that leaves no trace but its coverage. */
void vernier_attach_probe(struct VernierArena *Arena, uint32_t Number);
/* Appends a node; 0 if tracing has ended. It is symbolic if what its value is made of is. */
Node vernier_node(uint32_t Site, uint32_t Operation, uint32_t Bits, Node A, Node B, uint32_t C, Node Control,
                  uint64_t Value);
const struct VernierNode *vernier_get(Node Id);
int vernier_is_symbolic(Node Id);
Node vernier_constant(uint32_t Bits, uint64_t Value);
Node vernier_whole(uint32_t Bits, Node Value, uint64_t Low, uint64_t High);
/* Lists a node among the decisions, if it is symbolic. */
void vernier_decide(Node Decision);
/* Everything later depends on this decision. */
void vernier_leaves(Node Decision);
/* Words; their index, or 0 if there is no room. */
uint32_t vernier_words(uint32_t Count);
uint32_t *vernier_word(uint32_t Index);
struct VernierFinding *vernier_finding(uint32_t Kind, uint32_t Site, uint64_t Address, uint64_t Base, uint64_t Size);
/* Tracing ends. */
void vernier_freeze(uint32_t Site, uint32_t Reason);
/* The node of an argument, in a function of the runtime that instrumented code calls. */
Node vernier_argument_of(const void *Function, unsigned Index);

/* Memory.c: shadow memory. */
/* The bytes become leaf number Leaf of the input (Bits wide, a multiple of 8, lowest byte first). */
void vernier_mark_input(uint32_t Leaf, void *Address, uint32_t Bits, uint64_t Value);
/* The node that defines the byte, 0: none. */
Node vernier_shadow(const void *Address);
void vernier_clear(const void *Address, uint64_t Size);
/* The bytes get this definition. */
void vernier_set(const void *Address, uint64_t Size, Node Definition);
/* The value in memory (up to 16 bytes) as a node, 0 if nothing in it has one. */
Node vernier_value_at(uint32_t Site, const void *Address, uint32_t Size, Node Control);
/* For the record of what is shown: the node of the byte, or what it depends on if that is no value of the input. */
Node vernier_shown_byte(const void *Address, Node Control);
/* The shadow of Size bytes becomes that of others. */
void vernier_copy_shadow(uint32_t Site, const void *Target, const void *Source, uint64_t Size, Node Dependence,
                         Node Control);
/* Something may depend on the input from now on without a node that says so. */
void vernier_lose(void);
/* Two dependences as one. */
Node vernier_both(uint32_t Site, Node First, Node Second);
/* Whatever might have been written to the bytes becomes a part of their definitions, for readers without a class. */
void vernier_settle(uint32_t Site, const void *Address, uint64_t Size, uint32_t Set);
void vernier_pin_bytes(uint32_t Site, const void *Address, uint64_t Size, uint32_t Reason, Node Control);

/* Objects.c, Heap.c: known memory. */
/* Memory that exists besides globals, locals and the heap. */
void vernier_object(const void *Address, uint64_t Size);
/* The VernierRegion of the object that contains the address (or ends at it); 0 if it is not known. */
int vernier_find_object(const void *Address, uint64_t *Base, uint64_t *Size);
/* The set of classes of what lies there. */
uint32_t vernier_set_at(const void *Address);
int vernier_find_heap(uint64_t Address, uint64_t *Base, uint64_t *Size);
/* In each byte of memory of the heap that nobody wrote, with other bits for each address; 0: zero. */
uint8_t vernier_heap_filling(void);
/* Of an address in the heap that is in no block: 1 and the block that was given back there, or 2 and the block before
   it. */
int vernier_find_lost(uint64_t Address, uint64_t *Base, uint64_t *Size);
/* From now on the heap can grow by this many bytes. */
void vernier_limit_heap(uint64_t Bytes);

/* A local in memory begins; a frame takes its own away. */
void vernier_local(const void *Address, uint64_t Size);

/* External.c */
void vernier_external_writes(uint32_t Site, const void *Place, uint64_t Size);

/* World.c */
/* What constructors asked is asked in every run. */
void vernier_begin_asking(void);
/* The hook (abi/Hooks.h). */
void vernier_asked(uint32_t Site, uint32_t Function, const char *Name, uint64_t Number, Node NumberNode,
                   uint64_t Answer, const char *Text);

/* Output.c */
/* For models and for calls of write: writes, and records what was written. */
int64_t vernier_write(int Descriptor, const void *Bytes, uint64_t Size);
/* Records the contents of memory as an output: number Index of what is compared at the end. */
void vernier_observe(uint32_t Index, const void *Address, uint64_t Size);
void vernier_freed(const void *Object);
void vernier_observe_freed(uint32_t Index, const void *Object);
void vernier_observe_size(uint32_t Index, const void *Block, uint64_t Size);
/* Records a value that is compared at the end: the result of a function. */
void vernier_result(uint32_t Bits, uint64_t Value, Node Value_node);

/* Server.c, Input.c: how runs begin, where input comes from. */
int64_t vernier_read(int Descriptor, void *Bytes, uint64_t Size);
int vernier_open(const char *Path, int Flags, int Mode);
int64_t vernier_lseek(int Descriptor, int64_t Offset, int Whence);
int vernier_close(int Descriptor);
