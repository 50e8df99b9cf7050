import type { CurrentState, Surface } from "../contract/messages";
import type { OfflinePolicy } from "../offline/policy";
import type { CheckpointStore } from "./checkpointStore";
import type { ReconnectPolicy } from "./reconnectPlan";

/** The configuration of a session. */
export interface SessionConfiguration {
  /** The session's ID: 1 to 64 bytes of A-Z a-z 0-9 . _ - */
  sessionId: string;
  /** The surface's geometry and settings. */
  surface: Surface;
  /** The client's name, at most 64 bytes. Default: `web`. */
  clientName?: string;
  /** The client's version, at most 64 bytes. */
  clientVersion?: string;
  /**
   * The platform, which the conditions of variants are compared with; at most 32 bytes of A-Z a-z
   * 0-9 . _ -, empty for none. Default: `web`.
   */
  platform?: string;
  /** The experience's name; absent for the server's default. */
  experience?: string;
  /** The state that the client shows; absent for a fresh start. */
  current?: CurrentState;
  /** The session time of the opening, ms. Default: 0. */
  start?: number;
  /**
   * True if samples between trigger lines are skipped, which is the default. Turn it off to record.
   */
  skipsSamples?: boolean;
  /** True if the server sends springs as keyframes (rule X2). Default: false. */
  samplesSprings?: boolean;
  /** The user's ID, as backends name it, at most 64 bytes. */
  user?: string;
  /** The policy for reconnecting; null to end with the connection. */
  reconnects?: ReconnectPolicy | null;
  /**
   * The store that preserves the session across a restart of the page, under its ID. Sessions of
   * two users need different IDs: the saved state is shown before the server has authenticated the
   * user.
   */
  store?: CheckpointStore;
  /**
   * The policy for local decisions while no server is reachable; `"decide"` for the default one,
   * which decides by the server's experience once it is known. Default: none.
   */
  offline?: "decide" | OfflinePolicy;
  /**
   * The maximum number of events that are queued until a checkpoint contains them. Default: 8192.
   */
  outboxCapacity?: number;
}

/** The contract level of this client. */
export const CONTRACT_LEVEL = 2;

/** The default experience. */
export const DEFAULT_EXPERIENCE = "home-refined";
