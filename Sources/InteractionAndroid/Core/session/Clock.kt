package interaction.client.session

/** A scheduled call, which can be cancelled. */
interface Cancellable {
    /** Cancels the call; no effect if it has been made. */
    fun cancel()
}

/**
 * The clock of sessions: the device's, or a test's. A session calls it on its own thread.
 */
interface Clock {
    /** Returns the current time, µs from any origin; monotonic, also while the device sleeps. */
    fun now(): Long

    /**
     * Returns the wall-clock time, ms since 1970: the only clock that runs while the app does not.
     */
    fun wallClock(): Long

    /** Schedules a call after a delay, µs, on any thread. */
    fun schedule(delay: Long, call: Runnable): Cancellable
}
