import type { EngineModule } from "../../Client/src/offline/engineModule";
import { InvalidExperienceError } from "../../Client/src/offline/moduleError";
import type { ReplayResult } from "../playground/engine";
import { compared } from "./comparing";
import type { ComparedRecording } from "./comparing";
import { replayed } from "./replaying";

/** A problem that the module has found in a definition. */
export interface FoundProblem {
  readonly field: string;
  readonly problem: string;
}

/** The results of what the worker does besides the page's sessions, by name. */
export interface TaskResults {
  /** The errors of a definition. The module finds no warnings. */
  readonly check: readonly FoundProblem[];
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
    case "check": return errors(module, first);
    case "replay": return replayed(module, first, second);
    case "compare": return compared(module, first, second, third);
  }
}

const none = new Uint8Array();

function errors(module: EngineModule, definition: Uint8Array): readonly FoundProblem[] {
  try {
    module.openSession(definition).end();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidExperienceError)) throw error;
    return error.violations.map(({ field = "", description = "" }) =>
      ({ field, problem: description }));
  }
}
