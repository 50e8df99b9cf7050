// The binary codec, and conversions of its values.
import type { Duration } from "./messages";

export { decode } from "./decoder";
export { encode } from "./encoder";

/** Returns a duration in milliseconds; 0 if it is absent. */
export function milliseconds(span: Duration | undefined): number {
  return (span?.seconds ?? 0) * 1000 + (span?.nanos ?? 0) / 1e6;
}
