/* Part of Harness.c. What can be reached when the function has returned: from its result, from objects of the input and
   from globals that both versions have. Any aligned word that holds the address of something known counts as a pointer.
   Which of them really are pointers is for Vernier to say, who knows the types. */

static int within(uint64_t Address, uint64_t Base, uint64_t Size) {
  return Base && Address - Base <= Size;
}

/* Objects of the input and observed globals are compared anyway. */
static int isCompared(uint64_t Address) {
  const struct VernierObject *Objects = at(Exchange->ObjectTable);
  for (uint32_t I = 0; I != Exchange->Objects; ++I)
    if (Objects[I].Alignment && within(Address, Objects[I].Address, Objects[I].Size))
      return 1;
  const struct VernierGlobal *Globals = at(Exchange->GlobalTable);
  for (uint32_t I = 0; I != Exchange->Globals; ++I)
    if (Address - Globals[I].Address < Globals[I].Size)
      return 1;
  return 0;
}

/* What begins there wins over what ends there. */
static int placeAt(uint64_t Address, struct VernierBlock *Into) {
  const struct VernierPlace *Places = at(Exchange->PlaceTable);
  int Found = 0;
  for (uint32_t I = 0; I != Exchange->Places; ++I) {
    if (!Places[I].Size || !within(Address, Places[I].Address, Places[I].Size))
      continue;
    int Inside = Address != Places[I].Address + Places[I].Size;
    if (Inside || !Found)
      *Into = (struct VernierBlock){Places[I].Address, Places[I].Size, I + 1, 0};
    Found = 1;
    if (Inside)
      break;
  }
  return Found;
}

static int isKnownBlock(uint64_t Address) {
  const struct VernierBlock *Known = at(Exchange->BlockTable);
  for (uint32_t I = 0; I != Exchange->BlocksUsed; ++I)
    if (Known[I].Address == Address)
      return 1;
  return 0;
}

static void addBlock(struct VernierBlock Block) {
  if (isKnownBlock(Block.Address))
    return;
  if (Exchange->BlocksUsed == VernierMostBlocks || Block.Size > VernierBlockRoom / 2 ||
      Exchange->BlockBytes + 2 * Block.Size > VernierBlockRoom) {
    ++Exchange->BlocksLost;
    return;
  }
  Block.Data = Exchange->BlockData + Exchange->BlockBytes;
  Exchange->BlockBytes += 2 * Block.Size;
  uint8_t *Contents = at(Block.Data), *Marks = Contents + Block.Size;
  copy(Contents, (const void *)Block.Address, Block.Size);
  if (!Block.Place)
    for (uint64_t I = 0; I != Block.Size; ++I)
      Marks[I] = Contents[I] == vernierHeapFilling(Block.Address + I, currentFilling());
  struct VernierBlock *Known = at(Exchange->BlockTable);
  Known[Exchange->BlocksUsed++] = Block;
}

static void followWords(uint64_t Base, uint64_t Size) {
  for (uint64_t At = (Base + 7) / 8 * 8; At + 8 <= Base + Size; At += 8) {
    uint64_t Address = *(const uint64_t *)At;
    struct VernierBlock Block = {0, 0, 0, 0};
    if (Address < 4096 || isCompared(Address))
      continue;
    if (heapBlockAt(Address, &Block.Address, &Block.Size) || placeAt(Address, &Block))
      addBlock(Block);
  }
}

static void findBlocks(const struct VernierObject *Objects, const struct VernierGlobal *Globals) {
  if (!Exchange->PlaceTable)
    return;
  followWords((uint64_t)at(Exchange->Result), Exchange->ResultSize);
  for (uint32_t I = 0; I != Exchange->Objects; ++I)
    if (Objects[I].Alignment && !Objects[I].Freed)
      followWords(Objects[I].Address, Objects[I].Size);
  for (uint32_t I = 0; I != Exchange->Globals; ++I)
    followWords(Globals[I].Address, Globals[I].Size);
  const struct VernierBlock *Known = at(Exchange->BlockTable);
  for (uint32_t I = 0; I != Exchange->BlocksUsed; ++I)
    followWords(Known[I].Address, Known[I].Size);
}
