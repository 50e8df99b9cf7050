import { encode } from "../../Client/src/contract/codec";
import type { Problem } from "../playground/editor";
import { Positions } from "./positions";
import { DefinitionReader } from "./reader";
import type { Violation } from "./reader";
import { root } from "./schema";
import { parsedYAML } from "./yamlText";

/** The result of reading a text as an experience's definition. */
export type DefinitionResult =
  /** An encoded `interaction.v1.ExperienceDefinition`, whose values are not checked yet. */
  | { readonly kind: "definition"; readonly definition: Uint8Array }
  | { readonly kind: "mistakes"; readonly problems: readonly Problem[] };

/** The maximum size of a text, bytes in UTF-8. */
const maximumBytes = 256 * 1024;

/** Reads the YAML of an experience, of which JSON is a subset, as the engine does. */
export function readDefinition(text: string): DefinitionResult {
  const length = new TextEncoder().encode(text).length;
  if (length > maximumBytes) {
    const limit = `at most ${maximumBytes} are allowed`;
    return mistake(`has ${length} bytes; ${limit}; shorten the experience`);
  }
  const parsed = parsedYAML(text);
  const positions = new Positions(parsed.text, parsed.root);
  if (parsed.mistake) return mistake(parsed.mistake.problem, positions.at(parsed.mistake.offset));
  if (parsed.root?.kind !== "mapping") {
    return mistake("must be a mapping from field names to values");
  }
  const reader = new DefinitionReader(parsed.text, positions);
  const message = reader.fields(parsed.root, 0);
  if (reader.violations.length > 0) {
    return { kind: "mistakes", problems: located(reader.violations, "error", positions) };
  }
  return { kind: "definition", definition: encode(root as never, message as never) };
}

/** Returns the problems of a text's fields with their positions. */
export function problemsIn(
  text: string, violations: readonly Violation[], severity: Problem["severity"]
): Problem[] {
  if (violations.length === 0) return [];
  const parsed = parsedYAML(text);
  return located(violations, severity, new Positions(parsed.text, parsed.root));
}

function located(
  violations: readonly Violation[], severity: Problem["severity"], positions: Positions
): Problem[] {
  return violations.map(({ field, problem }) =>
    ({ severity, ...positions.of(field), field, message: problem }));
}

function mistake(message: string, place = { line: 1, column: 1 }): DefinitionResult {
  return { kind: "mistakes", problems: [{ severity: "error", ...place, field: "", message }] };
}
