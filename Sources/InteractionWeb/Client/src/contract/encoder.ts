// The encoder of protobuf's binary format.
import type { MessageType } from "./fields";
import type { Messages } from "./messages";
import { fieldsOf, Kind, namesOf, WireType } from "./schema";
import type { Field, Message, FieldValue } from "./schema";
import { encodeText } from "./utf8";

/**
 * Encodes a message in canonical form: fields in ascending order, without those at their defaults.
 * Numbers of integer fields are rounded.
 */
export function encode<Type extends MessageType>(
  type: Type,
  message: Messages[Type],
): Uint8Array {
  return Uint8Array.from(messageBytes(type, message as Message));
}

function messageBytes(type: number, message: Message): number[] {
  const bytes: number[] = [];
  fieldsOf[type]!.forEach((field) => {
    const { name, number, isRepeated, isUnpacked, hasPresence, wire } = field;
    const value = message[name];
    if (value === undefined || !(hasPresence || !isDefault(field, value))) return;
    const values = isRepeated ? value as FieldValue[] : [value];
    if (isRepeated && !isUnpacked && wire !== WireType.delimited) {
      const packed: number[] = [];
      for (const each of values) putValue(packed, field, each);
      putVarint(bytes, number * 8 + WireType.delimited);
      putDelimited(bytes, packed);
    } else {
      for (const each of values) {
        putVarint(bytes, number * 8 + wire);
        putValue(bytes, field, each);
      }
    }
  });
  return bytes;
}

function isDefault({ kind, type }: Field, value: FieldValue): boolean {
  // −0 is not the default.
  if (!value) return !Object.is(value, -0);
  return (value as { length?: number }).length === 0
    || (kind === Kind.enum && value === namesOf[type]![0]);
}

function putValue(bytes: number[], { kind, type }: Field, value: FieldValue): void {
  if (kind === Kind.enum) putVarint(bytes, Math.max(namesOf[type]!.indexOf(value as string), 0));
  else if (kind === Kind.message) putDelimited(bytes, messageBytes(type, value as Message));
  else if (kind === Kind.string) putDelimited(bytes, encodeText(value as string));
  else if (kind === Kind.bytes) putDelimited(bytes, value as Uint8Array);
  else if (kind === Kind.double) {
    // Little-endian, as protobuf; so is every platform with a browser.
    bytes.push(...new Uint8Array(Float64Array.of(value as number).buffer));
  } else {
    const whole = Math.round(Number(value)) || 0;
    putVarint(bytes, kind === Kind.sint ? (whole < 0 ? -2 * whole - 1 : 2 * whole) : whole);
  }
}

function putDelimited(bytes: number[], content: ArrayLike<number>): void {
  putVarint(bytes, content.length);
  for (let index = 0; index < content.length; index++) bytes.push(content[index]!);
}

/** Appends an integer of at most 53 bits; negative ones are sign-extended to 64. */
function putVarint(bytes: number[], value: number): void {
  let bits = BigInt.asUintN(64, BigInt(value));
  for (; bits > 0x7fn; bits >>= 7n) bytes.push(Number(bits & 0x7fn) | 0x80);
  bytes.push(Number(bits));
}
