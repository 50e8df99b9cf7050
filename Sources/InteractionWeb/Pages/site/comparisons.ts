import type { ComparedTexts, Outcomes, OutcomeResult } from "../playground/outcomeRequests";
import { checked } from "./checking";
import type { ModuleWorker } from "./moduleWorker";
import type { Recordings } from "./recordings";

/** Compares the recordings' outcomes under two texts, one comparison at a time. */
export class Comparisons {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly worker: ModuleWorker, private readonly recordings: Recordings) {}

  /** Plays the recordings, or a sample, through both texts. */
  outcomes(
    texts: ComparedTexts, sample: number | undefined, signal: AbortSignal
  ): Promise<OutcomeResult> {
    return this.inTurn(async () => {
      const { all } = this.recordings;
      const reason = await this.begin(texts);
      if (reason !== undefined) return { kind: "unplayable", reason };
      const played = [...all].slice(0, sample);
      for (const [name, trace] of played) {
        if (signal.aborted) return { kind: "unplayable", reason: "a newer text is compared" };
        // The result counts an unreadable recording.
        await this.worker.call("compare_trace", new TextEncoder().encode(name), trace);
      }
      const outcomes = await this.worker.ask<Outcomes>("compare_result");
      return {
        kind: "outcomes", recordings: all.size, isComplete: played.length === all.size, outcomes,
      };
    });
  }

  /** Returns the lines in which a recording differs under both texts. */
  differences(texts: ComparedTexts, recording: string): Promise<readonly string[]> {
    return this.inTurn(async () => {
      const trace = this.recordings.all.get(recording);
      if (!trace) throw new Error(`there is no recording '${recording}'`);
      const reason = await this.begin(texts);
      if (reason !== undefined) throw new Error(reason);
      const answer = await this.worker.ask<{ differences: readonly string[] }>(
        "compare_differences", trace);
      return answer.differences;
    });
  }

  /** Begins a comparison. Returns the reason if a text has problems. */
  private async begin({ saved, edited }: ComparedTexts): Promise<string | undefined> {
    const next = await checked(edited, this.worker);
    if (next.kind === "invalid") return "the text has problems";
    const former = await checked(saved, this.worker);
    if (former.kind === "invalid") return "the opened version has problems; open a valid one";
    await this.worker.ask("compare", former.definition, next.definition);
    return undefined;
  }

  /** Runs actions serially, since the module has one comparison. */
  private inTurn<Value>(action: () => Promise<Value>): Promise<Value> {
    const result = this.last.then(action);
    this.last = result.catch(() => undefined);
    return result;
  }
}
