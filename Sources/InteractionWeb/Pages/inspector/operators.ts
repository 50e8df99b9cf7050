/** What the inspector asks of the operators' listener, and the token that it shows there. */

const stored = "interaction.token";

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
  readonly state?: { readonly environment?: unknown; readonly nowUs?: string };
}

/** The token, kept until the tab is closed; empty for none. */
export const token = {
  get value(): string {
    return sessionStorage.getItem(stored) ?? "";
  },
  set value(text: string) {
    if (text === "") sessionStorage.removeItem(stored);
    else sessionStorage.setItem(stored, text);
  },
};

export const operators = {
  async sessions(): Promise<{ sessions?: SessionSummary[]; total?: number }> {
    return await method("ListSessions") as { sessions?: SessionSummary[]; total?: number };
  },

  async experiences(): Promise<ExperienceSummary[]> {
    const answer = await method("ListExperiences") as { experiences?: ExperienceSummary[] };
    return answer.experiences ?? [];
  },

  async session(sessionId: string): Promise<SessionDetails> {
    return await method("GetSession", { sessionId }) as SessionDetails;
  },

  async end(sessionId: string): Promise<void> {
    await method("EndSession", { sessionId, message: "ended in the inspector" });
  },

  /** Says how many sessions are told to go. */
  async drain(): Promise<number> {
    return (await method("Drain") as { sessions?: number }).sessions ?? 0;
  },

  /** Tells what happens in a session from now on, until the session or the signal ends it. */
  async watch(
    sessionId: string, receive: (moment: unknown) => void, signal: AbortSignal,
  ): Promise<void> {
    const answer = await called(
      "/interaction.inspector.v1.InspectorService/WatchSession",
      envelope(JSON.stringify({ sessionId })), "application/connect+json", signal);
    for await (const message of messages(answer)) receive(JSON.parse(message));
  },
};

/** A call in Connect's form. */
async function method(name: string, request: unknown = {}): Promise<unknown> {
  const path = `/interaction.inspector.v1.InspectorService/${name}`;
  return (await called(path, JSON.stringify(request))).json();
}

async function called(
  path: string, body?: BodyInit, type = "application/json", signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token.value !== "") headers.authorization = `Bearer ${token.value}`;
  if (body !== undefined) headers["content-type"] = type;
  const answer = await fetch(path, body === undefined
    ? { headers } : { method: "POST", headers, body, signal: signal ?? null });
  if (answer.ok) return answer;
  const error = await answer.json().catch(() => ({})) as { code?: string; message?: string };
  throw new Error(error.message || error.code || `${answer.status} ${answer.statusText}`);
}

/** A message of a stream: flags, four bytes of length, the message. */
function envelope(text: string): Uint8Array {
  const message = new TextEncoder().encode(text);
  const bytes = new Uint8Array(5 + message.length);
  new DataView(bytes.buffer).setUint32(1, message.length);
  bytes.set(message, 5);
  return bytes;
}

/** The messages of a streamed answer, up to the one that says how it ended. */
async function* messages(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.getReader();
  let bytes = new Uint8Array();
  for (;;) {
    const { value, done } = await reader.read();
    if (done || !value) return;
    const joined = new Uint8Array(bytes.length + value.length);
    joined.set(bytes);
    joined.set(value, bytes.length);
    bytes = joined;
    for (;;) {
      if (bytes.length < 5) break;
      const end = 5 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
      if (bytes.length < end) break;
      if ((bytes[0]! & 2) !== 0) return;
      yield new TextDecoder().decode(bytes.subarray(5, end));
      bytes = bytes.slice(end);
    }
  }
}
