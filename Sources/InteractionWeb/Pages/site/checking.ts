import { decodeFields } from "../../Client/src/contract/decoder";
import { Kind, readFields } from "../../Client/src/contract/schema";
import { problemsIn, readDefinition } from "../definition/definition";
import type { Problem } from "../playground/editor";
import type { ModuleWorker } from "./moduleWorker";

/** An experience's text, read and checked. */
export type CheckedText =
  | {
    readonly kind: "valid"; readonly name: string;
    /** The encoded `ExperienceDefinition`. */
    readonly definition: Uint8Array;
    /** Warnings. */
    readonly problems: readonly Problem[];
  }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

/** A problem that the module has found in a definition. */
interface FoundProblem {
  readonly field: string;
  readonly problem: string;
}

/** Reads a text, and checks its definition by the module. */
export async function checked(yaml: string, worker: ModuleWorker): Promise<CheckedText> {
  const text = readDefinition(yaml);
  if (text.kind === "mistakes") return { kind: "invalid", problems: text.problems };
  const { definition } = text;
  const { errors, warnings } = await worker.ask<{
    errors: readonly FoundProblem[]; warnings: readonly FoundProblem[];
  }>("check", definition);
  if (errors.length > 0) return { kind: "invalid", problems: problemsIn(yaml, errors, "error") };
  const { name = "" } = decodeFields(nameFields, definition) as { name?: string };
  return { kind: "valid", name, definition, problems: problemsIn(yaml, warnings, "warning") };
}

/** The first field of `ExperienceDefinition`. */
const nameFields = readFields(`name${Kind.string}`);
