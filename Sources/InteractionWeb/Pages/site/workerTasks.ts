import type { FieldViolation } from "../../Client/src/contract/messages";
import type { EngineModule } from "../../Client/src/offline/engineModule";
import { InvalidExperienceError } from "../../Client/src/offline/moduleError";
import type { ReplayResult } from "../playground/engine";
import { compared } from "./comparing";
import type { ComparedRecording } from "./comparing";
import { replayed } from "./replaying";

/** A part of a definition that is wrong, or probably a mistake. */
export interface Finding {
  readonly field: string;
  readonly problem: string;
}

/** The module's findings about a definition. */
export type CheckResult =
  | { readonly kind: "valid"; readonly warnings: readonly Finding[] }
  | { readonly kind: "invalid"; readonly errors: readonly Finding[] };

/** The results of what the worker does besides the page's sessions, by name. */
export interface TaskResults {
  readonly check: CheckResult;
  /** The replay of a trace, by a definition. */
  readonly replay: ReplayResult;
  /** A recording under the saved definition and the edited one. */
  readonly compare: ComparedRecording;
}

/** The name of a task. Its inputs are definitions, then the trace. */
export type TaskName = keyof TaskResults;

/** Carries out a task by sessions of the module. */
export function carriedOut(
  module: EngineModule, name: TaskName,
  [first = none, second = none, third = none]: readonly Uint8Array[],
): TaskResults[TaskName] {
  switch (name) {
    case "check": return checked(module, first);
    case "replay": return replayed(module, first, second);
    case "compare": return compared(module, first, second, third);
  }
}

const none = new Uint8Array();

function checked(module: EngineModule, definition: Uint8Array): CheckResult {
  try {
    return { kind: "valid", warnings: findings(module.check(definition)) };
  } catch (error) {
    if (!(error instanceof InvalidExperienceError)) throw error;
    return { kind: "invalid", errors: findings(error.violations) };
  }
}

function findings(violations: readonly FieldViolation[]): Finding[] {
  return violations.map(({ field = "", description = "" }) => ({ field, problem: description }));
}
