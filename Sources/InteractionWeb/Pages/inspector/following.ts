import type { SessionSummary } from "./operators";

/** A watch that has ended. */
export interface EndedWatch {
  readonly session: string;
  /** The number of the client's watched connection. */
  readonly epoch: number;
  /** True if the connection to the engine was lost while the session was open. */
  readonly isCut: boolean;
}

/** Returns whether an open session continues an ended watch, on whichever engine it is. */
export function continues(watch: EndedWatch, session: SessionSummary): boolean {
  const epoch = Number(session.epoch ?? 0);
  return session.sessionId === watch.session
    && (epoch > watch.epoch || (watch.isCut && epoch === watch.epoch));
}
