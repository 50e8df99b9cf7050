import type { Checkpoint, Event, Open, Opened, Resume } from "../contract/messages";
import { fromBase64, toBase64 } from "./base64";

/** A session as its client goes on with it after a restart of the app. */
export interface KeptSession {
  /** How it was opened last, with what the client shows and the newest session time. */
  open: Open;
  /** What the server has said of it, with what the client shows as its snapshot. */
  opened: Opened;
  /** The newest checkpoint. */
  checkpoint: Checkpoint;
  /** Where it goes on from. */
  resume: Resume;
  /** Every event since the checkpoint, sent or not. */
  events: Event[];
  /** The last event that the server has acknowledged. */
  ackedEvent: number;
  /** When it was kept, ms since 1970. */
  keptAt: number;
}

/** How long ago a session was kept, ms; never less than nothing, if the clock was set back. */
export function age(kept: KeptSession, wallClock: number): number {
  return Math.max(wallClock - kept.keptAt, 0);
}

/** Writes what is kept. */
export function writeKept(kept: KeptSession): string {
  return JSON.stringify(kept, (_, value: unknown) =>
    value instanceof Uint8Array ? { base64: toBase64(value) } : value);
}

/**
 * Reads what was kept.
 *
 * @throws Error for what is damaged, or was kept by an app that keeps something else.
 */
export function readKept(text: string): KeptSession {
  const kept = JSON.parse(text, (_, value: unknown) => {
    const encoded = (value as { base64?: unknown } | null)?.base64;
    return typeof encoded === "string" ? fromBase64(encoded) : value;
  }) as Partial<KeptSession> | null;
  const { open, opened, checkpoint, resume, events, keptAt, ackedEvent } = kept ?? {};
  // Counted and reckoned with from here on.
  const numbers = [keptAt, ackedEvent, resume?.firstEvent, open?.timeUs];
  const isWhole = checkpoint?.token && Array.isArray(events) && opened?.snapshot?.settings?.length
    && numbers.every(Number.isSafeInteger);
  if (!isWhole) throw new Error("what was kept is malformed");
  return kept as KeptSession;
}
