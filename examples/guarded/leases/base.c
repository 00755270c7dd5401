/* Numbered places that are leased to clients. */

struct pool {
  int used;
  int free;
  int waiting;
};

/* Takes so many places, as far as there are; gives back how many it took. */
int lease(struct pool *pool, int wanted) {
  int granted = wanted;
  if (granted < 0)
    granted = 0;
  if (granted > pool->free)
    granted = pool->free;
  pool->free -= granted;
  pool->used += granted;
  return granted;
}

/* Leases for two clients in turn; what they did not get waits. */
int leaseTwice(struct pool *pool, int first, int second) {
  if (pool->free < 0 || pool->free > 1000 || pool->used < 0 || pool->used > 1000)
    return -1;
  int forFirst = lease(pool, first);
  int forSecond = lease(pool, second);
  int granted = forFirst + forSecond;
  return granted;
}
