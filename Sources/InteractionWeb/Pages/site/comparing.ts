import type { EngineModule } from "../../Client/src/offline/engineModule";
import { ComparedVersion } from "./comparedVersion";
import { answersDirective, firstAfter, firstAtOpening, label } from "./differences";
import type { FigureValues } from "./figures";
import { moments, RefusedOpenError } from "./playedSession";
import { areSame, differenceLines, seconds } from "./sameness";
import { SkippedSamples } from "./skippedSamples";
import { experienceName, readTrace } from "./traceFile";
import type { TraceContent } from "./traceFile";

/** A part of a session, under both texts. */
export interface ComparedPart {
  readonly events: number;
  readonly saved: FigureValues;
  readonly edited: FigureValues;
}

/** A recording under both texts, or the reason why it is not compared. */
export type ComparedRecording =
  | { readonly kind: "unusable"; readonly reason: string }
  | {
    readonly kind: "compared";
    /** Up to and including the first difference. */
    readonly exact: ComparedPart;
    /** After it, if the fingers moved alike. */
    readonly assumed: ComparedPart;
    readonly unknownEvents: number;
    /** The reason for unknown events. */
    readonly end?: string;
    /** True if the saved text decides otherwise than recorded, so that no part is exact. */
    readonly isAssumed: boolean;
    /** The first difference, and its time. */
    readonly difference?: { readonly text: string; readonly timeUs: number };
    /** The differences of the part that is compared, line by line. */
    readonly lines: readonly string[];
  };

/** The maximum number of events with differences that are listed. */
const most = 20;

/** Plays a recording through both definitions. */
export function compared(
  module: EngineModule, saved: Uint8Array, edited: Uint8Array, bytes: Uint8Array
): ComparedRecording {
  let trace: TraceContent;
  try {
    trace = readTrace(bytes);
  } catch {
    return unusable("no trace, or damaged; 'interaction-load print' names the error");
  }
  if (trace.header.state) {
    return unusable("of a resumed connection; compare it with: interaction-load what-if");
  }
  if (trace.header.experience !== experienceName(saved)) {
    return unusable("of an experience with another name");
  }
  const versions: ComparedVersion[] = [];
  try {
    const former = new ComparedVersion(module, saved, trace);
    versions.push(former);
    const next = new ComparedVersion(module, edited, trace);
    versions.push(next);
    return comparison(trace, former, next);
  } catch (error) {
    if (!(error instanceof RefusedOpenError)) throw error;
    return unusable(`whose start is refused (${error.message})`);
  } finally {
    for (const version of versions) version.session.end();
  }
}

function unusable(reason: string): ComparedRecording {
  return { kind: "unusable", reason };
}

function comparison(
  trace: TraceContent, saved: ComparedVersion, edited: ComparedVersion
): ComparedRecording {
  const [opening, ...steps] = moments(trace);
  const start = trace.header.timeUs ?? 0;
  const isVerified = trace.steps.some(({ kind }) => kind === "directive");
  const atOpening = firstAtOpening(saved.session.settings, edited.session.settings);
  let difference = atOpening === undefined ? undefined : { text: atOpening, timeUs: 0 };
  const lines = difference ? [difference.text] : [];
  let [events, exactEvents, different] = [0, 0, 0];
  const skipped = new SkippedSamples();
  skipped.setLines(edited.session.lines, saved.session.lines);
  let end: string | undefined;
  let isAssumed = isVerified && !areSame(saved.session.opening, opening?.directives ?? []);
  for (const { event = {}, directives } of steps) {
    if (event.move) end = "the session was moved to another version";
    else if (skipped.mayPrecede(event)) {
      end = "the client may have skipped samples at a new line; record with every sample to tell";
    } else if (difference && answersDirective(event) && !edited.shows(saved)) {
      end = `'${label(event)}' answers what only the recorded version showed`;
    }
    if (end !== undefined) break;
    const [before, after] = [saved.session.play(event), edited.session.play(event)];
    const old = before.kind === "directives" ? before.directives : [];
    if (after.kind === "refused" && before.kind === "directives") {
      end = `'${label(event)}' is not possible in the new version`;
      break;
    }
    const next = after.kind === "directives" ? after.directives : [];
    events += 1;
    // The last directives of an engine that was stopped may be missing.
    const isCut = events === steps.length && directives.length === 0;
    isAssumed ||= isVerified && !isCut && !areSame(old, directives);
    if (event.surface) skipped.setLines(edited.session.lines, saved.session.lines);
    saved.count(old);
    edited.count(next);
    if (!difference) exactEvents += 1;
    if (areSame(old, next)) continue;
    const timeUs = (event.timeUs ?? 0) - start;
    if ((different += 1) <= most) {
      lines.push(`  ${seconds(timeUs)}  > ${label(event)}`, ...differenceLines(old, next, start));
    }
    if (difference) continue;
    difference = { text: firstAfter(event, old, next), timeUs };
    for (const version of [saved, edited]) version.exact = version.counter.values;
  }
  if (different > most) lines.push(`and after ${different - most} more events`);
  if (!difference) for (const version of [saved, edited]) version.exact = version.counter.values;
  if (isAssumed) {
    exactEvents = 0;
    for (const version of [saved, edited]) version.exact = {};
  }
  return {
    kind: "compared", unknownEvents: steps.length - events, end, isAssumed, difference, lines,
    exact: { events: exactEvents, saved: saved.exact, edited: edited.exact },
    assumed: { events: events - exactEvents, saved: saved.assumed, edited: edited.assumed },
  };
}
