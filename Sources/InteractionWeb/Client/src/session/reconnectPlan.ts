import type { InteractionError } from "./sessionError";

/** The policy by which a session reconnects after its connection was lost; times in ms. */
export interface ReconnectPolicy {
  /** The upper limit of the first backoff; the delay is random between zero and this. */
  initialBackoff: number;
  /** The maximum backoff. A retry delay requested by the server is added to it. */
  maximumBackoff: number;
  /** The time after which the session gives up; absent for no limit. */
  timeout?: number;
  /**
   * The silence after which the connection counts as lost. Default: two and a half of the server's
   * heartbeat intervals, which is 25 s until the server has named its interval.
   */
  idleTimeout?: number;
}

/** A backoff of 250 ms at first and 20 s at most, without a time limit. */
export const standardReconnectPolicy: ReconnectPolicy = { initialBackoff: 250, maximumBackoff: 20_000 };

/** The minimum time open after which the backoff is reset, µs. */
const STABLE_TIME = 1_000_000;

/** Decides after a failure whether, when and on which engine to reconnect. Times in µs. */
export class ReconnectPlan {
  /** The index of the engine for the next attempt. */
  endpoint = 0;
  /**
   * The variant of the routing key for the next attempt: it makes a proxy that hashes the key
   * choose another engine than the overloaded one.
   */
  keyVariant = 0;
  /** The number of failed attempts since the session was last stable. */
  failures = 0;
  /** The time since which the session has not been open; absent while it is. */
  downSince?: number;
  /** True if a refused token has been replaced since the session was last stable. */
  private hasRefreshed = false;

  /** @param random Returns a number from 0 up to 1, for the jitter. */
  constructor(
    private readonly policy: ReconnectPolicy | undefined, private readonly endpoints: number,
    private readonly random: () => number,
  ) {}

  /**
   * Records that the session was open for `duration`. A connection that ends at once does not reset
   * the backoff: otherwise a server that ends every session would be retried without delay.
   */
  succeed(duration: number): void {
    this.downSince = undefined;
    if (duration < STABLE_TIME) return;
    this.failures = 0;
    this.hasRefreshed = false;
  }

  /** Selects the next engine, after a drain or a failure. */
  selectNextEndpoint(keyVariant = 0): void {
    this.endpoint = (this.endpoint + 1) % this.endpoints;
    this.keyVariant = keyVariant;
  }

  /**
   * Records a failed attempt or a lost connection.
   *
   * Returns the delay before the next attempt, µs; undefined if a retry cannot help.
   */
  next(error: InteractionError, now: number): number | undefined {
    const { policy } = this;
    if (!policy) return undefined;
    this.downSince ??= now;
    if (policy.timeout !== undefined && now - this.downSince >= policy.timeout * 1000) {
      return undefined;
    }
    switch (error.retryAdvice) {
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
          this.selectNextEndpoint(error.smallReason === "overloaded" ? (this.keyVariant + 1) % 4 : 0);
          // Another engine may be available at once; only a failed round over all of them backs
          // off.
          if (this.failures % this.endpoints !== 0) return 0;
        }
        return this.delay(policy, error.retryDelay);
    }
  }

  /**
   * Returns the server's retry delay plus the backoff: random up to a limit that doubles with each
   * failure (full jitter), so that clients that lost a server together do not reconnect together.
   */
  private delay({ initialBackoff, maximumBackoff }: ReconnectPolicy, asked = 0): number {
    const attempt = Math.floor((this.failures + this.endpoints - 1) / this.endpoints);
    const limit = Math.min(initialBackoff * 2 ** Math.min(attempt - 1, 20), maximumBackoff);
    return Math.round((asked + limit * this.random()) * 1000);
  }
}
