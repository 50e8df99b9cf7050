/** The clock of sessions: the system's, or a test's. */
export interface Clock {
  /** Returns the current time, ms from any origin; monotonic. */
  now(): number;
  /**
   * Returns the wall-clock time, ms since 1970: the only clock that runs while the page is closed.
   */
  wallClock(): number;
  /** Schedules a call. Returns a function that cancels it. */
  schedule(milliseconds: number, call: () => void): () => void;
}

/** The clocks of browsers and mini-programs. */
export const systemClock: Clock = {
  now: () => (typeof performance === "undefined" ? Date : performance).now(),
  wallClock: () => Date.now(),
  schedule: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
