import type { TaskName, TaskResults } from "./workerTasks";

/** A message to the worker that runs the module. */
export type WorkerRequest =
  /** Loads the module; the first message. */
  | { readonly kind: "load"; readonly module: Uint8Array }
  /** Opens a session under a number of the page's choice. */
  | { readonly kind: "open"; readonly session: number; readonly definition: Uint8Array }
  /** An encoded `InteractRequest`. */
  | { readonly kind: "frame"; readonly session: number; readonly bytes: Uint8Array }
  /** Ends a session. */
  | { readonly kind: "end"; readonly session: number }
  /** Carries out a task. */
  | {
    readonly kind: "task"; readonly id: number; readonly name: TaskName;
    readonly inputs: readonly Uint8Array[];
  };

/** A message of the worker. */
export type WorkerResponse =
  /** An encoded `InteractResponse`. */
  | { readonly kind: "frame"; readonly session: number; readonly bytes: Uint8Array }
  /** The result of a task. */
  | { readonly kind: "result"; readonly id: number; readonly result: TaskResults[TaskName] }
  /** The failure of a task. */
  | { readonly kind: "taskFailed"; readonly id: number; readonly reason: string }
  /** The end of a session whose definition or request was refused. */
  | { readonly kind: "refused"; readonly session: number; readonly reason: string }
  /** The module could not be loaded. */
  | { readonly kind: "notLoaded"; readonly reason: string }
  /** The module has trapped: nothing more can be asked of this worker. */
  | { readonly kind: "trapped"; readonly reason: string };
