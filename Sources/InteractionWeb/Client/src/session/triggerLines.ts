import type { ScrollPhase, TriggerLines } from "../contract/messages";

/**
 * Whether two samples of one movement, at these offsets, lie in one cell between the lines at which
 * anything can be decided. The starts of drags are not looked at.
 */
export function areInOneCell(
  lines: TriggerLines, a: number, b: number, phase: ScrollPhase | undefined,
): boolean {
  return (lines.offsets ?? []).every((line) => {
    if (phase !== "moved" && lines.fingerOffsets?.includes(line)) return true;
    if (lines.cellStarts?.includes(line)) return a < line === b < line;
    return areTogether(a, b, line);
  });
}

/** Whether two offsets lie strictly on the same side of a line. */
export function areTogether(a: number, b: number, line: number): boolean {
  return (a < line && b < line) || (a > line && b > line);
}

/** Whether a movement has many reports of this phase, which may be left out between lines. */
export function isSample(phase: ScrollPhase | undefined): boolean {
  return phase === "moved" || phase === "decelerating"
    || phase === "programmatic_moved";
}
