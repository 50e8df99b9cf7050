package interaction.client.session

/**
 * A store that preserves sessions across a restart of the app, by session ID.
 *
 * The text contains the newest checkpoint, which is sealed, and the events since then: the user's
 * scrolls and taps. It is useful for about two minutes, the lifetime of a checkpoint. A failing
 * store, which may throw any exception, does not end a session. It is called on the session's
 * thread.
 */
interface CheckpointStore {
    /** Returns the text last saved under a session ID; null if there is none. */
    fun load(sessionId: String): String?

    /** Replaces the text of a session; at most some hundred kilobytes. */
    fun save(text: String, sessionId: String)

    /** Removes the text of a session, if there is any. */
    fun remove(sessionId: String)
}
