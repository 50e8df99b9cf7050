/**
 * Keeps sessions across a restart of the app, each under its name.
 *
 * What is kept holds the newest checkpoint, which is sealed, and what the client has sent since:
 * where its user has scrolled and tapped. It is good for about two minutes. A store that fails
 * stops no session.
 */
export interface CheckpointStore {
  /** What was last saved under that name. */
  load(sessionId: string): string | undefined;
  /** Keeps `text` in the place of what was there; at most some hundred kilobytes. */
  save(text: string, sessionId: string): void;
  /** Forgets what was saved under that name, if there is anything. */
  remove(sessionId: string): void;
}

/** What {@link storageCheckpointStore} needs of a browser's `localStorage` or `sessionStorage`. */
export interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Keeps each session in an entry of its own, in a browser's storage. */
export function storageCheckpointStore(storage: Storage): CheckpointStore {
  const key = (sessionId: string) => `interaction-session-${sessionId}`;
  return {
    load: (sessionId) => storage.getItem(key(sessionId)) ?? undefined,
    save: (text, sessionId) => storage.setItem(key(sessionId), text),
    remove: (sessionId) => storage.removeItem(key(sessionId)),
  };
}
