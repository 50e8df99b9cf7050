import type { TriggerLines } from "../../Client/src/contract/messages";
import { numberLiteral, written } from "./numberLiteral";
import type { NumberLiteral } from "./numberLiteral";
import { plainText } from "../definition/yamlNodes";
import type { YAMLMapping, YAMLNode } from "../definition/yamlNodes";
import type { YAMLText } from "../definition/yamlText";

/** A replacement of a range of a text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The field that a trigger line shows. */
export interface LineField {
  /** The list in the experience's root, and the ID of its item; or the name of a mapping. */
  readonly parent: readonly string[];
  readonly name: string;
  /** True for a pull's distance, which is a negative offset of the list. */
  readonly isPull: boolean;
  /** The line's distance from the field's value, such as a hysteresis, in the value's unit. */
  readonly shift: number;
}

/** A field's value in a text. */
export interface FieldValue {
  readonly literal: NumberLiteral;
  /** The length of a unit of the value, pt. */
  readonly scale: number;
  /** The step of the line, in the value's unit. */
  readonly step: number;
  readonly limits: readonly [number, number];
  /** Returns the edit that writes another value, a multiple of the step. */
  edit(value: number): TextEdit;
}

/** The values of fields that a text may omit, pt. */
const defaults: { readonly [name: string]: string } = {
  threshold: "456", tip_distance: "100", trigger_distance: "150",
};

/** Returns the field's path, such as `toggles[rocket].threshold`. */
export function pathOf({ parent: [list = "", id], name }: LineField): string {
  return id === undefined ? `${list}.${name}` : `${list}[${id}].${name}`;
}

/**
 * Returns the field of each trigger line that shows one, by the line's offset.
 *
 * @param text - The text that the session was opened with.
 * @param height - The surface's height, pt.
 */
export function lineFields(
  text: YAMLText, { source = "", lines = [] }: TriggerLines, height: number
): Map<number, LineField> {
  const found = new Map<number, LineField>();
  for (const field of candidates(text.root, source)) {
    const value = fieldValue(text, field, height);
    if (!value || (field.isPull && value.literal.value <= 0)) continue;
    const offset = offsetOf(field, value.literal.value, value.scale);
    const line = lines.find((each) => Math.abs((each.offset ?? 0) - offset) < 1e-6);
    if (line && !found.has(line.offset ?? 0)) found.set(line.offset ?? 0, field);
  }
  return found;
}

/** Returns the offset of a field's line, pt. */
export function offsetOf(field: LineField, value: number, scale: number): number {
  const distance = (value + field.shift) * scale;
  return field.isPull ? -distance : distance;
}

/**
 * Returns a field's value in a text; undefined if the text has no such field, and it cannot be
 * added.
 */
export function fieldValue(
  { text: whole, root }: YAMLText, { parent: [list = "", id], name }: LineField, height: number
): FieldValue | undefined {
  const place = child(root, list);
  const mapping = id === undefined ? place : items(place).find((each) => textOf(each, "id") === id);
  if (mapping?.kind !== "mapping") return undefined;
  const isInHeights = /height$/i.test(textOf(mapping, "unit"));
  const node = child(mapping, name);
  const isGiven = node?.kind === "scalar" && !(node.isPlain && node.content === "");
  if (node && node.kind !== "scalar") return undefined;
  const literal = numberLiteral(
    isGiven ? plainText(node) : isInHeights ? "" : defaults[name] ?? "");
  if (!literal) return undefined;
  const step = Math.min(literal.step, isInHeights ? 0.001 : 1);
  return {
    literal, step, scale: isInHeights ? height : 1, limits: limits(mapping, id, isInHeights, step),
    edit: (value) => {
      const text = written(literal, value, step);
      if (!node) return insertion(whole, mapping, name, text);
      return { start: node.start, end: node.end, text: isGiven ? text : ` ${text}` };
    },
  };
}

/** Returns the range that the engine accepts apart from relations to other fields. */
function limits(
  mapping: YAMLMapping, id: string | undefined, isInHeights: boolean, step: number
): readonly [number, number] {
  if (id !== undefined) return [0, isInHeights ? 1000 : 1e6];
  return [step, number(mapping, "limit") ?? (isInHeights ? 1 : 812)];
}

/** Returns all fields that may have a line on a list, the most likely ones first. */
function candidates(root: YAMLNode | undefined, source: string): LineField[] {
  const fields: LineField[] = [];
  const toggles = items(child(root, "toggles"));
  // A toggle that sees every source has lines on other lists as well.
  const nearest = [...toggles].sort((a, b) =>
    +(textOf(b, "source") === source) - +(textOf(a, "source") === source));
  for (const toggle of nearest) {
    const isByDirection = /direction$/i.test(textOf(toggle, "policy"));
    const name = isByDirection ? "near_top" : "threshold";
    const hysteresis = isByDirection ? 0 : number(toggle, "hysteresis") ?? 0;
    const parent = ["toggles", textOf(toggle, "id")];
    for (const shift of new Set([hysteresis, -hysteresis])) {
      fields.push({ parent, name, isPull: false, shift });
    }
  }
  if (textOf(child(root, "second_floor"), "source") === source) {
    for (const name of ["trigger_distance", "tip_distance", "refresh_distance"]) {
      fields.push({ parent: ["second_floor"], name, isPull: true, shift: 0 });
    }
  }
  return fields;
}

/** Returns the edit that adds a field at the end of a mapping, in its style. */
function insertion(
  text: string, { entries, isFlow, start }: YAMLMapping, name: string, value: string
): TextEdit {
  const at = (place: number, added: string) => ({ start: place, end: place, text: added });
  const last = entries[entries.length - 1];
  if (!last) return at(start + 1, ` ${name}: ${value} `);
  const quote = /["']/.exec(text[last.start] ?? "")?.[0] ?? "";
  const added = `${quote}${name}${quote}: ${value}`;
  const before = text.slice(text.lastIndexOf("\n", last.start - 1) + 1, last.start);
  if (isFlow) return at(last.value.end, /\S/.test(before) ? `, ${added}` : `,\n${before}${added}`);
  const lineEnd = text.indexOf("\n", last.value.end);
  // The key may follow the dash of its item.
  return at(lineEnd < 0 ? text.length : lineEnd, `\n${" ".repeat(before.length)}${added}`);
}

function child(node: YAMLNode | undefined, name: string): YAMLNode | undefined {
  if (node?.kind !== "mapping") return undefined;
  return node.entries.find(({ key = "" }) => snakeCase(key) === name)?.value;
}

function items(node: YAMLNode | undefined): readonly YAMLNode[] {
  return node?.kind === "sequence" ? node.items : [];
}

function textOf(node: YAMLNode | undefined, name: string): string {
  const found = child(node, name);
  return found?.kind === "scalar" ? found.content : "";
}

function number(node: YAMLNode, name: string): number | undefined {
  return numberLiteral(plainText(child(node, name)))?.value;
}

/** The engine accepts the names of protobuf's JSON as well. */
function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
