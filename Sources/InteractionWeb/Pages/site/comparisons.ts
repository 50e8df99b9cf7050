import type { ComparedTexts, OutcomeResult } from "../playground/outcomeRequests";
import { checked } from "./checking";
import type { ComparedRecording } from "./comparing";
import type { ModuleWorker } from "./moduleWorker";
import { summary } from "./outcomeSummary";
import type { Recordings } from "./recordings";

/** The definitions of two texts, or the reason why they cannot be compared. */
type Definitions =
  | { readonly kind: "valid"; readonly saved: Uint8Array; readonly edited: Uint8Array }
  | { readonly kind: "invalid"; readonly reason: string };

/**
 * Compares the recordings' outcomes under two texts. This is the smaller comparison: the complete
 * one is `interaction-load what-if`.
 */
export class Comparisons {
  constructor(private readonly worker: ModuleWorker, private readonly recordings: Recordings) {}

  /** Plays the recordings, or a sample, through both texts. */
  async outcomes(
    texts: ComparedTexts, sample: number | undefined, signal: AbortSignal
  ): Promise<OutcomeResult> {
    const { all } = this.recordings;
    const definitions = await this.definitions(texts);
    if (definitions.kind === "invalid") return { kind: "unplayable", reason: definitions.reason };
    const { saved, edited } = definitions;
    const results = new Map<string, ComparedRecording>();
    // One task for each, so that the page's session is answered between two.
    for (const [name, trace] of [...all].slice(0, sample)) {
      if (signal.aborted) return { kind: "unplayable", reason: "a newer text is compared" };
      results.set(name, await this.worker.ask("compare", saved, edited, trace));
    }
    return {
      kind: "outcomes", recordings: all.size, isComplete: results.size === all.size,
      outcomes: summary(results),
    };
  }

  /** Returns the lines in which a recording differs under both texts. */
  async differences(texts: ComparedTexts, recording: string): Promise<readonly string[]> {
    const trace = this.recordings.all.get(recording);
    if (!trace) throw new Error(`there is no recording '${recording}'`);
    const definitions = await this.definitions(texts);
    if (definitions.kind === "invalid") throw new Error(definitions.reason);
    const { saved, edited } = definitions;
    const result = await this.worker.ask("compare", saved, edited, trace);
    if (result.kind === "unusable") throw new Error(`the recording is ${result.reason}`);
    return result.lines;
  }

  private async definitions({ saved, edited }: ComparedTexts): Promise<Definitions> {
    const next = await checked(edited, this.worker);
    if (next.kind === "invalid") return { kind: "invalid", reason: "the text has problems" };
    const former = await checked(saved, this.worker);
    if (former.kind === "invalid") {
      return {
        kind: "invalid", reason: "the opened version has problems; open a valid one",
      };
    }
    return { kind: "valid", saved: former.definition, edited: next.definition };
  }
}
