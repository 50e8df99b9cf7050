import type { YAMLScalar } from "./yamlNodes";

/** A scalar by the core schema of YAML 1.2; `number` and `text` as written. */
export type ScalarValue =
  | { readonly kind: "none" }
  | { readonly kind: "boolean"; readonly isTrue: boolean }
  | { readonly kind: "number" | "text"; readonly word: string };

/** Returns the value of a scalar. */
export function scalarValue({ content: word, isPlain }: YAMLScalar): ScalarValue {
  if (!isPlain) return { kind: "text", word };
  if (/^(?:~|null|Null|NULL)?$/.test(word)) return { kind: "none" };
  if (/^(?:true|True|TRUE)$/.test(word)) return { kind: "boolean", isTrue: true };
  if (/^(?:false|False|FALSE)$/.test(word)) return { kind: "boolean", isTrue: false };
  return { kind: isNumber(word) ? "number" : "text", word };
}

/** Returns whether a word is a decimal number, of any size. */
export function isNumber(word: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(word);
}

/** Reads a number with an optional unit. */
export function readNumber(word: string, units: readonly string[]): number | undefined {
  const unit = units.filter((each) => word.endsWith(each))
    .reduce((longest, each) => each.length > longest.length ? each : longest, "");
  const digits = word.slice(0, word.length - unit.length);
  return isNumber(digits) && Number.isFinite(Number(digits)) ? Number(digits) : undefined;
}

/** Reads an integer, such as `3` or `3e2`, within a range. */
export function readInteger(word: string, least: bigint, most: bigint): number | undefined {
  if (!isNumber(word)) return undefined;
  const number = Number(word);
  if (!Number.isInteger(number)) return undefined;
  const integer = /^[+-]?\d+$/.test(word) ? BigInt(word) : BigInt(number);
  if (integer < least || integer > most) return undefined;
  // The encoder's integers have 53 bits; the fields' limits are far below.
  const limit = Number.MAX_SAFE_INTEGER;
  return Math.max(-limit, Math.min(number, limit)) + 0;
}

/** Reads a duration in seconds or milliseconds, with at most nanoseconds. */
export function readDuration(word: string): { seconds: number; nanos: number } | undefined {
  const found = /^(-?)(\d+)(?:\.(\d+))?(m?)s$/.exec(word);
  if (!found) return undefined;
  const [, sign, whole = "", decimals = "", milli] = found;
  const shift = milli ? 3 : 0;
  const digits = "0".repeat(shift) + whole;
  const fraction = (digits.slice(digits.length - shift) + decimals).replace(/0+$/, "");
  const seconds = Number(digits.slice(0, digits.length - shift));
  // The range of google.protobuf.Duration: ±10,000 years, with nanoseconds.
  if (fraction.length > 9 || seconds > 315_576_000_000) return undefined;
  const factor = sign ? -1 : 1;
  return { seconds: factor * seconds + 0, nanos: factor * Number(fraction.padEnd(9, "0")) + 0 };
}
