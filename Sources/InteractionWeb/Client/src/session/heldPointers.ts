import type { Event, HeldDrag, SourceOffset } from "../contract/messages";

/** What stands for the finger of a drag that the client's own recognizer reported. */
const PAGE_DRAG_POINTER = 0xffffffff;
/** Most fingers in a heartbeat. */
const MAXIMUM_POINTERS = 16;

/** The drags and fingers that are down, for heartbeats (rule S3), and where the lists stand. */
export class HeldPointers {
  private held = new Map<string, number>();
  private fingers = new Set<number>();
  private positions = new Map<string, number>();

  /** Nothing is held, and the lists stand where they stood. */
  constructor(offsets: readonly SourceOffset[] = []) {
    for (const { source = "", y = 0 } of offsets) this.positions.set(source, y);
  }

  /** The drags that are held, by list. */
  get drags(): HeldDrag[] {
    return [...this.held].map(([source, drag]) => ({ source, drag }));
  }

  /** The fingers that are down. */
  get pointers(): number[] {
    return [...this.fingers].slice(0, MAXIMUM_POINTERS);
  }

  /** Whether nothing is held: a good moment to change servers. */
  get isEmpty(): boolean {
    return this.held.size === 0 && this.fingers.size === 0;
  }

  /** Where each list stands that has been heard of. */
  get offsets(): SourceOffset[] {
    return [...this.positions].map(([source, y]) => ({ source, y }));
  }

  /** Takes in what happened. */
  follow({ scroll, pointer, pageDrag }: Event): void {
    if (scroll) {
      const { source = "", drag = 0, y = 0, phase = "" } = scroll;
      this.positions.set(source, y);
      if (isDown(phase)) this.held.set(source, drag);
      else if (!phase.startsWith("programmatic")) this.held.delete(source);
    } else if (pointer) {
      this.touch(pointer.pointer!, pointer.phase);
    } else if (pageDrag) {
      this.touch(PAGE_DRAG_POINTER, pageDrag.phase);
    }
  }

  private touch(finger: number, phase = ""): void {
    if (isDown(phase)) this.fingers.add(finger);
    else this.fingers.delete(finger);
  }
}

function isDown(phase: string): boolean {
  return phase === "began" || phase === "down" || phase === "moved";
}
