import { streamed, unary } from "./calls";

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

/** The filter of listed sessions. */
export interface Filter {
  /** The experience; empty for all. */
  readonly experience: string;
  /** The prefix of the session ID; empty for all. */
  readonly sessionPrefix: string;
}

/** The calls of the operators' listener. */
export const operators = {
  /** Returns the first page of the sessions. */
  async sessions(filter: Filter): Promise<Sessions> {
    return await method("ListSessions", { ...filter, pageSize: 200 }) as Sessions;
  },

  async experiences(): Promise<readonly ExperienceSummary[]> {
    const answer = await method("ListExperiences", { pageSize: 1000 }) as {
      experiences?: ExperienceSummary[];
    };
    return answer.experiences ?? [];
  },

  /** Returns the IDs of an experience's lists, in order. */
  async sources(name: string): Promise<readonly string[]> {
    const { resolved } = await method("GetExperience", { name }) as {
      resolved?: { sources?: { id?: string }[] };
    };
    return (resolved?.sources ?? []).map(({ id = "" }) => id);
  },

  async session(sessionId: string): Promise<SessionDetails> {
    return await method("GetSession", { sessionId }) as SessionDetails;
  },

  async end(sessionId: string): Promise<void> {
    await method("EndSession", { sessionId, message: "ended in the inspector" });
  },

  /**
   * Drains the engine. Returns the number of sessions told to leave, and the time until the last is
   * ended, such as `10s`.
   */
  async drain(): Promise<{ sessions?: number; timeout?: string }> {
    return await method("Drain") as { sessions?: number; timeout?: string };
  },

  /** Streams a session's events and directives until the session or the signal ends it. */
  async watch(
    sessionId: string, receive: (moment: unknown) => void, signal: AbortSignal,
  ): Promise<void> {
    await streamed(path("WatchSession"), { sessionId }, receive, signal);
  },

  /** Returns the recording of a session, as a trace file. */
  async recording(sessionId: string): Promise<{ name: string; file: Blob }> {
    let name = `${sessionId}.trace`;
    const parts: Uint8Array[] = [];
    await streamed(path("GetRecording"), { sessionId }, (message) => {
      const { file, data = "" } = message as { file?: string; data?: string };
      name = file ?? name;
      parts.push(Uint8Array.from(atob(data), (each) => each.charCodeAt(0)));
    });
    return { name, file: new Blob(parts, { type: "application/octet-stream" }) };
  },
};

async function method(name: string, request: unknown = {}): Promise<unknown> {
  return await unary(path(name), request);
}

/** Returns a path relative to the page, wherever a proxy has mounted both. */
function path(name: string): string {
  return `interaction.inspector.v1.InspectorService/${name}`;
}
