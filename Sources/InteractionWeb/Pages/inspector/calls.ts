/** Calls in Connect's protocol, with the operator's token. */

const stored = "interaction.token";

/** The headers of a call besides those of the protocol, by name. */
export type CallHeaders = Readonly<Record<string, string>>;

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

/** The error of a failed call: Connect's code, and the engine's message. */
export class CallError extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }

  /** True if the engine refuses the caller. */
  get isUnauthenticated(): boolean {
    return this.code === "unauthenticated" || this.code === "permission_denied";
  }
}

/** Returns an error's message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes a unary call, with a timeout in ms. */
export async function unary(
  path: string, request: unknown, more: CallHeaders = {}, timeout = 10_000,
): Promise<unknown> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    return await (await called(path, JSON.stringify(request), "json", more, stop.signal)).json();
  } catch (error) {
    throw stop.signal.aborted
      ? new CallError("deadline_exceeded", "The engine did not answer in time.") : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Makes a server-streaming call, which lasts until it ends or the signal aborts it. */
export async function streamed(
  path: string, request: unknown, receive: (message: unknown) => void, more: CallHeaders = {},
  signal?: AbortSignal,
): Promise<void> {
  const answer = await called(
    path, envelope(JSON.stringify(request)), "connect+json", more, signal);
  for await (const { isLast, text } of messages(answer)) {
    if (!isLast) receive(JSON.parse(text));
    else {
      const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
      if (error) throw new CallError(error.code ?? "unknown", error.message ?? "");
      return;
    }
  }
  throw new CallError("unavailable", "The connection to the engine was lost.");
}

async function called(
  path: string, body: BodyInit, form: string, more: CallHeaders, signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = { ...more, "content-type": `application/${form}` };
  if (token.value !== "") headers.authorization = `Bearer ${token.value}`;
  const options = { method: "POST", headers, body, signal: signal ?? null };
  const answer = await fetch(path, options).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError("unavailable", "No connection to the engine.");
  });
  if (answer.ok) return answer;
  const error = await answer.json().catch(() => ({})) as { code?: string; message?: string };
  throw new CallError(
    error.code ?? "unknown", error.message || error.code || `${answer.status} ${answer.statusText}`);
}

/** Returns a message in its envelope: flags, four bytes of length, the message. */
function envelope(text: string): Uint8Array {
  const message = new TextEncoder().encode(text);
  const bytes = new Uint8Array(5 + message.length);
  new DataView(bytes.buffer).setUint32(1, message.length);
  bytes.set(message, 5);
  return bytes;
}

/** Yields the messages of a streamed response; the last one contains the status. */
async function* messages(answer: Response): AsyncGenerator<{ isLast: boolean; text: string }> {
  const reader = answer.body!.getReader();
  let bytes = new Uint8Array();
  for (;;) {
    const { value, done } = await reader.read();
    if (done || !value) return;
    const joined = new Uint8Array(bytes.length + value.length);
    joined.set(bytes);
    joined.set(value, bytes.length);
    bytes = joined;
    while (bytes.length >= 5) {
      const end = 5 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
      if (bytes.length < end) break;
      const text = new TextDecoder().decode(bytes.subarray(5, end));
      yield { isLast: (bytes[0]! & 2) !== 0, text };
      bytes = bytes.slice(end);
    }
  }
}
