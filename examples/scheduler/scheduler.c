/* Plays a scheduler of jobs. Commands are read from standard input, each a letter with its numbers:
 *
 *   n P    a new job with priority P (1 to 3, 3 is the most urgent)
 *   q      the time of the running job is over: it goes behind all others of its priority
 *   b      the running job waits for something
 *   w K    the K-th waiting job (from 1 on) is ready again
 *   u P K  the K-th job of priority P is raised by one
 *   l      lowers all jobs of the highest priority by one, but for the running one
 *   f      the running job ends
 *   s      shows all jobs
 *
 * The running job is the first one of the highest priority that has any. Behind the commands, all jobs that are ready
 * end one after the other, then those that wait are told. What is no command, or makes no sense, is told and skipped.
 *
 * Ends with the number of commands that made no sense, at most 9. */
#include <stdio.h>
#include <stdlib.h>

#define PRIORITIES 3
#define MOST_JOBS 20
#define MOST_PROBLEMS 9

struct job {
  int number;
  int priority;
  int turns; /* how often its time was over */
  struct job *next;
};

/* From first to last. */
struct queue {
  struct job *first, *last;
  int length;
};

static struct queue ready[PRIORITIES + 1]; /* by priority; 0 is not used */
static struct queue waiting;
static int created, present;
static int problems;

/* ---- queues ---- */

static void append(struct queue *queue, struct job *job) {
  job->next = NULL;
  if (queue->last)
    queue->last->next = job;
  else
    queue->first = job;
  queue->last = job;
  ++queue->length;
}

/* Takes the job at a position (from 1 on) out; NULL if there is none. */
static struct job *take(struct queue *queue, int position) {
  if (position < 1 || position > queue->length)
    return NULL;
  struct job *before = NULL, *taken = queue->first;
  for (int at = 1; at < position; ++at) {
    before = taken;
    taken = taken->next;
  }
  if (before)
    before->next = taken->next;
  else
    queue->first = taken->next;
  if (queue->last == taken)
    queue->last = before;
  --queue->length;
  return taken;
}

/* The queue of the running job; NULL if no job is ready. */
static struct queue *running(void) {
  for (int priority = PRIORITIES; priority > 0; --priority) {
    if (ready[priority].length > 0)
      return &ready[priority];
  }
  return NULL;
}

/* ---- commands ---- */

static void complain(const char *about) {
  printf("? %s\n", about);
  if (problems < MOST_PROBLEMS)
    ++problems;
}

/* A number between two others, or a negative one. */
static int readNumber(int least, int most) {
  int number;
  if (scanf("%d", &number) != 1 || number < least || number > most)
    return -1;
  return number;
}

static void create(void) {
  int priority = readNumber(1, PRIORITIES);
  if (priority < 0) {
    complain("priority");
    return;
  }
  if (present == MOST_JOBS) {
    complain("too many jobs");
    return;
  }
  struct job *job = malloc(sizeof *job);
  if (!job) {
    complain("memory");
    return;
  }
  job->number = ++created;
  job->priority = priority;
  job->turns = 0;
  ++present;
  append(&ready[priority], job);
}

static void endTurn(void) {
  struct queue *queue = running();
  if (!queue) {
    complain("nothing runs");
    return;
  }
  struct job *job = take(queue, 1);
  ++job->turns;
  /* A job that is never done becomes less urgent. */
  if (job->turns % 3 == 0 && job->priority > 1)
    --job->priority;
  append(&ready[job->priority], job);
}

static void block(void) {
  struct queue *queue = running();
  if (!queue) {
    complain("nothing runs");
    return;
  }
  append(&waiting, take(queue, 1));
}

static void wake(void) {
  int position = readNumber(1, MOST_JOBS);
  struct job *job = take(&waiting, position);
  if (!job) {
    complain("nobody waits there");
    return;
  }
  job->turns = 0;
  append(&ready[job->priority], job);
}

static void upgrade(void) {
  int priority = readNumber(1, PRIORITIES - 1);
  if (priority < 0) {
    complain("priority");
    return;
  }
  int position = readNumber(1, MOST_JOBS);
  struct job *job = take(&ready[priority], position);
  if (!job) {
    complain("no such job");
    return;
  }
  ++job->priority;
  append(&ready[job->priority], job);
}

static void lower(void) {
  struct queue *queue = running();
  if (!queue || queue == &ready[1])
    return;
  while (queue->length > 1) {
    struct job *job = take(queue, 2);
    --job->priority;
    append(&ready[job->priority], job);
  }
}

static void finish(struct queue *queue) {
  struct job *job = take(queue, 1);
  printf("%d\n", job->number);
  --present;
  free(job);
}

static void finishRunning(void) {
  struct queue *queue = running();
  if (queue)
    finish(queue);
  else
    complain("nothing runs");
}

static void showQueue(const char *name, const struct queue *queue) {
  printf("%s", name);
  for (const struct job *job = queue->first; job; job = job->next)
    printf(" %d(%d)", job->number, job->turns);
  putchar('\n');
}

static void show(void) {
  showQueue("high", &ready[3]);
  showQueue("middle", &ready[2]);
  showQueue("low", &ready[1]);
  showQueue("waiting", &waiting);
}

static void obey(int command) {
  switch (command) {
  case 'n':
    create();
    break;
  case 'q':
    endTurn();
    break;
  case 'b':
    block();
    break;
  case 'w':
    wake();
    break;
  case 'u':
    upgrade();
    break;
  case 'l':
    lower();
    break;
  case 'f':
    finishRunning();
    break;
  case 's':
    show();
    break;
  default:
    complain("command");
  }
}

int main(void) {
  char command;
  while (scanf(" %c", &command) == 1)
    obey(command);
  struct queue *queue;
  while ((queue = running()))
    finish(queue);
  while (waiting.length > 0) {
    struct job *job = take(&waiting, 1);
    printf("%d waits\n", job->number);
    free(job);
  }
  return problems;
}
