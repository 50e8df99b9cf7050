import type { Current, Environment } from "../contract/messages";
import type { CheckpointStore } from "./checkpointStore";
import type { ReconnectPolicy } from "./reconnectPlan";

/** What a client opens a session with. */
export interface SessionConfiguration {
  /** The session's name: 1 to 64 bytes of A-Z a-z 0-9 . _ - */
  sessionId: string;
  /** The surface. */
  environment: Environment;
  /** The client's name, at most 64 bytes. Default: `web`. */
  clientName?: string;
  /** The client's version, at most 64 bytes. */
  clientVersion?: string;
  /** The experience's name; the server's default if absent. */
  experience?: string;
  /** What the client still shows; absent for a fresh start. */
  current?: Current;
  /** Where session time starts, ms. Default: 0. */
  start?: number;
  /** Whether samples between trigger lines are left out. Default: yes. Turn it off to record. */
  skipsSamples?: boolean;
  /** Whether springs are to come as keyframes (rule X2). Default: no. */
  samplesSprings?: boolean;
  /** The user, by the name that backends use, at most 64 bytes. */
  user?: string;
  /** How the session comes back after its connection was lost; null if it does not. */
  reconnects?: ReconnectPolicy | null;
  /**
   * Where the session is kept across a restart of the page, under its name. Give the sessions of two
   * users two names: what was kept shows before the server has seen who the user is.
   */
  store?: CheckpointStore;
  /** How many events are kept until they are safe, at most. Default: 8192. */
  outboxCapacity?: number;
}

/** The level of the contract that this client was built for. */
export const CONTRACT_LEVEL = 1;

/** The experience of a client that asks for none. */
export const DEFAULT_EXPERIENCE = "home-refined";
