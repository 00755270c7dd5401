/* Which of three queues is served next. */

/* The number of the queue, 1 to 3; 0 if nobody waits. The first one comes before the others. */
int nextQueue(int urgent, int usual, int late) {
  if (urgent > 0)
    return 1;
  if (late > usual && late > 0)
    return late > 30 ? late / 10 : 3;
  if (usual > 0)
    return 2;
  return 0;
}

/* How many wait when the next one was served. */
int serve(int urgent, int usual, int late) {
  if (urgent < 0 || usual < 0 || late < 0 || urgent > 50 || usual > 50 || late > 50)
    return -1;
  int waiting = urgent + usual + late;
  int queue = nextQueue(urgent, usual, late);
  int served = queue != 0;
  int left = waiting - served;
  return left;
}
