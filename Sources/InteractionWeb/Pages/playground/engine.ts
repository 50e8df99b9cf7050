import type { Problem } from "./editor";

/** An experience that comes with the engine. */
export interface Experience {
  readonly name: string;
  readonly yaml: string;
}

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
    throw new Error(text.slice(0, 300) || `${answer.status} ${answer.statusText}`);
  }
  return answer;
}
