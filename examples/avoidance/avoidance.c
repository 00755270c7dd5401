/* Advises the pilot of a survey drone that meets another drone: climb, descend, hold the height, or nothing.
 * Heights and distances are in decimetres, rates and speeds in decimetres per second. */
#include <stdio.h>
#include <stdlib.h>

#define LAYERS 4 /* of air, from the ground up: the higher, the faster the traffic */
#define MAX_HEIGHT 6000
#define MAX_RATE 80
#define MAX_DISTANCE 20000
#define MAX_SPEED 400
#define LOOK_AHEAD 8 /* seconds until an advice has an effect */
#define CLOSING_SECONDS 15
#define STEP 50      /* what a climb or descent takes at least */
#define RESERVE 20   /* percent of the battery that a climb must leave */
#define WEAK_LINK 30 /* percent of the signal below which positions are old */
#define STALE_MARGIN 25

enum advisory { NONE, UP, DOWN, HOLD };
enum intent { UNKNOWN, CLIMBS, SINKS };

static const char *const names[] = {"none", "up", "down", "hold"};

/* For each layer: the vertical gap that is enough, and the distance that is enough at any speed. */
static const int separation[LAYERS] = {60, 90, 140, 220};
static const int reach[LAYERS] = {800, 1200, 2000, 3500};

static int ownHeight, otherHeight, ownRate, otherRate;
static int distance, closing, layer, battery, quality, ceiling, ground;
static enum intent otherIntent;

static int clamp(int value, int low, int high) {
  if (value < low)
    return low;
  if (value > high)
    return high;
  return value;
}

static int magnitude(int value) {
  return value < 0 ? -value : value;
}

static int projected(int height, int rate) {
  return height + LOOK_AHEAD * rate;
}

static int gapNow(void) {
  return ownHeight - otherHeight;
}

static int gapAhead(void) {
  return projected(ownHeight, ownRate) - projected(otherHeight, otherRate);
}

/* Whether the two are near, or will be soon. */
static int isNear(void) {
  if (distance < reach[layer])
    return 1;
  return closing > 0 && distance - CLOSING_SECONDS * closing < reach[layer];
}

static int neededGap(void) {
  int gap = separation[layer];
  if (quality < WEAK_LINK)
    gap += STALE_MARGIN;
  return gap;
}

/* Whether their heights come too close, now, ahead, or on the way there. */
static int isLevel(void) {
  int now = gapNow(), ahead = gapAhead();
  if ((now > 0 && ahead < 0) || (now < 0 && ahead > 0))
    return 1;
  return magnitude(now) < neededGap() || magnitude(ahead) < neededGap();
}

static int canClimb(void) {
  int top = projected(ownHeight, ownRate);
  if (top < ownHeight)
    top = ownHeight;
  return battery > RESERVE && top + STEP <= ceiling;
}

static int canDescend(void) {
  int bottom = projected(ownHeight, ownRate);
  if (bottom > ownHeight)
    bottom = ownHeight;
  return bottom - STEP >= ground;
}

/* The way that leads apart, if nothing is in it. */
static enum advisory wanted(void) {
  if (otherIntent == CLIMBS && gapNow() <= STEP)
    return DOWN;
  if (otherIntent == SINKS && gapNow() >= -STEP)
    return UP;
  if (gapAhead() > 0)
    return UP;
  if (gapAhead() < 0)
    return DOWN;
  return ownRate >= otherRate ? UP : DOWN;
}

/* The other way crosses the height of the other drone, unless the two are about level. */
static int mayTurnRound(void) {
  return magnitude(gapNow()) < STEP && distance >= 2 * STEP;
}

static enum advisory feasible(enum advisory wish) {
  if (wish == UP && canClimb())
    return UP;
  if (wish == DOWN && canDescend())
    return DOWN;
  if (!mayTurnRound())
    return HOLD;
  if (wish == UP && canDescend())
    return DOWN;
  if (wish == DOWN && canClimb())
    return UP;
  return HOLD;
}

/* Readings out of range are taken for the nearest ones in range. */
int advise(int ownHeightReading, int otherHeightReading, int ownRateReading, int otherRateReading, int distanceReading,
           int closingReading, int layerReading, int batteryPercent, int qualityPercent, int ceilingHeight,
           int groundHeight, int intentReported) {
  ownHeight = clamp(ownHeightReading, 0, MAX_HEIGHT);
  otherHeight = clamp(otherHeightReading, 0, MAX_HEIGHT);
  ownRate = clamp(ownRateReading, -MAX_RATE, MAX_RATE);
  otherRate = clamp(otherRateReading, -MAX_RATE, MAX_RATE);
  distance = clamp(distanceReading, 0, MAX_DISTANCE);
  closing = clamp(closingReading, -MAX_SPEED, MAX_SPEED);
  layer = clamp(layerReading, 0, LAYERS - 1);
  battery = clamp(batteryPercent, 0, 100);
  quality = clamp(qualityPercent, 0, 100);
  ceiling = clamp(ceilingHeight, 0, MAX_HEIGHT);
  ground = clamp(groundHeight, 0, MAX_HEIGHT);
  otherIntent = clamp(intentReported, UNKNOWN, SINKS);
  if (!isNear() || !isLevel())
    return NONE;
  return feasible(wanted());
}

int main(int argc, char **argv) {
  int in[12];
  if (argc != 13) {
    fputs("usage: avoidance OWN-HEIGHT OTHER-HEIGHT OWN-RATE OTHER-RATE DISTANCE CLOSING\n"
          "                 LAYER BATTERY QUALITY CEILING GROUND INTENT\n",
          stderr);
    return 2;
  }
  for (int i = 0; i < 12; i++)
    in[i] = atoi(argv[i + 1]);
  puts(names[advise(in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10], in[11])]);
  return 0;
}
