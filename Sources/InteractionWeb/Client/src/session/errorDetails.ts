import { decodeFields } from "../contract/decoder";
import { MessageType } from "../contract/fields";
import type { Duration, FieldViolation } from "../contract/messages";
import { Kind, readFields } from "../contract/schema";
import { fromBase64 } from "./base64";

// The details of an error are messages of google.rpc, which the contract's tables do not have.

/** What the details of an error say. */
export interface ErrorDetails {
  /** Of `google.rpc.ErrorInfo`. */
  reason?: string;
  /** Of `google.rpc.RetryInfo`. */
  delay?: Duration;
  /** Of `google.rpc.BadRequest`. */
  violations?: FieldViolation[];
}

const DETAILS: Record<string, string> = {
  ErrorInfo: `reason${Kind.string}`,
  RetryInfo: `delay${Kind.message}${MessageType.Duration}`,
  BadRequest: `violations${Kind.message}${MessageType.FieldViolation}*`,
};

/** Reads a detail from base64; nothing of one that is malformed, or that no client decides by. */
export function readDetail({ type, value }: { type: string; value: string }): ErrorDetails {
  const fields = readFields(DETAILS[type.split(".").pop()!] ?? "");
  try {
    return decodeFields(fields, fromBase64(value));
  } catch {
    return {};
  }
}
