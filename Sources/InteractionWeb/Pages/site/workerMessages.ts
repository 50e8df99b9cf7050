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
  /** Calls a function of the module. */
  | {
    readonly kind: "call"; readonly id: number; readonly name: string;
    readonly parts: readonly Uint8Array[];
  };

/** A message of the worker. */
export type WorkerResponse =
  /** An encoded `InteractResponse`. */
  | { readonly kind: "frame"; readonly session: number; readonly bytes: Uint8Array }
  /** The output of a call. */
  | { readonly kind: "result"; readonly id: number; readonly bytes: Uint8Array }
  /** The failure of a call. */
  | { readonly kind: "callFailed"; readonly id: number; readonly reason: string }
  /** The end of a session whose definition or request was refused. */
  | { readonly kind: "refused"; readonly session: number; readonly reason: string }
  /** The module could not be loaded. */
  | { readonly kind: "notLoaded"; readonly reason: string }
  /** The module has trapped: nothing more can be asked of this worker. */
  | { readonly kind: "trapped"; readonly reason: string };
