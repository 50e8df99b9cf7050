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
    readonly warnings: readonly Problem[];
  }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

/** Reads a text, and checks its definition by the module. */
export async function checked(yaml: string, worker: ModuleWorker): Promise<CheckedText> {
  const text = readDefinition(yaml);
  if (text.kind === "mistakes") return { kind: "invalid", problems: text.problems };
  const { definition } = text;
  const result = await worker.ask("check", definition);
  if (result.kind === "invalid") {
    return { kind: "invalid", problems: problemsIn(yaml, result.errors, "error") };
  }
  const warnings = problemsIn(yaml, result.warnings, "warning");
  return { kind: "valid", name: experienceName(definition), definition, warnings };
}
