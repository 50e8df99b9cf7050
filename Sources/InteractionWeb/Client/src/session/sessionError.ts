import { milliseconds } from "../contract/codec";
import type { FieldViolation } from "../contract/messages";
import { ErrorDetails, readDetail } from "./errorDetails";

/** The gRPC statuses, by number, with Connect's names. */
const STATUSES = [
  "ok", "canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found",
  "already_exists", "permission_denied", "resource_exhausted", "failed_precondition", "aborted",
  "out_of_range", "unimplemented", "internal", "unavailable", "data_loss", "unauthenticated",
] as const;

/** A gRPC status, with Connect's name. */
export type Status = typeof STATUSES[number];

/** An error of a session, from the server or the transport. */
export class InteractionError extends Error {
  constructor(
    /** The gRPC status. */
    readonly code: Status,
    message: string,
    /**
     * The machine-readable reason of the server, such as `SEQUENCE_GAP`; empty if there is none.
     */
    readonly reason = "",
    /** The delay before a retry, ms, at most an hour; absent if the server named none. */
    readonly retryDelay?: number,
    /** The violations, one for each field. */
    readonly violations: readonly FieldViolation[] = [],
  ) {
    super(message);
    this.name = "SessionError";
  }

  /**
   * True if the error concerns this server or the path to it, so that another server may succeed.
   */
  get isLocal(): boolean {
    return ["", "draining", "overloaded"].includes(this.smallReason);
  }

  /** The remedy; the same as in the documentation's table of reasons. */
  get retryAdvice(): "none" | "again" | "newToken" {
    if (AGAIN.includes(this.smallReason)) return "again";
    if (/^token_(missing|invalid|expired)$/.test(this.smallReason)) return "newToken";
    if (this.reason !== "") return "none";
    // Without a reason the error is from a proxy or the network.
    if (this.code === "unauthenticated") return "newToken";
    return FINAL.includes(this.code) ? "none" : "again";
  }

  /** The reason in lower case, which compresses better. */
  get smallReason(): string {
    return this.reason.toLowerCase();
  }

  /** Decodes the text message before a close, which has the form of Connect's errors. */
  static fromText(text: string): InteractionError | undefined {
    try {
      const { code, message, details = [] } = JSON.parse(text) as {
        code: unknown; message?: string; details?: { type: string; value: string }[];
      };
      const { reason, delay, violations }: ErrorDetails = Object.assign({}, ...details.map(readDetail));
      return new InteractionError(
        STATUSES.find((status) => status === code) ?? "unknown", message ?? "", reason,
        delay && Math.min(Math.max(milliseconds(delay), 0), LONGEST_DELAY), violations);
    } catch {
      return undefined;
    }
  }

  /** Returns the error of a close without a text message; undefined for a normal closure. */
  static fromClose(code: number, reason: string): InteractionError | undefined {
    if (code === 1000 || code === 4000) return undefined;
    return new InteractionError(
      STATUSES[code - 4000] ?? "unavailable", reason || `WebSocket closed with ${code}`);
  }
}

/** The maximum retry delay, ms: a browser's timer of 2^31 ms fires at once. */
const LONGEST_DELAY = 3_600_000;

const AGAIN = [
  "draining", "overloaded", "slow_consumer", "heartbeat_lost", "too_many_events",
  "too_many_sessions", "simulations_busy", "open_timeout", "sequence_gap", "unknown_session",
  "diverged",
];
const FINAL: Status[] = [
  "invalid_argument", "not_found", "permission_denied", "unimplemented", "out_of_range",
  "failed_precondition", "already_exists",
];
