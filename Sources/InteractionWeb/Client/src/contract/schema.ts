// The tables of fields.ts, as the codec looks things up in them.
import { enumNames, messageFields } from "./fields";

/** What a field may hold: a scalar, the name of an enum's value, a message, or a list. */
export type Value = number | string | boolean | Uint8Array | Message | Value[];

/** A message of any type. */
export type Message = { [name: string]: Value | undefined };

/** What kind of values a field has, by their signs in the tables. */
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

/** What the contract says about a field. */
export interface Field {
  name: string;
  number: number;
  kind: Kind;
  /** The place of its message or its enum in the tables. */
  type: number;
  isRepeated: boolean;
  /** Whether it is there even where it has its default. */
  hasPresence: boolean;
  /** The form of a value on the wire. */
  wire: Wire;
}

/** The forms of what follows a field's number on the wire. */
export enum Wire {
  varint = 0,
  fixed64 = 1,
  delimited = 2,
  fixed32 = 5,
}

/** How many messages and enums have been named so far; two messages are named by no field. */
let [messages, enums] = [2, 0];

/** The fields of each message, each at the place of its number. */
export const fieldsOf: readonly Field[][] = messageFields.split(";").map(readFields);

/** The words of each enum's values. */
export const namesOf: readonly string[][] = enumNames.split(";")
  .map((text) => `unspecified,${text}`.split(","));

/** The fields of one message, as the tables tell them. */
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

function wireOf(kind: Kind): Wire {
  switch (kind) {
    case Kind.double: return Wire.fixed64;
    case Kind.string: case Kind.bytes: case Kind.message: return Wire.delimited;
    default: return Wire.varint;
  }
}
