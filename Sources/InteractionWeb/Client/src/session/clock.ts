/** What a session needs of time; a test has one of its own. */
export interface Clock {
  /** A time that never runs backwards, ms from any origin. */
  now(): number;
  /** The time of day, ms since 1970: the only clock that goes on while the page is closed. */
  wallClock(): number;
  /** Calls back after so many ms; returns what takes the call back. */
  after(milliseconds: number, call: () => void): () => void;
}

/** The clocks of browsers and mini-programs. */
export const systemClock: Clock = {
  now: () => (typeof performance === "undefined" ? Date : performance).now(),
  wallClock: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
