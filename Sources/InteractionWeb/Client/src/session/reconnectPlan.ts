import type { SessionError } from "./sessionError";

/** How a session comes back after its connection was lost; all times in ms. */
export interface ReconnectPolicy {
  /** The first wait is random between nothing and this. */
  base: number;
  /** No wait is longer than this, but for what a server asks for. */
  cap: number;
  /** How long to try before giving up; absent for as long as the session lives. */
  patience?: number;
  /**
   * How long the server may be silent before the connection counts as lost. Default: two and a half
   * of the server's heartbeat intervals, 25 s until it has named one.
   */
  silence?: number;
}

/** A quarter of a second at first, twenty seconds at most, for as long as the session lives. */
export const standardReconnectPolicy: ReconnectPolicy = { base: 250, cap: 20_000 };

/** How long a session has to have been open to count as mended, µs. */
const STABLE = 1_000_000;

/** Decides, after a connection was lost, whether, when and where to try again. Times in µs. */
export class ReconnectPlan {
  /** Which engine is tried next. */
  endpoint = 0;
  /**
   * Which variant of the routing key goes with the next attempt: a proxy that chose a full engine by
   * the last one chooses another.
   */
  keyVariant = 0;
  /** Attempts that have failed since the session was last open. */
  failures = 0;
  /** Since when it has not been open. */
  private since?: number;
  /** Whether a refused token has been replaced since the session was last open. */
  private hasRefreshed = false;

  /** @param random A number from 0 up to 1, for the jitter. */
  constructor(
    private readonly policy: ReconnectPolicy | undefined, private readonly endpoints: number,
    private readonly random: () => number,
  ) {}

  /**
   * The session was open, for so long. One that is over at once changes nothing about the waits, or
   * a server that ends every session would be asked again without one.
   */
  succeed(duration: number): void {
    this.since = undefined;
    if (duration < STABLE) return;
    this.failures = 0;
    this.hasRefreshed = false;
  }

  /** The server has sent the session elsewhere. */
  moveOn(keyVariant = 0): void {
    this.endpoint = (this.endpoint + 1) % this.endpoints;
    this.keyVariant = keyVariant;
  }

  /**
   * An attempt has failed, or an open session has lost its connection.
   *
   * Returns how long to wait before the next attempt, µs; nothing if none would help.
   */
  next(error: SessionError, now: number): number | undefined {
    const { policy } = this;
    if (!policy) return undefined;
    this.since ??= now;
    if (policy.patience !== undefined && now - this.since >= policy.patience * 1000) {
      return undefined;
    }
    switch (error.remedy) {
      case "none":
        return undefined;
      case "newToken":
        if (this.hasRefreshed) return undefined;
        this.hasRefreshed = true;
        this.failures += 1;
        return 0;
      case "again":
        this.failures += 1;
        if (error.isLocal) {
          this.moveOn(error.smallReason === "overloaded" ? (this.keyVariant + 1) % 4 : 0);
          // Another engine may be there at once; a round without success is a reason to wait.
          if (this.failures % this.endpoints !== 0) return 0;
        }
        return this.delay(policy, error.retryDelay);
    }
  }

  /**
   * Anything up to twice as much each time, so that clients which lost a server together do not
   * come back together; after what the server asks for.
   */
  private delay({ base, cap }: ReconnectPolicy, asked = 0): number {
    const attempt = Math.floor((this.failures + this.endpoints - 1) / this.endpoints);
    const limit = Math.min(base * 2 ** Math.min(attempt - 1, 20), cap);
    return Math.round((asked + limit * this.random()) * 1000);
  }
}
