import { streamed, unary } from "./calls";

/** A session in short, as protobuf's JSON has it. */
export interface SessionSummary {
  readonly sessionId?: string;
  readonly user?: string;
  readonly experience?: string;
  readonly client?: string;
  readonly epoch?: string;
  readonly age?: string;
  readonly appliedEvent?: string;
  readonly lastDirective?: string;
  readonly draining?: boolean;
}

/** Some of the open sessions, and how many there are in all. */
export interface Sessions {
  readonly sessions?: readonly SessionSummary[];
  readonly total?: number;
}

/** An experience in short. */
export interface ExperienceSummary {
  readonly name?: string;
  readonly origin?: string;
  readonly activeSessions?: number;
}

/** A session as it is now: what it shows, its surface and its time, and where its lists stand. */
export interface SessionDetails {
  readonly summary?: SessionSummary;
  readonly snapshot?: unknown;
  readonly state?: {
    readonly environment?: unknown;
    readonly nowUs?: string;
    /** Where lists stand, pt: one for each source of the experience, in order. */
    readonly scrolls?: readonly { readonly x?: number; readonly y?: number }[];
  };
}

/** Which sessions are listed. */
export interface Filter {
  /** Only those of this experience; empty for all. */
  readonly experience: string;
  /** Only those whose name begins so; empty for all. */
  readonly sessionPrefix: string;
}

/** What is asked of the operators' listener. */
export const operators = {
  /** As many as a page shows. */
  async sessions(filter: Filter): Promise<Sessions> {
    return await method("ListSessions", { ...filter, pageSize: 200 }) as Sessions;
  },

  async experiences(): Promise<readonly ExperienceSummary[]> {
    const answer = await method("ListExperiences") as { experiences?: ExperienceSummary[] };
    return answer.experiences ?? [];
  },

  /** The names of an experience's lists, in order. */
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

  /** Returns how many sessions are told to go, and how long they have, such as `10s`. */
  async drain(): Promise<{ sessions?: number; deadline?: string }> {
    return await method("Drain") as { sessions?: number; deadline?: string };
  },

  /** Tells what happens in a session from now on, until the session or the signal ends it. */
  async watch(
    sessionId: string, receive: (moment: unknown) => void, signal: AbortSignal,
  ): Promise<void> {
    await streamed(path("WatchSession"), { sessionId }, receive, signal);
  },

  /** What is recorded of a session, as a trace file. */
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

/** Beside the page, wherever a proxy has put both. */
function path(name: string): string {
  return `interaction.inspector.v1.InspectorService/${name}`;
}
