import type { ScrollEvent, TriggerLines } from "../contract/messages";

/** A list's travel as the engine follows it (rule R12). */
export class FollowedTravel {
  /** The largest offset at rest, pt; Infinity while no content size has been reported. */
  end = Infinity;
  /** True if the newest event lies in the same cell of travel as the event before it. */
  staysInCell = true;
  private turn?: number;
  /** The lines that the travel has passed. */
  private cell?: string;
  private last = 0;
  /** The offset of the running programmatic scroll, which counts only as its end. */
  private programmatic?: number;

  /**
   * @param isKnown False if the engine may have received other events of the list. It is true again
   *   once the list has turned.
   * @param isEndKnown False if the engine may know another end of the list.
   */
  constructor(private isKnown: boolean, public isEndKnown = isKnown) {}

  /** Follows an event, as the engine does. */
  follow({ phase, y = 0 }: ScrollEvent, { away = [], back = [] }: TriggerLines): void {
    y = Math.max(Math.min(y, this.end), 0);
    if (phase === "programmatic_began" || phase === "programmatic_moved") {
      this.turn ??= this.last = y;
      this.programmatic = y;
      this.staysInCell = true;
      return;
    }
    const former = this.turn ??= this.last = y;
    if (this.programmatic !== undefined) this.move(this.programmatic);
    this.programmatic = undefined;
    this.move(y);
    if (this.turn !== former && this.isEndKnown) this.isKnown = true;
    const distance = this.last - this.turn;
    const cell = `${away.map((line) => distance >= line)} ${back.map((line) => -distance >= line)}`;
    this.staysInCell = !away.length && !back.length
      || this.isKnown && this.turn === former && cell === this.cell;
    this.cell = cell;
  }

  private move(y: number): void {
    if ((y - this.last) * Math.sign(this.last - this.turn!) < 0) this.turn = this.last;
    this.last = y;
  }
}
