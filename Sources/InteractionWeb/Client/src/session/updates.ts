import type { Directive, Notice, Opened, RestartReason } from "../contract/messages";
import type { SessionError } from "./sessionError";

/** How a session is connected. */
export type ConnectionState =
  /** It opens for the first time, or comes back from a pause. */
  | { kind: "connecting" }
  /** It is open, and new. */
  | { kind: "open" }
  /**
   * The connection was lost, or an attempt to get another one has failed: so many have since, the
   * newest for this reason, and the next one comes after the delay, ms.
   */
  | { kind: "reconnecting"; attempt: number; delay: number; after: SessionError }
  /** It is open again, and nothing was lost. */
  | { kind: "resumed" }
  /** It is open again, but had to begin anew; see the `opened` update that comes with it. */
  | { kind: "restarted"; reason: RestartReason }
  /** The server sends it elsewhere: it goes between two gestures. */
  | { kind: "draining" }
  /** The app has paused it: it has no connection, and wants none. */
  | { kind: "paused" }
  /** It is over; with an error unless it has ended well. */
  | { kind: "closed"; error?: SessionError };

/** What a session tells its app. */
export type Update =
  /** The session is open, new or begun anew: everything to show is in the snapshot. */
  | { kind: "opened"; opened: Opened }
  /**
   * There is something to show. What is not news was shown before the app was restarted: apply it,
   * and leave out its effects.
   */
  | { kind: "directive"; directive: Directive; isNews: boolean }
  /** An event or a frame was refused; the session goes on without it. */
  | { kind: "notice"; notice: Notice }
  /** The session is connected otherwise. */
  | { kind: "state"; state: ConnectionState }
  /** The store has failed; the session goes on. */
  | { kind: "storeFailed"; message: string };
