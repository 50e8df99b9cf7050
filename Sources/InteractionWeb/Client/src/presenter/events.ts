import type { PageDragEvent, PointerEvent, ScrollEvent } from "../contract/messages";
import { report, tap } from "./input";
import type { EventKind, Stage } from "./stage";
import { edge, floorPage, list, pages, scan } from "./targets";

/**
 * Sees what the client is about to report to the engine, and does at once what follows from it on
 * the screen.
 */
export function see(stage: Stage, event: EventKind, now: number): void {
  const { scroll, pointer, pageDrag, environment } = event;
  if (scroll) seeScroll(stage, scroll, now);
  if (pointer) seePointer(stage, pointer, now);
  if (pageDrag) seeDrag(stage, pageDrag, now);
  if (event.tap) tap(stage, event.tap.tab ?? 0, now);
  if (environment) report(stage, { kind: "environment", environment }, now);
}

function seeScroll(stage: Stage, { source = "", phase, x = 0, y = 0 }: ScrollEvent, now: number) {
  const target = list(source);
  if (phase === "BEGAN") report(stage, { kind: "touch", target }, now);
  report(stage, { kind: "offset", source, x, y }, now);
  if (phase === "ENDED") report(stage, { kind: "lift", target }, now);
}

function seePointer(stage: Stage, event: PointerEvent, now: number): void {
  const { pointer = 0, phase, x = 0, y = 0 } = event;
  const target = event.target?.startsWith("scan/") ? scan : event.target ?? "";
  const isSideways = target === pages || target === edge;
  if (!isSideways && target !== scan && target !== floorPage) return;
  const position = isSideways ? x : y;
  const drag = stage.fingers.drag(target);
  if (phase === "DOWN") {
    // The first finger owns the view; the others mean nothing to it.
    if (drag?.isDown && drag.pointer !== pointer) return;
    report(stage, { kind: "touch", target }, now);
    const touched = stage.fingers.drag(target);
    if (touched) [touched.pointer, touched.start] = [pointer, position];
    return;
  }
  if (!drag?.isDown || drag.pointer !== pointer) return;
  seeMove(stage, target, phase, position - (drag.start ?? 0), now);
}

function seeDrag(stage: Stage, { subject, phase, translation = 0 }: PageDragEvent, now: number) {
  const isBack = subject === "BACK";
  const target = subject === "TABS" ? pages : isBack ? edge : scan;
  if (phase === "BEGAN") report(stage, { kind: "touch", target }, now);
  if (stage.fingers.drag(target)?.isDown) seeMove(stage, target, phase, translation, now);
}

/** A finger that is down has moved, or goes. */
function seeMove(
  stage: Stage,
  target: string,
  phase: PointerEvent["phase"] | PageDragEvent["phase"],
  translation: number,
  now: number,
): void {
  if (phase === "CANCELLED") return report(stage, { kind: "cancel", target }, now);
  report(stage, { kind: "drag", target, translation }, now);
  if (phase === "UP" || phase === "ENDED") report(stage, { kind: "lift", target }, now);
}
