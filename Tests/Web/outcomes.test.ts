import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import {
  OutcomeRequests, headline, sample,
} from "../../Sources/InteractionWeb/Pages/playground/outcomeRequests";
import type {
  OutcomeResult,
} from "../../Sources/InteractionWeb/Pages/playground/outcomeRequests";

function result(sessions: number, isComplete: boolean, recordings = 512): OutcomeResult {
  const verdict = `something changes in 1 of ${sessions} sessions`;
  return {
    kind: "outcomes", recordings, isComplete,
    outcomes: { verdict, sessions, changed: 1, notes: [], figures: [], groups: [] },
  };
}

/** Requests whose answers the test gives, in any order. */
class Asked {
  readonly counts: (number | undefined)[] = [];
  readonly signals: AbortSignal[] = [];
  readonly shown: [OutcomeResult, string][] = [];
  private readonly answers: ((answer: OutcomeResult | Error) => void)[] = [];
  readonly requests = new OutcomeRequests((_texts, count, signal) => {
    this.counts.push(count);
    this.signals.push(signal);
    return new Promise((resolve, reject) => this.answers.push((answer) =>
      answer instanceof Error ? reject(answer) : resolve(answer)));
  }, (shown, { edited }) => this.shown.push([shown, edited]));

  async answer(index: number, answer: OutcomeResult | Error): Promise<void> {
    this.answers[index]?.(answer);
    await new Promise((done) => setTimeout(done));
  }
}

const texts = (edited: string) => ({ saved: "saved", edited });

test("the outcomes of a sample are shown at once, then those of all recordings", async () => {
  const asked = new Asked();
  void asked.requests.update(texts("a"));
  deepEqual(asked.counts, [sample]);
  await asked.answer(0, result(50, false));
  deepEqual(asked.counts, [sample, undefined]);
  await asked.answer(1, result(512, true));
  deepEqual(asked.shown, [[result(50, false), "a"], [result(512, true), "a"]]);
  equal(asked.counts.length, 2);
});

test("a folder that is no larger than the sample is played once", async () => {
  const asked = new Asked();
  void asked.requests.update(texts("a"));
  await asked.answer(0, result(8, true, 8));
  deepEqual([asked.counts, asked.shown.length], [[sample], 1]);
});

test("a newer text aborts the former request, whose late answer is dropped", async () => {
  const asked = new Asked();
  void asked.requests.update(texts("a"));
  await asked.answer(0, result(50, false));
  void asked.requests.update(texts("b"));
  deepEqual(asked.signals.map(({ aborted }) => aborted), [true, true, false]);
  await asked.answer(1, result(512, true));
  await asked.answer(2, result(50, false));
  void asked.requests.update(texts("c"));
  await asked.answer(3, new Error("aborted"));
  await asked.answer(4, result(8, true, 8));
  deepEqual(asked.shown.map(([, edited]) => edited), ["a", "b", "c"]);
});

test("a text with problems, and a failed request, are not played further", async () => {
  const asked = new Asked();
  const problem: OutcomeResult = { kind: "unplayable", reason: "the text has problems" };
  void asked.requests.update(texts("a"));
  await asked.answer(0, problem);
  void asked.requests.update(texts("b"));
  await asked.answer(1, new Error("Failed to fetch"));
  deepEqual(asked.counts, [sample, sample]);
  deepEqual(asked.shown.map(([shown]) => headline(shown)),
    ["The text has problems", "Failed to fetch"]);
});

test("the headline tells a sample from all recordings", () => {
  equal(headline(result(512, true)), "Something changes in 1 of 512 sessions");
  equal(headline(result(50, false)),
    "Of 50 of 512 recordings: something changes in 1 of 50 sessions");
  equal(headline(result(0, true, 0)), "No recordings");
});
