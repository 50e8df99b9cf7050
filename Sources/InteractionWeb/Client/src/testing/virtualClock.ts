import type { Clock } from "../session/clock";

/** A clock that a test advances. */
export class VirtualClock implements Clock {
  private time = 0;
  private timers: { due: number; call: () => void }[] = [];

  now(): number {
    return this.time;
  }

  /** Returns the wall-clock time, which starts at the year 2026. */
  wallClock(): number {
    return Date.UTC(2026, 0) + this.time;
  }

  schedule(milliseconds: number, call: () => void): () => void {
    const timer = { due: this.time + milliseconds, call };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  /** Advances the time, timer by timer; pending promises run between them. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    await this.settle();
    for (;;) {
      const due = Math.min(...this.timers.map((timer) => timer.due));
      if (due > end) break;
      const next = this.timers.find((timer) => timer.due === due)!;
      this.timers = this.timers.filter((each) => each !== next);
      this.time = Math.max(this.time, due);
      next.call();
      await this.settle();
    }
    this.time = end;
  }

  /** Waits until all pending promises have run. */
  settle(): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve));
  }
}
