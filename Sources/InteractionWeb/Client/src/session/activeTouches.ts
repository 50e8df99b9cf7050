import type { HeldDrag, InteractionEvent, SourceOffset } from "../contract/messages";

/** A pointer ID that represents the finger of a page drag from the app's own recognizer. */
const PAGE_DRAG_POINTER = 0xffffffff;
/** The maximum number of fingers in a heartbeat. */
const MAXIMUM_POINTERS = 16;

/** The active drags and fingers, for heartbeats (rule S3), and the lists' offsets. */
export class ActiveTouches {
  private held = new Map<string, number>();
  private fingers = new Set<number>();
  /**
   * @param offsets The lists' offsets, restored with no drag or finger down, that of the newest
   *   scroll last. A list that was shown before the app named it has two (rule S9): the engine
   *   takes the last one.
   */
  constructor(public offsets: SourceOffset[] = []) {}

  /** The active drags, by list. */
  get drags(): HeldDrag[] {
    return [...this.held].map(([source, drag]) => ({ source, drag }));
  }

  /** The IDs of the fingers that are down. */
  get pointers(): number[] {
    return [...this.fingers].slice(0, MAXIMUM_POINTERS);
  }

  /** True if no drag or finger is active, so that the session can change servers. */
  get isEmpty(): boolean {
    return this.held.size === 0 && this.fingers.size === 0;
  }

  /** Handles an event. */
  follow({ scroll, pointer, pageDrag, listShown }: InteractionEvent): void {
    if (listShown) {
      const { source = "", list } = listShown;
      for (const each of this.offsets) if (each.source === source) each.unseen = each.list !== list;
      // Before the offset of the list without a name, which may be this list.
      if (!this.shown(source)) this.offsets.unshift({ source, y: 0, list });
      this.held.delete(source);
    } else if (scroll) {
      const { source = "", drag = 0, y = 0, phase = "" } = scroll;
      const offset = this.shown(source) ?? { source };
      offset.y = y;
      this.offsets = [...this.offsets.filter((each) => each !== offset), offset];
      if (isDown(phase)) this.held.set(source, drag);
      else if (!phase.startsWith("programmatic")) this.held.delete(source);
    } else if (pointer) {
      this.touch(pointer.pointer!, pointer.phase);
    } else if (pageDrag) {
      this.touch(PAGE_DRAG_POINTER, pageDrag.phase);
    }
  }

  /** Returns the offset of the source's shown list; undefined if it has none. */
  private shown(source: string): SourceOffset | undefined {
    return this.offsets.filter((each) => each.source === source && !each.unseen).pop();
  }

  private touch(finger: number, phase = ""): void {
    if (isDown(phase)) this.fingers.add(finger);
    else this.fingers.delete(finger);
  }
}

function isDown(phase: string): boolean {
  return phase === "began" || phase === "down" || phase === "moved";
}
