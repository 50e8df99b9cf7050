// The tables of fields.ts, unpacked for the codec.
import { enumNames, messageFields } from "./fields";

/** The value of a field: a scalar, an enum value's name, a message, or a list. */
export type FieldValue = number | string | boolean | Uint8Array | Message | FieldValue[];

/** A message of any type. */
export type Message = { [name: string]: FieldValue | undefined };

/** The types of fields, by their signs in the tables. */
export enum Kind {
  double = ".",
  bool = "{",
  int = ")",
  uint = "}",
  sint = "-",
  string = ",",
  bytes = "&",
  message = "(",
  enum = ":",
}

/** A field's definition. */
export interface Field {
  name: string;
  number: number;
  kind: Kind;
  /** The index of its message or enum in the tables. */
  type: number;
  isRepeated: boolean;
  /** True if each value is encoded by itself; only in tables of pages. */
  isUnpacked?: boolean;
  /** True if it is encoded even at its default. */
  hasPresence: boolean;
  /** The wire type. */
  wire: WireType;
}

/** The wire types. */
export enum WireType {
  varint = 0,
  fixed64 = 1,
  delimited = 2,
  fixed32 = 5,
}

/** The numbers of messages and enums seen so far. No field refers to the first three messages. */
let [messages, enums] = [3, 0];

/** The fields of each message, by field number. */
export const fieldsOf: readonly Field[][] = messageFields.split(";").map(readFields);

/** The value names of each enum. */
export const namesOf: readonly string[][] = enumNames.split(";")
  .map((text) => `unspecified,${text}`.split(","));

/** Parses the fields of a message. */
export function readFields(text: string): Field[] {
  const fields: Field[] = [];
  let last = 0;
  for (const part of text.matchAll(/(\w+)(?:=(\d+))?([^\w=])(\d*)([*?]?)/g)) {
    const [, name = "", number = last + 1, sign, place, mark] = part;
    const kind = sign as Kind;
    fields[(last = Number(number))] = {
      name,
      number: last,
      kind,
      type: place ? Number(place) : kind === Kind.message ? messages++
        : kind === Kind.enum ? enums++ : 0,
      isRepeated: mark === "*",
      hasPresence: mark === "?" || kind === Kind.message,
      wire: wireOf(kind),
    };
  }
  return fields;
}

function wireOf(kind: Kind): WireType {
  switch (kind) {
    case Kind.double: return WireType.fixed64;
    case Kind.string: case Kind.bytes: case Kind.message: return WireType.delimited;
    default: return WireType.varint;
  }
}
