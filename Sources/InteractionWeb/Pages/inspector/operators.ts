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
    return await (await called("/inspector/sessions")).json() as { sessions?: SessionSummary[] };
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

  /** The trace of a session, as far as it is recorded. */
  async recording(sessionId: string): Promise<Blob> {
    return (await called(`/inspector/recordings/${encodeURIComponent(sessionId)}`)).blob();
  },

  /** What happens in a session from now on. The token is a subprotocol: never a part of the URL. */
  watch(sessionId: string): WebSocket {
    const url = new URL(`/inspector/watch/${encodeURIComponent(sessionId)}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const protocols = ["interaction.v1.json"];
    if (token.value !== "") protocols.push(`interaction.bearer.${base64url(token.value)}`);
    return new WebSocket(url, protocols);
  },
};

/** A call in Connect's form. */
async function method(name: string, request: unknown = {}): Promise<unknown> {
  const path = `/interaction.inspector.v1.InspectorService/${name}`;
  return (await called(path, JSON.stringify(request))).json();
}

async function called(path: string, body?: string): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token.value !== "") headers.authorization = `Bearer ${token.value}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(path, body === undefined ? { headers } : { method: "POST", headers, body });
  if (answer.ok) return answer;
  const error = await answer.json().catch(() => ({})) as { code?: string; message?: string };
  throw new Error(error.message || error.code || `${answer.status} ${answer.statusText}`);
}

function base64url(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
