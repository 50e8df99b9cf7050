import type { PageDragEvent, PointerEvent, ScrollEvent } from "../contract/messages";
import { drag, lift, release, scroll, tap, touch } from "./input";
import { layOut } from "./layout";
import { advance } from "./reporting";
import type { EventKind, Stage } from "./stage";
import { edge, floorPage, list, pages, scan } from "./targets";

/**
 * Sees what the client is about to report to the engine, and does at once what follows from it on
 * the screen.
 */
export function see(stage: Stage, event: EventKind, now: number): void {
  advance(stage, now);
  const { pointer, pageDrag, environment } = event;
  if (event.scroll) seeScroll(stage, event.scroll);
  if (pointer) seePointer(stage, pointer);
  if (pageDrag) seeDrag(stage, pageDrag);
  if (event.tap) tap(stage, event.tap.tab ?? 0);
  if (!environment) return;
  stage.environment = environment;
  layOut(stage);
}

function seeScroll(stage: Stage, { source = "", phase, x = 0, y = 0 }: ScrollEvent) {
  if (phase === "began") touch(stage, list(source));
  scroll(stage, source, { x, y });
  if (phase === "ended") lift(stage, list(source));
}

function seePointer(stage: Stage, event: PointerEvent): void {
  const { pointer = 0, phase, x = 0, y = 0 } = event;
  const target = event.target?.startsWith("scan/") ? scan : event.target ?? "";
  const isSideways = target === pages || target === edge;
  if (!isSideways && target !== scan && target !== floorPage) return;
  const position = isSideways ? x : y;
  const known = stage.fingers.drag(target);
  if (phase === "down") {
    // The first finger owns the view; the others mean nothing to it.
    if (known?.isDown && known.pointer !== pointer) return;
    touch(stage, target);
    const touched = stage.fingers.drag(target);
    if (touched) [touched.pointer, touched.start] = [pointer, position];
    return;
  }
  if (!known?.isDown || known.pointer !== pointer) return;
  seeMove(stage, target, phase, position - (known.start ?? 0));
}

function seeDrag(stage: Stage, { subject, phase, translation = 0 }: PageDragEvent) {
  const isBack = subject === "back";
  const target = subject === "tabs" ? pages : isBack ? edge : scan;
  if (phase === "began") touch(stage, target);
  if (stage.fingers.drag(target)?.isDown) seeMove(stage, target, phase, translation);
}

/** A finger that is down has moved, or goes. */
function seeMove(
  stage: Stage,
  target: string,
  phase: PointerEvent["phase"] | PageDragEvent["phase"],
  translation: number,
): void {
  if (phase === "cancelled") return release(stage, target);
  drag(stage, target, translation);
  if (phase === "up" || phase === "ended") lift(stage, target);
}
