// The fields and enumerations of a definition, from the generated tables.
import { fieldsOf, Kind, namesOf, readFields } from "../../Client/src/contract/schema";
import type { Field } from "../../Client/src/contract/schema";
import { enums, messages } from "./fields";

/** A field of a definition. */
export interface DefinitionField {
  /** The name in the proto files. */
  readonly name: string;
  readonly jsonName: string;
  readonly comment: string;
  readonly cardinality: "one" | "list" | "map";
  readonly type: FieldType;
  /** The name of the field's oneof. */
  readonly oneof: string | undefined;
}

/** The type of a value. */
export type FieldType =
  | { readonly kind: "text" | "boolean" | "duration" }
  /** A number with the optional units that the field's comment names. */
  | { readonly kind: "number"; readonly units: readonly string[] }
  | { readonly kind: "integer"; readonly least: bigint; readonly most: bigint }
  | { readonly kind: "enumeration"; readonly enumeration: Enumeration }
  | { readonly kind: "message"; readonly message: number };

export interface Enumeration {
  /** The words of all values, the unspecified one first. */
  readonly words: readonly string[];
  /** The names in the proto files. */
  readonly names: readonly string[];
}

/** The client's tables end here: its encoder finds the definition's messages after them. */
const [firstMessage, firstEnum] = [fieldsOf.length, namesOf.length];

/** The number of the root message, for the encoder. */
export const root = firstMessage;

/** The number of the message of a named curve. */
export const cubicBezier = messages.findIndex(({ name }) => name === "CubicBezier");
const duration = messages.findIndex(({ name }) => name === "Duration");

const details: readonly { readonly [field: string]: string | undefined }[] =
  messages.map(({ details }) => details);
const tables = messages.map(({ fields }) => readFields(fields));
(fieldsOf as Field[][]).push(...tables.map((fields, message) => fields.map((field) =>
  ({ ...numbered(field), isUnpacked: details[message]![field.name] === "unpacked" }))));
(namesOf as string[][]).push(...enums.map(({ words }) => words));

function numbered(field: Field): Field {
  const first = { [Kind.message]: firstMessage, [Kind.enum]: firstEnum }[field.kind as string] ?? 0;
  return { ...field, type: field.type + first };
}

const enumerations: readonly Enumeration[] = enums.map(({ name, words }) =>
  ({ words, names: words.map((word) => `${snakeCase(name).slice(1)}_${word}`.toUpperCase()) }));

/** The fields of each message, by the message's number. */
export const definitionFields: readonly (readonly DefinitionField[])[] =
  tables.map((fields, message) => Object.values(fields).map((field, index) =>
    definitionField(field, messages[message]!.comments[index]!, details[message]![field.name])));

/** Returns the field with a name in either spelling. */
export function fieldNamed(message: number, name: string): DefinitionField | undefined {
  return definitionFields[message]!.find((field) => field.name === name || field.jsonName === name);
}

function definitionField(
  field: Field, comment: string, detail: string | undefined
): DefinitionField {
  const isMap = detail === "map";
  return {
    name: snakeCase(field.name), jsonName: field.name, comment,
    cardinality: isMap ? "map" : field.isRepeated ? "list" : "one",
    // The values of all maps are strings.
    type: isMap ? { kind: "text" } : typeOf(field, comment, detail === "64"),
    oneof: ["map", "64", "unpacked"].includes(detail ?? "") ? undefined : detail,
  };
}

function typeOf({ kind, type }: Field, comment: string, isWide: boolean): FieldType {
  const half = isWide ? 1n << 63n : 1n << 31n;
  switch (kind) {
    case Kind.bool: return { kind: "boolean" };
    case Kind.double: return { kind: "number", units: unitsIn(comment) };
    case Kind.int: case Kind.sint: return { kind: "integer", least: -half, most: half - 1n };
    // Definitions have none of 64 bits.
    case Kind.uint: return { kind: "integer", least: 0n, most: 2n * half - 1n };
    case Kind.enum: return { kind: "enumeration", enumeration: enumerations[type]! };
    case Kind.message:
      return type === duration ? { kind: "duration" } : { kind: "message", message: type };
    default: return { kind: "text" };
  }
}

/** Returns the units of a number that its field's comment names. */
function unitsIn(comment: string): string[] {
  // The unit of an animated property's value is a length or an angle.
  if (comment.includes("the property's unit")) return ["pt", "rad"];
  const words = comment.split(/[ ,;.()]/);
  return ["pt", "px", "rad", "pt/s", "%"].filter((unit) => words.includes(unit));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
