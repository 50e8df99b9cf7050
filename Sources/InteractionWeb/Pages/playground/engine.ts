import type { Problem } from "./editor";
import type { ComparedTexts, OutcomeResult } from "./outcomeRequests";

/** A built-in experience. */
export interface Experience {
  readonly name: string;
  readonly yaml: string;
}

/** The user's folder. */
export interface Listing {
  /** The folder; undefined if the playground was started without one. */
  readonly folder?: string;
  /** The reason why files cannot be saved; undefined if they can. */
  readonly unwritable?: string;
  /** The files, by name; an unreadable file has no version. */
  readonly files: readonly { readonly name: string; readonly version?: string }[];
}

/** The result of a save. */
export type SaveResult =
  | { readonly kind: "saved"; readonly version: string }
  | { readonly kind: "mistakes"; readonly problems: readonly Problem[] }
  /** The version on disk is not the one to replace; undefined if there is no file. */
  | { readonly kind: "changed"; readonly version?: string };

/** The result of a trace's replay. */
export interface ReplayResult {
  readonly equal: boolean;
  readonly directives: number;
  /** The differences between the answers and the trace, line by line. */
  readonly differences: readonly string[];
}

/** The calls of the playground's own server. */
export const engine = {
  async experiences(): Promise<Experience[]> {
    return await (await called("/playground/experiences")).json() as Experience[];
  },

  /** Returns the problems of a text; none if it is a valid experience. */
  async check(yaml: string): Promise<Problem[]> {
    const answer = await called("/playground/check", yaml);
    return (await answer.json() as { problems?: Problem[] }).problems ?? [];
  },

  /** Registers an experience, and returns the name by which sessions open it. */
  async apply(yaml: string): Promise<{ experience?: string; problems?: Problem[] }> {
    const answer = await called("/playground/apply", yaml, [400]);
    return await answer.json() as { experience?: string; problems?: Problem[] };
  },

  async files(): Promise<Listing> {
    return await (await called("/playground/files")).json() as Listing;
  },

  /** Reads a file from disk. */
  async open(name: string): Promise<{ name: string; text: string; version: string }> {
    const answer = await called("/playground/open", name);
    return await answer.json() as { name: string; text: string; version: string };
  },

  /** Writes a text to a file in place of a version; undefined for a new file. */
  async save(save: { name: string; text: string; version: string | undefined }): Promise<SaveResult> {
    const body = new Blob([JSON.stringify(save)], { type: "application/json" });
    const answer = await called("/playground/save", body, [409, 422]);
    const kinds = { 200: "saved", 409: "changed", 422: "mistakes" };
    const kind = kinds[answer.status as keyof typeof kinds];
    return { kind, ...await answer.json() as object } as SaveResult;
  },

  /** Replays a trace through the engine, and compares the directives. */
  async replay(trace: Blob): Promise<ReplayResult> {
    return await (await called("/playground/replay", trace)).json() as ReplayResult;
  },

  /** Plays the folder's recordings, or a sample, through both texts. */
  async outcomes(
    texts: ComparedTexts, sample: number | undefined, signal: AbortSignal
  ): Promise<OutcomeResult> {
    const body = JSON.stringify({ ...texts, sample });
    const answer = await called("/playground/what-if", body, [422], signal);
    const kind = answer.ok ? "outcomes" : "unplayable";
    return { kind, ...await answer.json() as object } as OutcomeResult;
  },

  /** Returns the lines in which a recording differs under both texts. */
  async differences(texts: ComparedTexts, recording: string): Promise<readonly string[]> {
    const body = JSON.stringify({ ...texts, recording });
    const answer = await called("/playground/what-if/differences", body);
    return (await answer.json() as { differences: readonly string[] }).differences;
  },

  /** Returns the current trace of a session. */
  async trace(session: string): Promise<Blob> {
    // The engine flushes traces once a second.
    await new Promise((done) => setTimeout(done, 1200));
    return (await called("/playground/recording", session)).blob();
  },
};

/** Calls the server; an error contains its message. */
async function called(
  path: string, body?: BodyInit, allowed: readonly number[] = [], signal?: AbortSignal
) {
  const request = body === undefined ? {} : { method: "POST", body };
  const answer = await fetch(path, { ...request, ...(signal ? { signal } : {}) });
  if (!answer.ok && !allowed.includes(answer.status)) {
    const text = await answer.text();
    throw new Error(text.trim().slice(0, 400) || `${answer.status} ${answer.statusText}`);
  }
  return answer;
}
