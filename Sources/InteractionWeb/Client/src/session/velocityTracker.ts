/** A finger's position at a time. */
interface Sample {
  time: number;
  position: number;
}

/**
 * Estimates a finger's velocity from its last positions (rule S7): quadratic least squares over the
 * last 100 ms, at most 20 samples. Fewer than three samples, or a gap of more than 40 ms, mean that
 * the finger stood still. Times in µs.
 */
export class VelocityTracker {
  private samples: Sample[] = [];

  /** Removes all samples, for a new drag. */
  reset(): void {
    this.samples = [];
  }

  /** Adds a position. */
  add(position: number, time: number): void {
    this.samples.push({ time, position });
    if (this.samples.length > MAXIMUM_SAMPLES) this.samples.shift();
  }

  /** Returns the velocity at `time`, per second. */
  velocity(time: number): number {
    const last = this.samples[this.samples.length - 1];
    if (!last || time - last.time > STANDSTILL) return 0;
    let recent: Sample[] = [];
    for (const sample of this.samples) {
      const former = recent[recent.length - 1];
      if (former && sample.time - former.time > STANDSTILL) recent = [];
      if (time - sample.time <= HORIZON) recent.push(sample);
    }
    return recent.length < 3 ? 0 : slope(recent, last);
  }
}

const HORIZON = 100_000;
const STANDSTILL = 40_000;
const MAXIMUM_SAMPLES = 20;

/** Returns the derivative of the best-fitting parabola at `last`. */
function slope(samples: readonly Sample[], last: Sample): number {
  // Moments of time t (s, ≤ 0) and position p, both relative to the last sample.
  let [t1, t2, t3, t4, p0, p1, p2] = [0, 0, 0, 0, 0, 0, 0];
  for (const sample of samples) {
    const t = (sample.time - last.time) / 1e6;
    const p = sample.position - last.position;
    t1 += t;
    t2 += t * t;
    t3 += t * t * t;
    t4 += t * t * t * t;
    p0 += p;
    p1 += p * t;
    p2 += p * t * t;
  }
  const n = samples.length;
  // Cramer's rule for the linear coefficient of p = a + b·t + c·t².
  const determinant = n * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t3 * t2) + t2 * (t1 * t3 - t2 * t2);
  if (!(determinant > 1e-9 * n * t2 * t4)) return 0;
  const numerator = n * (p1 * t4 - t3 * p2) - p0 * (t1 * t4 - t3 * t2) + t2 * (t1 * p2 - p1 * t2);
  const value = numerator / determinant;
  return Number.isFinite(value) ? value : 0;
}
