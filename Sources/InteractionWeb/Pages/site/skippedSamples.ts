import type { InteractionEvent, TriggerLines } from "../../Client/src/contract/messages";

/** The maximum time between two samples of a client that sends all: two frames at 60 Hz, µs. */
const largestInterval = 35_000;

/** The lines of a list that only the edited text has. */
interface NewLines {
  readonly offsets: readonly number[];
  /** True if each sample counts. */
  readonly everySample: boolean;
}

/**
 * Finds the places in a recording where the client may have skipped samples that the edited text
 * needs: clients skip samples between the lines of the text that they play.
 */
export class SkippedSamples {
  private readonly lines = new Map<string, NewLines>();
  private readonly positions = new Map<string, { readonly timeUs: number; readonly y: number }>();

  /** Sets the lines, which depend on the surface. */
  setLines(
    edited: ReadonlyMap<string, TriggerLines>, saved: ReadonlyMap<string, TriggerLines>
  ): void {
    this.lines.clear();
    for (const [source, mine] of edited) {
      const theirs = saved.get(source) ?? {};
      if (theirs.everySample) continue;
      const known = new Set((theirs.lines ?? []).map(({ offset = 0 }) => offset));
      const offsets = (mine.lines ?? []).map(({ offset = 0 }) => offset)
        .filter((offset) => !known.has(offset));
      const travels = [mine, theirs].map(({ away = [], back = [] }) =>
        JSON.stringify([away, back]));
      const everySample = mine.everySample === true
        || (mine.away ?? mine.back) !== undefined && travels[0] !== travels[1];
      if (everySample || offsets.length > 0) this.lines.set(source, { offsets, everySample });
    }
  }

  /** Returns whether samples that the edited text needs may be missing before the event. */
  mayPrecede({ scroll, timeUs = 0 }: InteractionEvent): boolean {
    if (!scroll) return false;
    const { source = "", phase, y = 0 } = scroll;
    const before = this.positions.get(source);
    this.positions.set(source, { timeUs, y });
    const lines = this.lines.get(source);
    if (phase === "began" || phase === "programmatic_began" || !before || !lines
      || before.y === y || timeUs - before.timeUs <= largestInterval) return false;
    const [low, high] = [Math.min(before.y, y), Math.max(before.y, y)];
    return lines.everySample || lines.offsets.some((offset) => low <= offset && offset <= high);
  }
}
