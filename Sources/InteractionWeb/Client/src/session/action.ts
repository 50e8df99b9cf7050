import type { InteractRequest } from "../contract/messages";
import type { Update } from "./updates";

/** What can be done for a session's machine. */
export enum Act { connect, send, leave, abandon, refresh, keep, forget, tell }

/** What a session's machine wants done, in order. */
export type Action =
  /** Make a connection to this engine, by its place in the list, with this variant of the key. */
  | { kind: Act.connect; endpoint: number; keyVariant: number }
  /** Send this on the connection. */
  | { kind: Act.send; frame: InteractRequest }
  /** End the connection in good order; its end is still to be told. */
  | { kind: Act.leave }
  /** Give up the connection, or the attempt to make one: nothing of it counts any more. */
  | { kind: Act.abandon }
  /** Get a newer token, and hand it over. */
  | { kind: Act.refresh }
  /** Keep the session as it stands. */
  | { kind: Act.keep }
  /** Forget what was kept. */
  | { kind: Act.forget }
  /** Tell the app. */
  | { kind: Act.tell; update: Update };
