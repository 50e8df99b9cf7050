import type { PageDragEvent, PointerEvent, ScrollEvent } from "../contract/messages";
import { drag, lift, release, tap, touch } from "./input";
import type { PresenterState } from "./presenterState";
import type { EventPayload } from "./pendingReports";
import { advance } from "./reports";
import { updateResting, layOut } from "./layout";
import { edge, floorPage, list, pages, scan } from "./targets";

/** Presents the immediate consequences of an event that is about to be reported to the engine. */
export function handleEvent(parts: PresenterState, event: EventPayload, now: number): void {
  const hasAdvanced = advance(parts, now);
  if (handlePayload(parts, event) || hasAdvanced) layOut(parts);
  else if (event.scroll || event.listShown) updateResting(parts.screen);
}

/** Returns whether the scene must be laid out again; so do the functions below. */
function handlePayload(parts: PresenterState, event: EventPayload): boolean {
  const { surface, listShown, pageDrag, pointer, scroll } = event;
  if (scroll) return seeScroll(parts, scroll);
  if (pointer) return seePointer(parts, pointer);
  if (pageDrag) return seeDrag(parts, pageDrag);
  if (listShown) return parts.screen.fingers.show(listShown.list ?? "", listShown.source ?? "");
  if (event.tap) return tap(parts, event.tap.tab ?? 0);
  if (surface) parts.surface = surface;
  return Boolean(surface);
}

function seeScroll(parts: PresenterState, { source = "", phase, x = 0, y = 0 }: ScrollEvent) {
  const [began, ended] = [phase === "began", phase === "ended"];
  if (began) touch(parts, list(source));
  const isNew = parts.screen.fingers.scroll(source, { x, y });
  if (ended) lift(parts, list(source));
  return began || ended || isNew;
}

function seePointer(parts: PresenterState, event: PointerEvent): boolean {
  const { pointer = 0, phase, x = 0, y = 0 } = event;
  const { fingers } = parts.screen;
  const target = event.target?.startsWith("scan/") ? scan : event.target ?? "";
  const isSideways = target === pages || target === edge;
  if (!isSideways && target !== scan && target !== floorPage) return false;
  const position = isSideways ? x : y;
  const known = fingers.drag(target);
  if (phase === "down") {
    // The first finger owns the view; others are ignored.
    if (known?.isDown && known.pointer !== pointer) return false;
    touch(parts, target);
    const touched = fingers.drag(target);
    if (touched) [touched.pointer, touched.start] = [pointer, position];
    return true;
  }
  if (!known?.isDown || known.pointer !== pointer) return false;
  return handleMove(parts, target, phase, position - (known.start ?? 0));
}

function seeDrag(parts: PresenterState, { subject, phase, translation = 0 }: PageDragEvent) {
  const isBack = subject === "back";
  const target = subject === "tabs" ? pages : isBack ? edge : scan;
  if (phase === "began") touch(parts, target);
  const { isDown } = parts.screen.fingers.drag(target) ?? {};
  // A touch creates the drag.
  return Boolean(isDown) && handleMove(parts, target, phase, translation);
}

/** Handles a move of a finger that is down, or its end. */
function handleMove(
  parts: PresenterState,
  target: string,
  phase: PointerEvent["phase"] | PageDragEvent["phase"],
  translation: number,
): boolean {
  if (phase === "cancelled") release(parts.screen, target);
  else drag(parts, target, translation);
  if (phase === "up" || phase === "ended") lift(parts, target);
  return true;
}
