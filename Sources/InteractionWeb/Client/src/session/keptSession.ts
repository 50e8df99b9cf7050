import type { Checkpoint, InteractionEvent, Open, Opened, Resume } from "../contract/messages";
import { malformed } from "../contract/decoder";
import { fromBase64, toBase64 } from "./base64";

/** A session as saved for a restart of the app. */
export interface KeptSession {
  /** The newest `Open`, with the client's current state and the newest session time. */
  open: Open;
  /** The server's newest `Opened`, with the client's current state as its snapshot. */
  opened: Opened;
  /** The newest checkpoint. */
  checkpoint: Checkpoint;
  /** The point to resume from. */
  resume: Resume;
  /** The events since the checkpoint, sent or not. */
  events: InteractionEvent[];
  /** The newest event that the server has acknowledged. */
  ackedEvent: number;
  /** The wall-clock time of the save, ms since 1970. */
  keptAt: number;
}

/** Returns the time since the save, ms; 0 if the wall clock was set back. */
export function timeSinceSave(kept: KeptSession, wallClock: number): number {
  return Math.max(wallClock - kept.keptAt, 0);
}

/** Encodes a saved session. Quoted, the name of bytes is the same in every build. */
export function writeKept(kept: KeptSession): string {
  return JSON.stringify(kept, (_, value: unknown) =>
    value instanceof Uint8Array ? { "$": toBase64(value) } : value);
}

/**
 * Decodes a saved session.
 *
 * @throws Error if the text is damaged, or from a version of the app with another format.
 */
export function readKept(text: string): KeptSession {
  const kept = JSON.parse(text, (_, value: unknown) => {
    const encoded = (value as { "$"?: unknown } | null)?.["$"];
    return typeof encoded === "string" ? fromBase64(encoded) : value;
  }) as Partial<KeptSession> | null;
  const { open, opened, checkpoint, resume, events, keptAt, ackedEvent } = kept ?? {};
  // The client increments these numbers and computes with them.
  const numbers = [keptAt, ackedEvent, resume?.firstEvent, open?.timeUs];
  const isWhole = checkpoint?.token?.length && Array.isArray(events) && opened?.snapshot?.settings?.length
    && numbers.every(Number.isSafeInteger);
  if (!isWhole) throw malformed();
  return kept as KeptSession;
}
