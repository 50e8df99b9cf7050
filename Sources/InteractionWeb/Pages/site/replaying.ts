import type { EngineModule } from "../../Client/src/offline/engineModule";
import type { ReplayResult } from "../playground/engine";
import { moments, PlayedSession } from "./playedSession";
import type { EncodedDirective } from "./encodedDirective";
import { differenceLines, directiveLine, exactContent } from "./sameness";
import { readTrace } from "./traceFile";

/** The maximum number of lines of differences. */
const most = 20;
const remedy = "replay it with: interaction-load replay";

/**
 * Replays a trace by its own definition, or by one that it names, and compares the directives with
 * the recorded ones. The numbers of the causing events are ignored: they depend on how many samples
 * were left out.
 *
 * @throws Error with the remedy if the trace cannot be replayed by a session from its opening.
 */
export function replayed(
  module: EngineModule, definition: Uint8Array, bytes: Uint8Array
): ReplayResult {
  const trace = readTrace(bytes);
  const { state, timeUs: start = 0 } = trace.header;
  if (state) throw new Error(`the trace begins within a session, after a reconnect; ${remedy}`);
  const played = new PlayedSession(module, trace.header.definition ?? definition, trace.header);
  const answered: EncodedDirective[] = [];
  const recorded = trace.steps.flatMap((step) => (step.kind === "directive" ? [step] : []));
  const lines: string[] = [];
  let events = 0;
  try {
    for (const { event, directives } of moments(trace)) {
      const decision = event ? played.play(event)
        : { kind: "directives" as const, directives: played.opening };
      if (decision.kind === "refused") {
        throw new Error(`event ${events + 1} is refused (${decision.reason}); ${remedy}`);
      }
      if (event) events += 1;
      answered.push(...decision.directives);
      // A moment may have more directives than a call may have arguments.
      for (const line of differenceLines(directives, decision.directives, start)) lines.push(line);
    }
  } finally {
    played.end();
  }
  const equal = answered.length === recorded.length
    && recorded.every((each, index) => exactContent(each) === exactContent(answered[index]!));
  return {
    equal, events, directives: recorded.length,
    differences: equal ? [] : listed(lines.length > 0 ? lines : numbers(recorded, answered, start)),
  };
}

/** Returns the first difference of directives that differ only by numbers. */
function numbers(
  recorded: readonly EncodedDirective[], answered: readonly EncodedDirective[], start: number,
): string[] {
  const index = recorded.findIndex((each, index) =>
    !answered[index] || exactContent(each) !== exactContent(answered[index]!));
  return [recorded[index], answered[index]].flatMap((each, side) =>
    each ? [`${side === 0 ? "-" : "+"} ${directiveLine(each, start)}, by its numbers`] : []);
}

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - most;
  return [...lines.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])];
}
