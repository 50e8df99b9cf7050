// Short forms of values: a word, a number or a duration in place of a message.
import type { FieldValue, Message } from "../../Client/src/contract/schema";
import { readDuration, readInteger, readNumber } from "./scalars";
import type { ScalarValue } from "./scalars";
import { cubicBezier, fieldNamed } from "./schema";
import type { DefinitionField, Enumeration, FieldType } from "./schema";

/** The named curves (rule M1). */
const curves: { readonly [word: string]: readonly [number, number, number, number] } = {
  linear: [0, 0, 1, 1], ease_in: [0.42, 0, 1, 1], ease_out: [0, 0, 0.58, 1],
  ease_in_out: [0.42, 0, 0.58, 1], ease: [0.25, 0.1, 0.25, 1],
};

/**
 * The fields that a scalar may set in place of the whole message, in order of preference: `News`
 * for `{ text: News }`, `3` for `{ content: { count: { count: 3 } } }`.
 */
const shorthands = ["text", "content", "count", "id"];

/** Returns the words that are short for a message. */
export function wordsFor(message: number): string[] {
  return message === cubicBezier ? Object.keys(curves) : [];
}

/** Returns the fields of a message that a scalar may set. */
export function shorthandFields(message: number): DefinitionField[] {
  return shorthands.flatMap((name) => fieldNamed(message, name) ?? [])
    .filter(({ cardinality }) => cardinality === "one");
}

/** Returns the value of a scalar for the encoder; undefined if it does not fit the type. */
export function valueOf(scalar: ScalarValue, type: FieldType): FieldValue | undefined {
  if (type.kind === "message") return messageOf(scalar, type.message);
  if (type.kind === "boolean") return scalar.kind === "boolean" ? scalar.isTrue : undefined;
  if (scalar.kind === "none" || scalar.kind === "boolean") return undefined;
  const { word } = scalar;
  if (type.kind === "number") return readNumber(word, type.units);
  if (type.kind === "integer") return readInteger(word, type.least, type.most);
  if (scalar.kind === "number") return undefined;
  switch (type.kind) {
    case "text": return word;
    case "duration": return readDuration(word);
    case "enumeration": return enumeratedOf(word, type.enumeration);
  }
}

function messageOf(scalar: ScalarValue, message: number): Message | undefined {
  const word = scalar.kind === "text" ? plain(scalar.word) : "";
  if (wordsFor(message).includes(word)) {
    const [x1, y1, x2, y2] = curves[word]!;
    return { x1, y1, x2, y2 };
  }
  for (const { jsonName, type } of shorthandFields(message)) {
    const value = valueOf(scalar, type);
    if (value !== undefined) return { [jsonName]: value };
  }
  return undefined;
}

/** Returns the client's word for a word or a name of the proto file. */
function enumeratedOf(word: string, { words, names }: Enumeration): string | undefined {
  return words[names.indexOf(word)] ?? words.slice(1).find((each) => each === plain(word));
}

/** Returns a word with underscores: `ease_in_out` for `ease-in-out`. */
function plain(word: string): string {
  return word.replace(/-/g, "_");
}
