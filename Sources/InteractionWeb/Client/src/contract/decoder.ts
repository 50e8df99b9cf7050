// The decoder of protobuf's binary format.
import type { MessageType } from "./fields";
import type { Messages } from "./messages";
import { fieldsOf, Kind, namesOf, WireType } from "./schema";
import type { Field, Message, FieldValue } from "./schema";
import { decodeText } from "./utf8";

/**
 * Decodes a message. Unknown fields and enum values of a later contract are skipped.
 *
 * @throws RangeError or URIError if the bytes are malformed.
 */
export function decode<Type extends MessageType>(type: Type, bytes: Uint8Array): Messages[Type] {
  return decodeFields(fieldsOf[type]!, bytes) as Messages[Type];
}

/** Decodes a message with these fields. */
export function decodeFields(fields: readonly Field[], bytes: Uint8Array): Message {
  return new Decoder(bytes).message(fields, bytes.length);
}

class Decoder {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  message(fields: readonly Field[], end: number): Message {
    const message: Message = {};
    while (this.at < end) {
      const tag = this.varint();
      const [field, wire] = [fields[Math.floor(tag / 8)], tag % 8];
      if (field && wire === field.wire) this.add(field, message, end);
      else if (field?.isRepeated && wire === WireType.delimited) {
        // Packed encoding of repeated scalars.
        for (const last = this.end(end); this.at < last; ) this.add(field, message, last);
      } else this.skip(wire, end);
    }
    if (this.at > end) throw malformed();
    return message;
  }

  private add(field: Field, message: Message, end: number): void {
    const value = this.value(field, end);
    if (value === undefined) return;
    if (field.isRepeated) ((message[field.name] ??= []) as FieldValue[]).push(value);
    else message[field.name] = value;
  }

  private value({ kind, type }: Field, end: number): FieldValue | undefined {
    switch (kind) {
      case Kind.double:
        this.at += 8;
        if (this.at > end) throw malformed();
        return new Float64Array(
          Uint8Array.from(this.bytes.subarray(this.at - 8, this.at)).buffer)[0];
      case Kind.bool:
        return this.varint() !== 0;
      case Kind.uint:
        return this.varint();
      case Kind.int:
        return this.varint(true);
      case Kind.sint: {
        const value = this.varint();
        return value % 2 ? -(value + 1) / 2 : value / 2;
      }
      case Kind.enum:
        return namesOf[type]![this.varint(true)];
    }
    const last = this.end(end);
    if (kind === Kind.message) return this.message(fieldsOf[type]!, last);
    const part = this.bytes.subarray(this.at, last);
    this.at = last;
    return kind === Kind.bytes ? part.slice() : decodeText(part);
  }

  /** Reads a length. Returns the end of the content that follows. */
  private end(limit: number): number {
    const end = this.varint() + this.at;
    if (end > limit) throw malformed();
    return end;
  }

  /** Reads a varint; bits above 64 are dropped. */
  private varint(isSigned = false): number {
    let bits = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) break;
      bits |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(isSigned ? BigInt.asIntN(64, bits) : BigInt.asUintN(64, bits));
    }
    throw malformed();
  }

  private skip(wire: number, end: number): void {
    if (wire === WireType.varint) this.varint();
    else if (wire === WireType.fixed64) this.at += 8;
    else if (wire === WireType.fixed32) this.at += 4;
    else if (wire === WireType.delimited) this.at = this.end(end);
    else throw malformed();
  }
}

/** Returns the error of bytes or a text that no version of this client has written. */
export function malformed(): RangeError {
  return new RangeError("malformed");
}
