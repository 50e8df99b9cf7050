import type { FieldValue, Message } from "../../Client/src/contract/schema";
import type { Positions } from "./positions";
import { scalarValue } from "./scalars";
import { definitionFields, fieldNamed } from "./schema";
import type { DefinitionField } from "./schema";
import { valueOf } from "./shortForms";
import { misfit, problemOf, requirementOfField, unknownField } from "./wording";
import type { YAMLMapping, YAMLNode } from "./yamlNodes";

/** A problem of a field, such as `toggles[0].threshold`, or of the whole text if that is empty. */
export interface Violation {
  readonly field: string;
  readonly problem: string;
}

/** An entry of a mapping, and the path of its field. */
interface Entry {
  readonly name: string;
  readonly value: YAMLNode;
  readonly place: string;
}

/** The maximum number of problems. */
const maximumViolations = 20;

function isPresent(value: FieldValue | undefined): value is FieldValue {
  return value !== undefined;
}

/** Converts the nodes of a text to a message for the encoder, and collects all problems. */
export class DefinitionReader {
  readonly violations: Violation[] = [];

  constructor(private readonly text: string, private readonly positions: Positions) {}

  /** Converts a mapping as a message, by its number. */
  fields(mapping: YAMLMapping, message: number, path = ""): Message {
    const object: Message = {};
    const members = new Map<string, string>();
    const nameOf = (name: string) => fieldNamed(message, name)?.name ?? name;
    for (const { name, value, place } of this.entries(mapping, path, nameOf)) {
      if (this.isFull) break;
      const field = fieldNamed(message, name);
      if (!field) {
        this.refuse(place, unknownField(name, definitionFields[message]!));
        continue;
      }
      const other = field.oneof && members.get(field.oneof);
      if (other) this.refuse(place, `is set together with ${other}; remove one`);
      if (field.oneof) members.set(field.oneof, name);
      const read = this.value(value, field, place);
      if (read !== undefined) object[field.jsonName] = read;
    }
    return object;
  }

  private get isFull(): boolean {
    return this.violations.length >= maximumViolations;
  }

  /** Returns the entries of a mapping, without duplicates. */
  private entries(
    mapping: YAMLMapping, path: string, nameOf: (name: string) => string
  ): Entry[] {
    const entries: Entry[] = [];
    const lines = new Map<string, number>();
    for (const { key, start, value } of mapping.entries) {
      if (this.isFull) break;
      if (key === undefined) {
        this.refuse(path, "a field name must be a string");
        continue;
      }
      const place = path === "" ? key : `${path}.${key}`;
      const { line } = this.positions.at(start);
      const first = lines.get(nameOf(key));
      if (first !== undefined) {
        this.refuse(place, `is set twice, in line ${first} and in line ${line}; remove one`);
      } else {
        lines.set(nameOf(key), line);
        entries.push({ name: key, value, place });
      }
    }
    return entries;
  }

  private value(node: YAMLNode, field: DefinitionField, place: string): FieldValue | undefined {
    if (this.isFull) return undefined;
    const { cardinality, type } = field;
    if (cardinality === "one") return this.single(node, field, place);
    if (cardinality === "list" && node.kind === "sequence") {
      return node.items.map((item, index) => this.single(item, field, `${place}[${index}]`))
        .filter(isPresent);
    }
    if (cardinality === "list" && node.kind === "scalar" && type.kind === "enumeration") {
      // One word in place of a list of one.
      const value = this.single(node, field, place);
      return value === undefined ? undefined : [value];
    }
    if (cardinality === "map" && node.kind === "mapping") {
      return this.entries(node, place, (name) => name).flatMap(({ name, value, place }) => {
        const read = this.single(value, field, place);
        return read === undefined ? [] : [{ key: name, value: read }];
      }).sort((a, b) => a.key < b.key ? -1 : 1);
    }
    this.refuse(place, problemOf(node, requirementOfField(field), this.text));
    return undefined;
  }

  private single(
    node: YAMLNode, { type }: DefinitionField, place: string
  ): FieldValue | undefined {
    if (this.isFull) return undefined;
    if (node.kind === "mapping" && type.kind === "message") {
      return this.fields(node, type.message, place);
    }
    const value = node.kind === "scalar" ? valueOf(scalarValue(node), type) : undefined;
    if (value === undefined) this.refuse(place, misfit(node, type, this.text));
    return value;
  }

  private refuse(field: string, problem: string): void {
    if (!this.isFull) this.violations.push({ field, problem });
  }
}
