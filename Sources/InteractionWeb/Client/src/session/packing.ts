import type { InteractionEvent, ScrollEvent } from "../contract/messages";
import { isSample } from "./triggerLines";

/** Packs consecutive scroll samples of a movement into runs. */
export function packed(events: readonly InteractionEvent[]): InteractionEvent[] {
  const result: InteractionEvent[] = [];
  let last: ScrollEvent | undefined;
  let lastTime = 0;
  for (const event of events) {
    const { scroll, timeUs = 0 } = event;
    if (!scroll || !isSample(scroll.phase) || scroll.velocity !== undefined) {
      last = undefined;
      result.push(event);
      continue;
    }
    const { source, drag, phase, x = 0, y = 0 } = scroll;
    const run = result[result.length - 1]?.scrollSamples;
    if (run && last && last.source === source && last.drag === drag && last.phase === phase) {
      run.deltaUs!.push(timeUs - lastTime);
      run.y!.push(y);
      if (x !== 0 || run.x) {
        // Omitted horizontal offsets are 0.
        run.x ??= run.y!.slice(1).map(() => 0);
        run.x.push(x);
      }
    } else {
      const samples = { source, drag, phase, deltaUs: [0], y: [y] };
      result.push({ timeUs, scrollSamples: x === 0 ? samples : { ...samples, x: [x] } });
    }
    last = scroll;
    lastTime = timeUs;
  }
  return result;
}
