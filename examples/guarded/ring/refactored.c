/* A ring buffer of eight places: where the next one is put, and how many are in it. */

struct ring {
  unsigned head;
  unsigned count;
};

/* The place that is used; 8 if there is none. */
unsigned put(struct ring *ring) {
  if (ring->count >= 8)
    return 8;
  unsigned place = (ring->head + ring->count++) & 7;
  return place;
}

/* Puts two in; how many are in it then. */
unsigned putTwo(struct ring *ring) {
  if (ring->head >= 8 || ring->count > 8)
    return 0;
  unsigned first = put(ring);
  unsigned second = put(ring);
  unsigned count = ring->count;
  return first == 8 && second == 8 ? 8 : count;
}
