import type { ScrollPhase, TriggerLines } from "../contract/messages";

/**
 * Returns whether two samples of one movement, at these offsets, lie in one cell between trigger
 * lines. Drag starts are not considered.
 */
export function areInOneCell(
  lines: TriggerLines, a: number, b: number, phase: ScrollPhase | undefined,
): boolean {
  return (lines.lines ?? []).every(({ offset = 0, startsCell, fingerOnly }) => {
    if (phase !== "moved" && fingerOnly) return true;
    return startsCell ? a < offset === b < offset : areTogether(a, b, offset);
  });
}

/** Returns whether two offsets lie strictly on the same side of a line. */
export function areTogether(a: number, b: number, line: number): boolean {
  return (a < line && b < line) || (a > line && b > line);
}

/** Returns whether a phase is that of samples, which may be skipped between trigger lines. */
export function isSample(phase: ScrollPhase | undefined): boolean {
  return phase === "moved" || phase === "decelerating"
    || phase === "programmatic_moved";
}
