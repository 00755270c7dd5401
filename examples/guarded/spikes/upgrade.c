/* Protection against voltage spikes: a state machine that is fed one sample after the other. */

enum { Idle = 0, Watching = 1, Tripped = 4 };

/* The state after a sample. A high sample makes it watch, a second one trips it; tripped it stays until it is reset. */
int nextState(int state, int volts) {
  if (state == Tripped)
    return Tripped;
  if (volts > 400) {
    if (volts > 1000)
      return Tripped + state;
    if (state == Watching)
      return Tripped;
    return Watching;
  }
  return Idle;
}

/* Whether the load stays connected. */
int isConnected(int first, int second, int third) {
  int state = Idle;
  state = nextState(state, first);
  state = nextState(state, second);
  state = nextState(state, third);
  int connected = state != Tripped;
  return connected;
}
