/**
 * Follows a pointer from its press to its release. Escape, or a cancellation by the system, takes
 * the drag back.
 *
 * @param end - Called once, with whether the result of the drag is kept.
 * @returns Ends the drag.
 */
export function followPointer(
  press: PointerEvent, move: (event: PointerEvent) => void, end: (isKept: boolean) => void
): (isKept: boolean) => void {
  const target = press.currentTarget as HTMLElement;
  const following = new AbortController();
  const finish = (isKept: boolean) => {
    if (following.signal.aborted) return;
    following.abort();
    end(isKept);
  };
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type, listener: (event: HTMLElementEventMap[Type]) => void, place: EventTarget = target
  ) => place.addEventListener(
    type, listener as EventListener, { signal: following.signal, capture: true });
  const onPointer = (
    type: "pointermove" | "pointerup" | "pointercancel" | "lostpointercapture",
    act: (event: PointerEvent) => void
  ) => on(type, (event) => {
    if (event.pointerId === press.pointerId) act(event);
  });
  target.setPointerCapture(press.pointerId);
  onPointer("pointermove", move);
  onPointer("pointerup", () => finish(true));
  onPointer("pointercancel", () => finish(false));
  onPointer("lostpointercapture", () => finish(true));
  on("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    finish(false);
  }, window);
  return finish;
}
