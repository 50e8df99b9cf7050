// The tables of fields.ts, as the codec looks things up in them.
import { enumNames, messageFields } from "./fields";

/** What a field may hold: a scalar, the name of an enum's value, a message, or a list. */
export type Value = number | string | boolean | Uint8Array | Message | Value[];

/** A message of any type. */
export type Message = { [name: string]: Value | undefined };

/** What the contract says about a field. */
export interface Field {
  name: string;
  number: number;
  /** A scalar's type, or the name of an enum or a message. */
  type: string;
  isRepeated: boolean;
  /** Whether it is there even where it has its default. */
  hasPresence: boolean;
  /** The form of a value on the wire. */
  wire: number;
}

/** The forms of what follows a field's number on the wire. */
export const [varint, fixed64, delimited, fixed32] = [0, 1, 2, 5];

const fields = new Map<string, Field[]>();
const names = new Map<string, string[]>();

/** The fields of a message, each at the place of its number; none if there is no such message. */
export function fieldsOf(message: string): Field[] {
  let known = fields.get(message);
  if (!known) {
    fields.set(message, (known = []));
    for (const entry of messageFields[message]?.split(",") ?? []) {
      const [name = "", number, type = ""] = entry.split(" ");
      if (name) known[Number(number)] = field(name, Number(number), type);
    }
  }
  return known;
}

function field(name: string, number: number, words: string): Field {
  const type = words.replace(/[*?]/, "");
  const isText = type === "string" || type === "bytes" || isMessage(type);
  return {
    name,
    number,
    type,
    isRepeated: words.endsWith("*"),
    hasPresence: words.endsWith("?") || isMessage(type),
    wire: type === "double" ? fixed64 : isText ? delimited : varint,
  };
}

/** Whether a type is that of a message. */
export function isMessage(type: string): boolean {
  return type in messageFields;
}

/** The names of an enum's values, from 0; undefined if a type is not that of an enum. */
export function namesOf(type: string): string[] | undefined {
  const text = enumNames[type];
  let known = names.get(type);
  if (!known && text) {
    const [prefix = "", ...values] = text.split(",");
    names.set(type, (known = values.map((value) => prefix + value)));
  }
  return known;
}
