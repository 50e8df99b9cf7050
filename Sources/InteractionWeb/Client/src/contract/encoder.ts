// Writes protobuf's binary format.
import { delimited, fieldsOf, isMessage, namesOf } from "./schema";
import type { Message, Value } from "./schema";
import type { Messages } from "./messages";

/**
 * Writes a message in protobuf's canonical form: fields by their numbers, without those that have
 * their defaults. Fractions of whole numbers are rounded, and so are those of microseconds.
 */
export function encode<Name extends keyof Messages>(
  type: Name,
  message: Messages[Name],
): Uint8Array {
  return Uint8Array.from(messageBytes(type, message as Message));
}

function messageBytes(type: string, message: Message): number[] {
  const bytes: number[] = [];
  fieldsOf(type).forEach(({ name, number, type, isRepeated, hasPresence, wire }) => {
    const value = message[name];
    if (value === undefined) return;
    const put = (wire: number, content: () => void) => {
      putVarint(bytes, number * 8 + wire);
      content();
    };
    if (!Array.isArray(value)) {
      if (hasPresence || !isDefault(type, value)) put(wire, () => putValue(bytes, type, value));
    } else if (wire === delimited) {
      for (const each of value) put(wire, () => putValue(bytes, type, each));
    } else if (isRepeated && value.length) {
      const packed: number[] = [];
      for (const each of value) putValue(packed, type, each);
      put(delimited, () => putDelimited(bytes, packed));
    }
  });
  return bytes;
}

function isDefault(type: string, value: Value): boolean {
  // Protobuf takes −0 for another number than 0.
  if (!value) return !Object.is(value, -0);
  return value === namesOf(type)?.[0] || (value as { length?: number }).length === 0;
}

function putValue(bytes: number[], type: string, value: Value): void {
  const names = namesOf(type);
  if (names) putVarint(bytes, Math.max(names.indexOf(value as string), 0));
  else if (isMessage(type)) putDelimited(bytes, messageBytes(type, value as Message));
  else if (type === "string") putDelimited(bytes, new TextEncoder().encode(value as string));
  else if (type === "bytes") putDelimited(bytes, value as Uint8Array);
  else if (type === "double") {
    const double = new DataView(new ArrayBuffer(8));
    double.setFloat64(0, value as number, true);
    for (let index = 0; index < 8; index++) bytes.push(double.getUint8(index));
  } else {
    const whole = Math.round(Number(value));
    putVarint(bytes, type === "sint" ? (whole < 0 ? -2 * whole - 1 : 2 * whole) : whole);
  }
}

function putDelimited(bytes: number[], content: ArrayLike<number>): void {
  putVarint(bytes, content.length);
  for (let index = 0; index < content.length; index++) bytes.push(content[index]!);
}

/** Puts a number of at most 53 bits, negative ones as if they had 64. */
function putVarint(bytes: number[], value: number): void {
  let [low, high] = [value >>> 0, Math.floor(value / 2 ** 32) >>> 0];
  for (; high || low > 0x7f; high >>>= 7) {
    bytes.push((low & 0x7f) | 0x80);
    low = ((low >>> 7) | (high << 25)) >>> 0;
  }
  bytes.push(low);
}
