import { milliseconds } from "../contract/codec";
import type { FieldViolation } from "../contract/messages";
import { ErrorDetails, readDetail } from "./errorDetails";

/** The gRPC statuses by their numbers, in the words of Connect's errors. */
const STATUSES = [
  "ok", "canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found",
  "already_exists", "permission_denied", "resource_exhausted", "failed_precondition", "aborted",
  "out_of_range", "unimplemented", "internal", "unavailable", "data_loss", "unauthenticated",
] as const;

/** A gRPC status, in the words of Connect's errors. */
export type Status = typeof STATUSES[number];

/** Why a session ended, in the words of the server or of the transport. */
export class SessionError extends Error {
  constructor(
    /** The gRPC status. */
    readonly code: Status,
    message: string,
    /** The server's reason, such as `SEQUENCE_GAP`; empty if it gave none. */
    readonly reason = "",
    /**
     * How long to wait before trying again, ms, an hour at most; absent if the server does not say.
     */
    readonly retryDelay?: number,
    /** What is wrong, field by field. */
    readonly violations: readonly FieldViolation[] = [],
  ) {
    super(message);
    this.name = "SessionError";
  }

  /** Whether it is about the server, or the way to it: another one may do. */
  get isLocal(): boolean {
    return ["", "draining", "overloaded"].includes(this.smallReason);
  }

  /** What may help; the table in the documentation says the same. */
  get remedy(): "none" | "again" | "newToken" {
    if (AGAIN.includes(this.smallReason)) return "again";
    if (/^token_(missing|invalid|expired)$/.test(this.smallReason)) return "newToken";
    if (this.reason !== "") return "none";
    // Nothing that knows the contract has spoken: a proxy, or the network.
    if (this.code === "unauthenticated") return "newToken";
    return FINAL.includes(this.code) ? "none" : "again";
  }

  /** The reason as it is compared: small letters pack better. */
  get smallReason(): string {
    return this.reason.toLowerCase();
  }

  /** Reads the text message that comes before the end, which has the form of Connect's errors. */
  static fromText(text: string): SessionError | undefined {
    try {
      const { code, message, details = [] } = JSON.parse(text) as {
        code: unknown; message?: string; details?: { type: string; value: string }[];
      };
      const { reason, delay, violations }: ErrorDetails = Object.assign({}, ...details.map(readDetail));
      return new SessionError(
        STATUSES.find((status) => status === code) ?? "unknown", message ?? "", reason,
        delay && Math.min(Math.max(milliseconds(delay), 0), LONGEST_DELAY), violations);
    } catch {
      return undefined;
    }
  }

  /** What the end of a socket means, if nothing was said before; nothing for an end in good order. */
  static fromClose(code: number, reason: string): SessionError | undefined {
    if (code === 1000 || code === 4000) return undefined;
    return new SessionError(
      STATUSES[code - 4000] ?? "unavailable", reason || `the connection ended with ${code}`);
  }
}

/** The longest wait that a server may ask for, ms. A browser's timer of 2^31 ms is due at once. */
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
