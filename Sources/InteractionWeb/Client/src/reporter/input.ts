import type { InteractionEvent } from "../contract/messages";
import type { Point } from "../presenter/scene";
import { ListInput } from "./listInput";
import { TouchReporter } from "./touchReporter";

/** The surface that fingers, a mouse and a wheel act on. */
export interface GestureSurface {
  /** The screen's element, whose CSS pixels are points; it may be shown scaled. */
  root: HTMLElement;
  /** Sends an event. */
  send(event: InteractionEvent): void;
  /** Returns the ID of the list that contains an element. */
  list(element: Element): string | undefined;
  /** Returns the box that scrolls a list, and whether it scrolls sideways. */
  box(source: string): { box: HTMLElement; isSideways?: boolean } | undefined;
  /**
   * Returns the view, as the engine names it, that a finger on an element touches: `tab/N`,
   * `pages`, `edge`, `scan`, `scan/ROUTE`, `floor/page`.
   */
  target(element: Element, position: Point): string | undefined;
  /**
   * Returns whether every pointer event on a tab is reported, for long presses. Default: only taps
   * are.
   */
  reportsPointers?(tab: number): boolean;
}

/** The common part of touches and mouse events. */
interface PointerPosition {
  clientX: number;
  clientY: number;
  target: EventTarget | null;
}

/** The mouse's ID; fingers count from 1. */
const MOUSE = 0;
/** The time after a touch during which browsers emulate mouse events, ms. */
const EMULATION_TIMEOUT = 1000;
/** The pixels of a wheel's delta modes: pixel, line, page. */
const WHEEL_UNITS = [1, 16, 400];

/**
 * Reports fingers, a mouse and a wheel on a screen.
 *
 * Lists scroll natively, except for overscroll at the top and drags with a mouse: there the client
 * moves them, and the presenter's scene shows that. It listens to touch events, since pointer
 * events end as soon as the browser scrolls.
 */
export class Input {
  private readonly lists = new Map<string, ListInput>();
  private readonly touches: TouchReporter;
  /** The list under each finger. */
  private readonly fingers = new Map<number, ListInput | undefined>();
  /** Removes all listeners. */
  private readonly end = new AbortController();
  private lastTouch = -Infinity;
  /**
   * True if a finger or the mouse has dragged since the first went down, so that no click counts.
   */
  private hasDragged = false;
  private place = { left: 0, top: 0, scale: 1 };

