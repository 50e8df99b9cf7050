import { decodeFields } from "../contract/decoder";
import { MessageType } from "../contract/fields";
import type { Duration, FieldViolation } from "../contract/messages";
import { Kind, readFields } from "../contract/schema";
import { fromBase64 } from "./base64";

// The details are messages of google.rpc, which are not in the contract's tables.

/** The details of an error. */
export interface ErrorDetails {
  /** From `google.rpc.ErrorInfo`. */
  reason?: string;
  /** From `google.rpc.RetryInfo`. */
  delay?: Duration;
  /** From `google.rpc.BadRequest`. */
  violations?: FieldViolation[];
}

const DETAILS: Record<string, string> = {
  ErrorInfo: `reason${Kind.string}`,
  RetryInfo: `delay${Kind.message}${MessageType.Duration}`,
  BadRequest: `violations${Kind.message}${MessageType.FieldViolation}*`,
};

/** Decodes a detail from base64; empty if it is malformed or of another type. */
export function readDetail({ type, value }: { type: string; value: string }): ErrorDetails {
  const fields = readFields(DETAILS[type.split(".").pop()!] ?? "");
  try {
    return decodeFields(fields, fromBase64(value));
  } catch {
    return {};
  }
}
