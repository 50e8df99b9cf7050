import type { InteractRequest } from "../contract/messages";
import type { SessionUpdate } from "./updates";

/** The kinds of actions. */
export enum ActionKind { connect, send, leave, abandon, refresh, save, remove, load, yieldUpdate }

/** An action for the session's shell. */
export type SessionAction =
  /** Connect to an engine, by its index, with a variant of the routing key. */
  | { kind: ActionKind.connect; endpoint: number; keyVariant: number }
  /** Send a frame. */
  | { kind: ActionKind.send; frame: InteractRequest }
  /** Close the connection gracefully; its end is still reported. */
  | { kind: ActionKind.leave }
  /** Abandon the connection, or the attempt to open one; its later events are ignored. */
  | { kind: ActionKind.abandon }
  /** Get a refreshed access token. */
  | { kind: ActionKind.refresh }
  /** Save the session in the store. */
  | { kind: ActionKind.save }
  /** Remove the session from the store. */
  | { kind: ActionKind.remove }
  /** Load the engine that decides locally. */
  | { kind: ActionKind.load }
  /** Report an update to the app. */
  | { kind: ActionKind.yieldUpdate; update: SessionUpdate };
