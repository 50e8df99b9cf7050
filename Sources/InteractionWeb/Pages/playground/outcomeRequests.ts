/** The texts to compare. */
export interface ComparedTexts {
  readonly saved: string;
  readonly edited: string;
}

/** The outcomes of a comparison, in the words of reports. */
export interface Outcomes {
  readonly verdict: string;
  /** The number of sessions compared. */
  readonly sessions: number;
  /** The number of sessions in which something changes. */
  readonly changed: number;
  readonly notes: readonly string[];
  /** Each figure: name, saved, edited, change, exact, same fingers. */
  readonly figures: readonly (readonly string[])[];
  /** The number of figures that are left out, in words. */
  readonly unchanged?: string;
  readonly groups: readonly OutcomeGroup[];
  /** The number of other kinds of differences, in words. */
  readonly moreGroups?: string;
}

/** Sessions whose first difference is of one kind. */
export interface OutcomeGroup {
  readonly text: string;
  /** The name of a recording with the difference, and the session time there. */
  readonly recording: string;
  readonly time: string;
}

/** The result of a request. */
export type OutcomeResult =
  | {
    readonly kind: "outcomes";
    /** The number of recordings in the folder. */
    readonly recordings: number;
    /** False if only a sample was played. */
    readonly isComplete: boolean;
    readonly outcomes: Outcomes;
  }
  /** Nothing was played; the last outcomes are outdated. */
  | { readonly kind: "unplayable"; readonly reason: string };

/** The number of recordings of the first result. */
export const sample = 50;

/** Requests the outcomes of the newest texts: first of a sample, then of all recordings. */
export class OutcomeRequests {
  private current: AbortController | undefined;

  /**
   * @param ask - Requests the outcomes of a sample, or of all recordings.
   * @param show - Called with each result that no newer request supersedes.
   */
  constructor(
    private readonly ask: (
      texts: ComparedTexts, sample: number | undefined, signal: AbortSignal) => Promise<OutcomeResult>,
    private readonly show: (result: OutcomeResult, texts: ComparedTexts) => void
  ) {}

  /** Requests outcomes, and aborts the former request. */
  async update(texts: ComparedTexts): Promise<void> {
    this.current?.abort();
    const current = this.current = new AbortController();
    for (const count of [sample, undefined]) {
      const result = await this.ask(texts, count, current.signal).catch(failed);
      if (current.signal.aborted) return;
      this.show(result, texts);
      if (result.kind === "unplayable" || result.isComplete) return;
    }
  }
}

function failed(error: unknown): OutcomeResult {
  return { kind: "unplayable", reason: error instanceof Error ? error.message : String(error) };
}

/** Returns the headline of a result. */
export function headline(result: OutcomeResult): string {
  if (result.kind === "unplayable") return capitalized(result.reason);
  const { recordings, isComplete, outcomes } = result;
  if (recordings === 0) return "No recordings";
  return isComplete ? capitalized(outcomes.verdict)
    : `Of ${sample} of ${recordings} recordings: ${outcomes.verdict}`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
