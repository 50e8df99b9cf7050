// Messages as bytes, and what their times mean.
import type { Duration } from "./messages";

export { decode } from "./decoder";
export { encode } from "./encoder";

/** The milliseconds of a span; 0 if there is none. */
export function milliseconds(span: Duration | undefined): number {
  return (span?.seconds ?? 0) * 1000 + (span?.nanos ?? 0) / 1e6;
}
