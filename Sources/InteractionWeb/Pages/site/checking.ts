import { problemsIn, readDefinition } from "../definition/definition";
import type { Problem } from "../playground/editor";
import type { ModuleWorker } from "./moduleWorker";
import { experienceName } from "./traceFile";

/** An experience's text, read and checked. */
export type CheckedText =
  | {
    readonly kind: "valid"; readonly name: string;
    /** The encoded `ExperienceDefinition`. */
    readonly definition: Uint8Array;
  }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

/**
 * Reads a text, and checks its definition by the module. The module finds errors, not warnings:
 * `interaction-engine validate` prints those.
 */
export async function checked(yaml: string, worker: ModuleWorker): Promise<CheckedText> {
  const text = readDefinition(yaml);
  if (text.kind === "mistakes") return { kind: "invalid", problems: text.problems };
  const { definition } = text;
  const errors = await worker.ask("check", definition);
  if (errors.length > 0) return { kind: "invalid", problems: problemsIn(yaml, errors, "error") };
  return { kind: "valid", name: experienceName(definition), definition };
}
