import { streamed, unary } from "./calls";
import type { CallHeaders } from "./calls";
import type { CommandResult } from "./command";

/** A session's summary, in protobuf's JSON. */
export interface SessionSummary {
  readonly sessionId?: string;
  readonly user?: string;
  readonly experience?: string;
  readonly client?: string;
  readonly epoch?: string;
  /** The time at which it was opened, in RFC 3339. */
  readonly openedAt?: string;
  readonly appliedEvent?: string;
  readonly lastDirective?: string;
  readonly draining?: boolean;
  /** The session's variant of the experience, if it has variants. */
  readonly variant?: string;
}

/** A page of the open sessions, and their total number. */
export interface Sessions {
  readonly sessions?: readonly SessionSummary[];
  readonly totalSize?: number;
}

/** An experience's summary. */
export interface ExperienceSummary {
  readonly name?: string;
  readonly origin?: string;
  /** The file's name, if the experience is from a file. */
  readonly file?: string;
  readonly activeSessions?: number;
}

/** A session's state: its snapshot, surface, time, and the lists' offsets. */
export interface SessionDetails {
  readonly summary?: SessionSummary;
  readonly snapshot?: unknown;
  readonly state?: {
    readonly surface?: unknown;
    readonly nowUs?: string;
    /** The offsets of the lists, pt, in the order of the experience's sources. */
    readonly scrolls?: readonly { readonly x?: number; readonly y?: number }[];
  };
}

/** The number of sessions with a version, in protobuf's JSON. */
export interface SessionCount {
  readonly experience?: string;
  readonly experienceDigest?: string;
  readonly variant?: string;
  readonly sessions?: number;
}

/** The request for a list of sessions; empty texts list all. */
export interface Filter {
  readonly experience: string;
  readonly user: string;
  /** The prefix of the session ID. */
  readonly sessionPrefix: string;
  /** The maximum number of sessions, at most 1000. */
  readonly pageSize: number;
}

/** An engine of a fleet, with the routing key by which the fleet's proxy reaches it. */
export interface EngineAddress {
  readonly name?: string;
  readonly routingKey?: string;
}

/** The calls of one engine. */
export interface InspectorCalls {
  sessions(filter: Filter): Promise<Sessions>;
  experiences(): Promise<readonly ExperienceSummary[]>;
  counts(): Promise<readonly SessionCount[]>;
  sources(experience: string): Promise<readonly string[]>;
  session(sessionId: string): Promise<SessionDetails>;
  end(sessionId: string): Promise<void>;
  drain(): Promise<{ sessions?: number; timeout?: string }>;
  watch(
    sessionId: string, receive: (moment: unknown) => void, signal: AbortSignal): Promise<void>;
  recording(sessionId: string): Promise<{ name: string; file: Blob }>;
  command(method: string, request: unknown): Promise<readonly CommandResult[]>;
}

const inspector = "interaction.inspector.v1.InspectorService";
/** The timeout of the calls that the page repeats, ms. */
const repeated = 4_000;

/** Returns the engines of the fleet; none without a fleet. */
export async function listEngines(): Promise<readonly EngineAddress[]> {
  const answer = await unary(path("ListEngines"), {}, {}, repeated) as {
    engines?: EngineAddress[];
  };
  return answer.engines ?? [];
}

/** The calls of one engine through the server of the page: itself, or the fleet's proxy. */
export class EngineCalls implements InspectorCalls {
  private readonly headers: CallHeaders;

  constructor({ name = "", routingKey = "" }: EngineAddress) {
    // The second header makes an engine refuse what a proxy should have routed to another one.
    this.headers = name === "" ? {}
      : { "x-interaction-key": routingKey, "x-interaction-engine": name };
  }

  /** Returns the first page of the sessions. */
  async sessions(filter: Filter): Promise<Sessions> {
    return await this.method("ListSessions", filter, repeated) as Sessions;
  }

  async experiences(): Promise<readonly ExperienceSummary[]> {
    const answer = await this.method("ListExperiences", { pageSize: 1000 }, repeated) as {
      experiences?: ExperienceSummary[];
    };
    return answer.experiences ?? [];
  }

  /** Returns the number of open sessions by version and variant. */
  async counts(): Promise<readonly SessionCount[]> {
    const answer = await this.method("CountSessions", {}, repeated) as { counts?: SessionCount[] };
    return answer.counts ?? [];
  }

  /** Returns the IDs of an experience's lists, in order. */
  async sources(experience: string): Promise<readonly string[]> {
    const { resolved } = await this.method("GetExperience", { name: experience }) as {
      resolved?: { sources?: { id?: string }[] };
    };
    return (resolved?.sources ?? []).map(({ id = "" }) => id);
  }

  async session(sessionId: string): Promise<SessionDetails> {
    return await this.method("GetSession", { sessionId }) as SessionDetails;
  }

  async end(sessionId: string): Promise<void> {
    await this.method("EndSession", { sessionId, message: "ended in the inspector" });
  }

  /**
   * Drains the engine. Returns the number of sessions told to leave, and the time until the last is
   * ended, such as `10s`.
   */
  async drain(): Promise<{ sessions?: number; timeout?: string }> {
    return await this.method("Drain", {}) as { sessions?: number; timeout?: string };
  }

  /** Streams a session's events and directives until the session or the signal ends it. */
  async watch(
    sessionId: string, receive: (moment: unknown) => void, signal: AbortSignal,
  ): Promise<void> {
    await streamed(path("WatchSession"), { sessionId }, receive, this.headers, signal);
  }

  /** Returns the recording of a session, as a trace file. */
  async recording(sessionId: string): Promise<{ name: string; file: Blob }> {
    let name = `${sessionId}.trace`;
    const parts: Uint8Array[] = [];
    await streamed(path("GetRecording"), { sessionId }, (message) => {
      const { file, data = "" } = message as { file?: string; data?: string };
      name = file ?? name;
      parts.push(Uint8Array.from(atob(data), (each) => each.charCodeAt(0)));
    }, this.headers);
    return { name, file: new Blob(parts, { type: "application/octet-stream" }) };
  }

  /** Sends a command of `ControlService`. Returns its result in each session. */
  async command(method: string, request: unknown): Promise<readonly CommandResult[]> {
    const name = `interaction.v1.ControlService/${method}`;
    const answer = await unary(name, request, this.headers) as { results?: CommandResult[] };
    return answer.results ?? [];
  }

  private async method(name: string, request: unknown, timeout?: number): Promise<unknown> {
    return await unary(path(name), request, this.headers, timeout);
  }
}

/** Returns a path relative to the page, wherever a proxy has mounted both. */
function path(name: string): string {
  return `${inspector}/${name}`;
}