  constructor(private readonly surface: GestureSurface) {
    this.touches = new TouchReporter((tab) => surface.reportsPointers?.(tab) ?? false);
    const { root } = surface;
    this.onTouches("touchstart", (id, touch, event) => this.down(id, touch, event));
    this.onTouches("touchmove", (id, touch, event) => this.move(id, touch, event));
    this.onTouches("touchend", (id, touch, event) => this.up(id, touch, event));
    this.onTouches("touchcancel", (id, touch, event) => this.up(id, touch, event));
    this.on(root, "mousedown", (event) => {
      if (event.button === 0 && event.timeStamp - this.lastTouch > EMULATION_TIMEOUT) {
        this.down(MOUSE, event, event);
      }
    });
    this.on(window, "mousemove", (event) => this.move(MOUSE, event, event));
    this.on(window, "mouseup", (event) => this.up(MOUSE, event, event));
    this.on(root, "click", (event) => {
      if (this.hasDragged && event.detail > 0) event.stopPropagation();
      this.hasDragged = false;
    }, true);
    this.on(root, "wheel", (event) => {
      this.measure();
      const delta = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1) / this.place.scale;
      const isVertical = Math.abs(event.deltaY) > Math.abs(event.deltaX);
      const list = isVertical ? this.list(event.target) : undefined;
      if (list && !list.gesture.isWheeling) list.measure();
      if (list?.do((gesture, port) => gesture.wheel(delta, port, event.timeStamp))) {
        event.preventDefault();
      }
    });
    // Scroll events do not bubble, but can be captured.
    this.on(root, "scroll", ({ target, timeStamp }) =>
      this.list(target)?.do((gesture, port) => gesture.scrolled(port, timeStamp)), true);
    // Missing in TypeScript's DOM types.
    const ended = "scrollend" as "scroll";
    this.on(root, ended, ({ target }) => this.list(target)?.do((it) => it.scrollEnded()), true);
  }

  /** Scrolls a list for the app. */
  scroll(source: string, to: Partial<Point>, isAnimated: boolean): void {
    this.listOf(source)?.scrollTo(to, isAnimated);
  }

  /** Stops reporting. */
  detach(): void {
    this.end.abort();
    for (const list of this.lists.values()) list.do((gesture) => gesture.leave());
    this.fingers.clear();
  }

  private down(id: number, contact: PointerPosition, event: globalThis.Event): void {
    this.measure();
    // A drag of fingers ends without a click.
    if (this.fingers.size === 0) this.hasDragged = false;
    const position = this.position(contact);
    const list = this.list(contact.target);
    const isFree = list && ![...this.fingers.values()].includes(list);
    this.fingers.set(id, isFree ? list : undefined);
    if (isFree) {
      list.measure();
      list.do((gesture, port) => gesture.down(position, port, event.timeStamp, id === MOUSE));
    }
    if (!(contact.target instanceof Element)) return;
    let view = contact.target;
    const target = this.surface.target(view, position);
    if (!target) return;
    // A finger may touch a descendant of the view, such as an item's picture.
    for (let outer: Element | null = view; outer; outer = outer.parentElement) {
      if (this.surface.target(outer, position) === target) view = outer;
    }
    const { left, top, right, bottom } = view.getBoundingClientRect();
    this.send(this.touches.down(id, target, position, [
      this.position({ clientX: left, clientY: top }),
      this.position({ clientX: right, clientY: bottom }),
    ]));
  }

  private move(id: number, contact: PointerPosition, event: globalThis.Event): void {
    if (!this.fingers.has(id)) return;
    const position = this.position(contact);
    this.send(this.touches.move(id, position));
    if (this.touches.isDragging(id)) {
      if (event.cancelable) event.preventDefault();
      this.hasDragged = true;
      return;
    }
    const list = this.fingers.get(id);
    const isMoved = list?.do((gesture, port) =>
      gesture.move(position, port, event.timeStamp, id === MOUSE));
    if (isMoved && event.cancelable) event.preventDefault();
    if (!list?.gesture.isDragging) return;
    // A finger that scrolls a list drags no pages.
    this.touches.forget(id);
    this.hasDragged = true;
  }

  private up(id: number, contact: PointerPosition, event: globalThis.Event): void {
    if (!this.fingers.has(id)) return;
    const { type, timeStamp } = event;
    const isCancelled = type === "touchcancel";
    this.fingers.get(id)?.do((it) => isCancelled ? it.cancel(timeStamp) : it.up(timeStamp));
    this.fingers.delete(id);
    this.send(this.touches.up(id, this.position(contact), isCancelled));
  }

  private list(target: EventTarget | null): ListInput | undefined {
    const source = target instanceof Element ? this.surface.list(target) : undefined;
    return source === undefined ? undefined : this.listOf(source);
  }

  private listOf(source: string): ListInput | undefined {
    const known = this.lists.get(source);
    const found = known ? undefined : this.surface.box(source);
    if (!found) return known;
    const { box, isSideways = false } = found;
    const list = new ListInput(source, box, isSideways, (event) => this.surface.send(event));
    this.lists.set(source, list);
    return list;
  }

  /** Measures the screen on the page, at the start of gestures, not in their frames. */
  private measure(): void {
    const { root } = this.surface;
    const { left, top, width } = root.getBoundingClientRect();
    this.place = { left, top, scale: width / root.offsetWidth || 1 };
  }

  /** Converts window coordinates to points of the screen. */
  private position({ clientX, clientY }: Pick<PointerPosition, "clientX" | "clientY">): Point {
    const { left, top, scale } = this.place;
    return { x: (clientX - left) / scale, y: (clientY - top) / scale };
  }

  private send(events: readonly InteractionEvent[]): void {
    for (const event of events) this.surface.send(event);
  }

  /** Listens to touches, which keep their target wherever they move. */
  private onTouches(
    type: "touchstart" | "touchmove" | "touchend" | "touchcancel",
    act: (id: number, touch: Touch, event: TouchEvent) => void,
  ): void {
    const { root } = this.surface;
    const tell = (event: TouchEvent) => {
      this.lastTouch = event.timeStamp;
      for (const touch of Array.from(event.changedTouches)) act(touch.identifier + 1, touch, event);
    };
    this.on(root, type, tell);
    if (type === "touchstart") return;
    // The target may have been removed from the page, such as a picture that was redrawn: then the
    // event does not reach the screen.
    const tellOfOrphan = (event: TouchEvent) => {
      if (!root.contains(event.target as Node)) tell(event);
    };
    this.on(root, "touchstart", ({ target }) => {
      if (target) this.on(target, type, tellOfOrphan);
    });
  }

  private on<Type extends keyof HTMLElementEventMap>(
    on: EventTarget, type: Type, listener: (event: HTMLElementEventMap[Type]) => void,
    capture = false,
  ): void {
    const { signal } = this.end;
    on.addEventListener(type, listener as EventListener, { capture, passive: false, signal });
  }
}
