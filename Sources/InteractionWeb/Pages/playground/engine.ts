import type { Problem } from "./editor";

/** An experience that comes with the engine. */
export interface Experience {
  readonly name: string;
  readonly yaml: string;
}

/** The user's folder. */
export interface Listing {
  /** Undefined if the playground was started without one. */
  readonly folder?: string;
  /** The reason why nothing can be saved; undefined if files can. */
  readonly unwritable?: string;
  /** By name; without a version if they cannot be read. */
  readonly files: readonly { readonly name: string; readonly version?: string }[];
}

/** What a save has led to. */
export type Saved =
  | { readonly kind: "saved"; readonly version: string }
  | { readonly kind: "mistakes"; readonly problems: readonly Problem[] }
  /** Another version is on disk than the one to be replaced; undefined if there is no file. */
  | { readonly kind: "changed"; readonly version?: string };

/** What a replay of a trace has shown. */
export interface Comparison {
  readonly equal: boolean;
  readonly directives: number;
  /** How the answers differ from the trace, line by line. */
  readonly differences: readonly string[];
}

/** The calls of the playground's own server. */
export const engine = {
  async experiences(): Promise<Experience[]> {
    return await (await called("/playground/experiences")).json() as Experience[];
  },

  /** What is wrong with a text; nothing if an experience can be made of it. */
  async check(yaml: string): Promise<Problem[]> {
    const answer = await called("/playground/check", yaml);
    return (await answer.json() as { problems?: Problem[] }).problems ?? [];
  },

  /** Makes an experience of a text, and gives the name by which sessions open it. */
  async apply(yaml: string): Promise<{ experience?: string; problems?: Problem[] }> {
    const answer = await called("/playground/apply", yaml, [400]);
    return await answer.json() as { experience?: string; problems?: Problem[] };
  },

  async files(): Promise<Listing> {
    return await (await called("/playground/files")).json() as Listing;
  },

  /** A file as it stands on disk. */
  async open(name: string): Promise<{ name: string; text: string; version: string }> {
    const answer = await called("/playground/open", name);
    return await answer.json() as { name: string; text: string; version: string };
  },

  /** Writes a text to a file, in place of a version; undefined for a new file. */
  async save(save: { name: string; text: string; version: string | undefined }): Promise<Saved> {
    const body = new Blob([JSON.stringify(save)], { type: "application/json" });
    const answer = await called("/playground/save", body, [409, 422]);
    const kinds = { 200: "saved", 409: "changed", 422: "mistakes" };
    const kind = kinds[answer.status as keyof typeof kinds];
    return { kind, ...await answer.json() as object } as Saved;
  },

  /** Plays a trace through the engine, and compares the directives. */
  async replay(trace: Blob): Promise<Comparison> {
    return await (await called("/playground/replay", trace)).json() as Comparison;
  },

  /** The trace of a session, as it is now. */
  async trace(session: string): Promise<Blob> {
    // The engine writes what has happened once a second.
    await new Promise((done) => setTimeout(done, 1200));
    return (await called("/playground/recording", session)).blob();
  },
};

/** An error says what the server said. */
async function called(path: string, body?: BodyInit, allowed: readonly number[] = []) {
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", body });
  if (!answer.ok && !allowed.includes(answer.status)) {
    const text = await answer.text();
    throw new Error(text.trim().slice(0, 400) || `${answer.status} ${answer.statusText}`);
  }
  return answer;
}
