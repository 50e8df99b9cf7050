import type { InteractionEvent, InteractResponse, Open, Opened } from "../contract/messages";
import type { Status } from "../session/sessionError";

/**
 * The policy for local decisions while no server is reachable.
 *
 * The engine's core then runs in the client, starting from the state that it shows; the next
 * reachable server continues from there. Commands of backends do not reach the session meanwhile.
 */
export interface OfflinePolicy {
  /**
   * An encoded `ExperienceDefinition` until a server has sent its own; always used if
   * {@link followsServer} is false. Absent to decide only after a server was reached.
   */
  experience?: Uint8Array;
  /** The time without a reachable server after which the client decides, ms. Default: 3000. */
  after?: number;
  /**
   * True if the server's experience replaces {@link experience}, which is the default. The client
   * then requests it whenever it opens the session, so that the app's copy cannot become outdated.
   */
  followsServer?: boolean;
  /**
   * The address of `interaction.wasm`, or a function that returns the engine, such as
   * `() => loadEngine(bytes)`, for a host without dynamic imports. Default: `interaction.wasm`
   * beside `offline.js`, which is beside this module.
   */
  module?: string | URL | (() => Promise<LocalEngine>);
}

/**
 * Begins a session that decides locally if the policy allows it: after `error`, without a server for
 * `down`, µs.
 *
 * Opens it with `open`, by the experience of `served`, the server's newest `Opened` that has one, or
 * else by the policy's; `newest` is the newest `Opened`. Decides about `events`, passes the frame of
 * the opening and those of the events to `receive`, and returns a function that decides about
 * another event; undefined if it does not begin. Calls `fail` with an error that names the cause and
 * the remedy if no experience fits, or the module has failed, which then decides about no event. Ends
 * the session that it began before.
 */
export type LocalEngine = (
  policy: "decide" | OfflinePolicy, error: { code: Status; reason: string }, down: number, open: Open,
  events: readonly InteractionEvent[], newest: Opened | undefined, served: Opened | undefined,
  receive: (frame: InteractResponse) => void, fail: (error: unknown) => void,
) => ((event: InteractionEvent) => void) | undefined;
