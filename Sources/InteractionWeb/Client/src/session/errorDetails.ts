import type { FieldViolation } from "../contract/messages";
import { fromBase64 } from "./base64";

// The details of an error are messages of google.rpc, which the contract's tables do not have.

/** The reason of a `google.rpc.ErrorInfo`, from base64. */
export function readErrorInfo(value: string): string {
  return text(fields(fromBase64(value)).find(({ number }) => number === 1)?.bytes);
}

/** The delay of a `google.rpc.RetryInfo`, ms, from base64. */
export function readRetryDelay(value: string): number {
  const delay = fields(fromBase64(value)).find(({ number }) => number === 1)?.bytes;
  let milliseconds = 0;
  for (const { number, integer } of fields(delay ?? new Uint8Array())) {
    milliseconds += number === 1 ? integer * 1000 : number === 2 ? integer / 1e6 : 0;
  }
  return milliseconds;
}

/** The violations of a `google.rpc.BadRequest`, from base64. */
export function readFieldViolations(value: string): FieldViolation[] {
  return fields(fromBase64(value)).filter(({ number }) => number === 1).map(({ bytes }) => {
    const parts = fields(bytes);
    const part = (number: number) => text(parts.find((field) => field.number === number)?.bytes);
    return { field: part(1), description: part(2) };
  });
}

interface Field {
  number: number;
  integer: number;
  bytes: Uint8Array;
}

/** The fields of a message that are integers, texts or messages; up to the first other one. */
function fields(message: Uint8Array): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = () => {
    let [value, scale] = [0, 1];
    for (; at < message.length; scale *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < message.length) {
    const tag = varint();
    if ((tag & 7) !== 0 && (tag & 7) !== 2) break;
    const integer = varint();
    const end = (tag & 7) === 2 ? at + integer : at;
    found.push({ number: tag >>> 3, integer, bytes: message.subarray(at, end) });
    at = end;
  }
  return found;
}

function text(bytes: Uint8Array = new Uint8Array()): string {
  // Mini-programs have no TextDecoder.
  let escaped = "";
  for (const byte of bytes) escaped += `%${byte < 16 ? "0" : ""}${byte.toString(16)}`;
  try {
    return decodeURIComponent(escaped);
  } catch {
    return "";
  }
}
