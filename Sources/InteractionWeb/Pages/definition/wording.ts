// Descriptions of valid values and of problems, in the engine's words.
import { scalarValue } from "./scalars";
import { definitionFields } from "./schema";
import type { DefinitionField, FieldType } from "./schema";
import { shorthandFields, wordsFor } from "./shortForms";
import { nearestField, nearestWord } from "./suggestions";
import type { YAMLNode, YAMLScalar } from "./yamlNodes";

/** Returns the problem of a name that no field of a message has. */
export function unknownField(name: string, fields: readonly DefinitionField[]): string {
  const nearest = nearestField(name, fields);
  if (nearest !== undefined) return `unknown field; did you mean ${nearest}?`;
  // The message has no fields to list.
  if (fields.length === 0) return "unknown field";
  const names = fields.slice(0, 24).map((field) => field.name);
  return `unknown field; must be one of ${names.join(", ")}`;
}

/** Returns the problem of a value of another type. */
export function misfit(node: YAMLNode, type: FieldType, text: string): string {
  const requirement = () => problemOf(node, requirementOf(type), text);
  if (node.kind !== "scalar") return requirement();
  const value = scalarValue(node);
  if (type.kind === "enumeration" && value.kind === "text") {
    const { words, names } = type.enumeration;
    const nearest = nearestWord(value.word, words.slice(1))
      ?? words[names.indexOf(nearestWord(value.word, names) ?? "")];
    if (nearest !== undefined) return `is '${cut(value.word, 64)}'; did you mean ${nearest}?`;
  }
  if (type.kind === "text" && value.kind === "number") {
    return `is the number ${cut(value.word)}; must be a string; put it in quotes`;
  }
  if (type.kind === "text" && value.kind === "boolean") {
    return `is ${value.isTrue}; must be a string; put it in quotes`;
  }
  if (type.kind === "number" && value.kind === "number" && !Number.isFinite(Number(value.word))) {
    return `is ${cut(value.word)}; must be a number from -1.8e308 to 1.8e308`;
  }
  return requirement();
}

/** Returns the problem of a value that is not as required. */
export function problemOf(node: YAMLNode, requirement: string, text: string): string {
  const value = node.kind === "mapping" ? "is a mapping" : node.kind === "sequence" ? "is a list"
    : scalarProblem(node, text);
  return `${value}; must be ${requirement}`;
}

function scalarProblem(node: YAMLScalar, text: string): string {
  const value = scalarValue(node);
  switch (value.kind) {
    case "none": {
      const isComment = /^[ \t]*#/.test(text.slice(node.start, node.start + 1000));
      return isComment ? "has no value (# starts a comment unless quoted)" : "has no value";
    }
    case "boolean": return `is ${value.isTrue}`;
    case "number": return `is ${cut(value.word)}`;
    case "text": return `is '${cut(value.word)}'`;
  }
}

/** Returns the first characters of a word. */
function cut(word: string, length = 40): string {
  return [...word.slice(0, 2 * length)].slice(0, length).join("");
}

/** Returns the requirement for a field, such as `a number in pt such as 1 or 1pt`. */
export function requirementOfField({ cardinality, type }: DefinitionField): string {
  switch (cardinality) {
    case "one": return requirementOf(type);
    case "list": return `a list such as [${exampleOf(type)}]`;
    case "map": return `a mapping such as { en: ${exampleOf(type)} }`;
  }
}

function requirementOf(type: FieldType): string {
  switch (type.kind) {
    case "text": return "a string";
    case "boolean": return "true or false";
    case "duration": return "a duration such as 0.25s or 250ms";
    case "number": {
      const { units } = type;
      if (units.length === 0) return "a number";
      return `a number in ${units.join(" or ")} such as 1 or 1${units[0]}`;
    }
    case "integer": return `an integer from ${type.least} to ${type.most}`;
    case "enumeration": return oneOf(type.enumeration.words.slice(1));
    case "message": return requirementOfMessage(type.message);
  }
}

function requirementOfMessage(message: number): string {
  if (definitionFields[message]!.length === 0) return "{}";
  const words = wordsFor(message);
  const short = words.length > 0 ? [oneOf(words)] : shorthandFields(message)
    .map(({ name, type }) => type.kind === "message" ? `a value of ${name}` : requirementOf(type));
  const mapping = `a mapping such as ${exampleOf({ kind: "message", message })}`;
  return [...short, mapping].join(", or ");
}

function oneOf(words: readonly string[]): string {
  return `one of ${words.join(", ")}`;
}

function exampleOf(type: FieldType): string {
  switch (type.kind) {
    case "text": return "…";
    case "boolean": return "true";
    case "duration": return "0.25s";
    case "number": case "integer": return "1";
    case "enumeration": return type.enumeration.words[1] ?? "…";
    case "message": {
      const fields = definitionFields[type.message]!;
      const [short] = shorthandFields(type.message);
      // All fields of a small message.
      return exampleOfFields(short ? [short] : fields.length <= 4 ? fields : fields.slice(0, 1));
    }
  }
}

function exampleOfFields(fields: readonly DefinitionField[]): string {
  const entries = fields.map(({ name, cardinality, type }) => {
    const value = exampleOf(type);
    return `${name}: ${cardinality === "one" ? value : `[${value}]`}`;
  });
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
