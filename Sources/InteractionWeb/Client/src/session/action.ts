import type { InteractRequest } from "../contract/messages";
import type { Update } from "./updates";

/** The kinds of actions. */
export enum Act { connect, send, leave, abandon, refresh, keep, forget, tell }

/** An action for the session's shell. */
export type Action =
  /** Connect to an engine, by its index, with a variant of the routing key. */
  | { kind: Act.connect; endpoint: number; keyVariant: number }
  /** Send a frame. */
  | { kind: Act.send; frame: InteractRequest }
  /** Close the connection gracefully; its end is still reported. */
  | { kind: Act.leave }
  /** Abandon the connection, or the attempt to open one; its later events are ignored. */
  | { kind: Act.abandon }
  /** Get a refreshed access token. */
  | { kind: Act.refresh }
  /** Save the session in the store. */
  | { kind: Act.keep }
  /** Remove the session from the store. */
  | { kind: Act.forget }
  /** Report an update to the app. */
  | { kind: Act.tell; update: Update };
