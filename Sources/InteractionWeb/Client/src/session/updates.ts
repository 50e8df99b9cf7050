import type { Directive, Notice, Opened, RestartReason } from "../contract/messages";
import type { InteractionError } from "./sessionError";

/** The state of a session's connection. */
export type SessionConnectionState =
  /** The session opens for the first time, or resumes after a pause. */
  | { kind: "connecting" }
  /** A new session is open. */
  | { kind: "open" }
  /**
   * The connection was lost, or an attempt to reconnect failed. `attempt` counts the failures since
   * the session was last open for a second, `after` is the newest error, and the next attempt
   * follows after `delay`, ms.
   */
  | { kind: "reconnecting"; attempt: number; delay: number; after: InteractionError }
  /** The session was resumed without loss. */
  | { kind: "resumed" }
  /** A new session has replaced the old one; see the `opened` update that comes with it. */
  | { kind: "restarted"; reason: RestartReason }
  /** The server is draining: the session moves to another server between two gestures. */
  | { kind: "draining" }
  /** No server is reachable: the client decides locally, as its `offline` policy allows. */
  | { kind: "offline" }
  /** The app has paused the session, which has no connection. */
  | { kind: "paused" }
  /** The session has ended; with an error unless it ended normally. */
  | { kind: "closed"; error?: InteractionError };

/** An update of a session. */
export type SessionUpdate =
  /** The session was opened, or replaced by a new one; the snapshot contains the complete state. */
  | { kind: "opened"; opened: Opened }
  /**
   * A directive to apply. If `performsEffects` is false, its effects must not be performed: they were
   * presented before a restart of the app.
   */
  | { kind: "directive"; directive: Directive; performsEffects: boolean }
  /** The server refused an event or a frame; the session continues without it. */
  | { kind: "notice"; notice: Notice }
  /** The state of the connection has changed. */
  | { kind: "state"; state: SessionConnectionState }
  /** The store failed; the session continues. */
  | { kind: "storeFailed"; message: string }
  /**
   * The client cannot decide locally; the session continues as without a policy. The message names
   * the cause and the remedy.
   */
  | { kind: "offlineFailed"; message: string };
