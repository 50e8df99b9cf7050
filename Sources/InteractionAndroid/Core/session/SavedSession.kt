package interaction.client.session

/** A session's entry in its store; failures are kept for the app. */
internal class SavedSession(
    private val configuration: SessionConfiguration, private val clock: Clock
) {
    /** The store; null if the session is not kept. */
    private val store = if (configuration.reconnects == null) null else configuration.store
    private var failure: String? = null

    /** Returns the newest failure, once. */
    fun takeFailure(): String? = failure.also { failure = null }

    /** Loads the saved session; null if there is none that could be resumed. */
    fun load(): KeptSession? {
        var loaded: KeptSession? = null
        attempt { store ->
            loaded = store.load(configuration.sessionId)?.let { KeptSession.read(it) }
        }
        return loaded?.let { if (isUsable(it)) it else null }
    }

    /** Saves a session; null removes the saved state, which is older than the state shown since. */
    fun keep(kept: KeptSession?) = attempt { store ->
        val sessionId = configuration.sessionId
        if (kept == null) store.remove(sessionId)
        else store.save(kept.keptAt(clock.wallClock()).text(), sessionId)
    }

    /** Removes the saved session. */
    fun remove() = attempt { it.remove(configuration.sessionId) }

    private fun isUsable(kept: KeptSession): Boolean =
        kept.open.sessionId == configuration.sessionId && kept.open.user == configuration.user &&
            experience(kept.open.experience) == experience(configuration.experience) &&
            kept.events.size <= configuration.outboxCapacity &&
            kept.timeSinceSave(clock.wallClock()) * 1000 < kept.checkpoint.lifetimeUs

    private fun experience(name: String): String = if (name == "") DEFAULT_EXPERIENCE else name

    private inline fun attempt(use: (CheckpointStore) -> Unit) {
        try {
            use(store ?: return)
        } catch (error: Exception) {
            failure = error.toString()
        }
    }
}
