#pragma once

/* The parts of the runtime among themselves. Everything here is compiled to bitcode, linked into the instrumented
   program and optimised with it. Nothing but the C library may be used, and it must work before constructors run. */

#include "abi/Hooks.h"
#include "abi/Trace.h"

#include <stddef.h>
#include <stdint.h>

typedef uint32_t Node;

/* Core.c: nodes and decisions. The arena is null until vernier_attach; then a run begins with a clean state. */
extern struct VernierArena *vernier_arena;
extern Node vernier_control;                            /* what a called function runs under */
extern Node vernier_arguments[VernierArgumentRoom];     /* nodes of arguments... */
extern const void *vernier_argument_tag;                /* ...of this function */
extern uint32_t vernier_argument_count;                 /* how many, variable ones included */
extern uint8_t vernier_argument_kinds[VernierArgumentRoom]; /* of variable ones: 0 general register, 1 vector register,
                                                           n > 1: n / 2 * 8 bytes in memory */
extern Node vernier_results[VernierResultRoom];
extern const void *vernier_result_tag;

/* Starts tracing into this memory, whose header the explorer has filled in. */
void vernier_attach(struct VernierArena *Arena);
/* Appends a node; 0 if tracing has ended. Flags gets VernierSymbolic if an operand has it. */
Node vernier_node(uint32_t Site, uint32_t Operation, uint32_t Bits, Node A, Node B, uint32_t C, Node Control,
                  uint64_t Value);
Node vernier_constant(uint32_t Bits, uint64_t Value);
/* Lists a node among the decisions, if it is symbolic. */
void vernier_decide(Node Decision);
/* Everything later depends on this decision. */
void vernier_leaves(Node Decision);
/* Words; their index, or 0 if there is no room. */
uint32_t vernier_words(uint32_t Count);
void vernier_finding(uint32_t Kind, uint32_t Site, uint64_t Address, uint64_t Base, uint64_t Size);

/* Memory.c: shadow memory and known objects. */
/* The bytes become leaf number Leaf of the input (Bits wide, a multiple of 8, lowest byte first). */
void vernier_mark_input(uint32_t Leaf, void *Address, uint32_t Bits, uint64_t Value);
/* The node that defines the byte, 0: none. */
Node vernier_shadow(const void *Address);
void vernier_clear(const void *Address, uint64_t Size);
/* The bytes get this definition. */
void vernier_set(const void *Address, uint64_t Size, Node Definition);
/* The value in memory (up to 16 bytes) as a node, 0 if nothing in it has one. */
Node vernier_value_at(uint32_t Site, const void *Address, uint32_t Size);
/* Memory that exists besides globals, locals and the heap. */
void vernier_object(const void *Address, uint64_t Size);
/* The object that contains the address; 0 if it is not known. */
int vernier_find_object(const void *Address, uint64_t *Base, uint64_t *Size);

/* Output.c */
/* For models and for calls of write: writes, and records what was written. */
int64_t vernier_write(int Descriptor, const void *Bytes, uint64_t Size);
/* The program ends with this status (before handlers of atexit). */
void vernier_status(uint32_t Site, int Status, Node Value, Node Control);

/* Server.c, Input.c: how runs begin, where input comes from. */
int64_t vernier_read(int Descriptor, void *Bytes, uint64_t Size);
