/**
 * A store that preserves sessions across a restart of the app, by session ID.
 *
 * The text contains the newest checkpoint, which is sealed, and the events since then: the user's
 * scrolls and taps. It is useful for about two minutes, the lifetime of a checkpoint. A failing
 * store does not end a session.
 */
export interface CheckpointStore {
  /** Returns the text last saved under a session ID. */
  load(sessionId: string): string | undefined;
  /** Replaces the text of a session; at most some hundred kilobytes. */
  save(text: string, sessionId: string): void;
  /** Removes the text of a session, if there is any. */
  remove(sessionId: string): void;
}

/**
 * The part of a browser's `localStorage` or `sessionStorage` that {@link storageCheckpointStore}
 * needs.
 */
export interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Returns a store with an entry for each session in a browser's storage. */
export function storageCheckpointStore(storage: Storage): CheckpointStore {
  const key = (sessionId: string) => `interaction-session-${sessionId}`;
  return {
    load: (sessionId) => storage.getItem(key(sessionId)) ?? undefined,
    save: (text, sessionId) => storage.setItem(key(sessionId), text),
    remove: (sessionId) => storage.removeItem(key(sessionId)),
  };
}
