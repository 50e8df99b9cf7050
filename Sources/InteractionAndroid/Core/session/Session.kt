package interaction.client.session

import interaction.client.contract.Codec
import interaction.client.contract.InteractionEvent
import java.util.ArrayDeque

/**
 * An open session: report events, receive directives.
 *
 * A lost connection does not end the session: it resumes on another one without losing or repeating
 * events. End a session with [finish] or [cancel].
 *
 * A session belongs to one thread, that of [Engines.executor]: create it and call its functions
 * there. It calls its listener, its store, the transport, the clock and the token source on the
 * same thread; the first update comes with a later call of the executor, so that the app has the
 * session before. The transport, the clock and the token source may call back on any thread: the
 * session passes each call to the executor. The executor must keep the order, and must not make
 * calls at once.
 */
class Session(
    private val configuration: SessionConfiguration, private val engines: Engines,
    private val listener: SessionListener
) {
    /** An attempt to open a connection, and the connection. */
    private class Attempt {
        var connection: Connection? = null

        /** The error that the server named before the end. */
        var error: InteractionError? = null
    }

    private val clock = engines.clock
    private val clockStart = clock.now()
    private val saved = SavedSession(configuration, clock)
    private val start: Long
    private val machine: SessionMachine

    /** The current attempt or connection; null if there is none. */
    private var attempt: Attempt? = null
    private var timer: Cancellable? = null

    /** The scheduled save. */
    private var save: Cancellable? = null
    private val actions = ArrayDeque<SessionAction>()
    private var isActing = false

    init {
        val kept = saved.load()
        start = if (kept == null) configuration.start else {
            kept.open.timeUs + kept.timeSinceSave(clock.wallClock()) * 1000
        }
        machine = SessionMachine(
            configuration, engines.urls.size, start, engines.random, kept, clock.wallClock())
        onThread {
            reportFailure()
            act()
        }
    }

    /** The current session time, µs. */
    val now: Long
        get() = start + clock.now() - clockStart

    /** The current state of the connection. */
    val connection: SessionConnectionState
        get() = machine.connection

    /**
     * The name of the session's variant, as of the newest opening; empty if it is in none, or
     * before the session has opened.
     */
    val variant: String
        get() = machine.stream.variant

    /** The number of scroll samples that were skipped between trigger lines so far. */
    val skippedEvents: Int
        get() = machine.stream.filter.skipped

    /** The number of superseded movements that were conflated in a long outbox so far. */
    val conflatedEvents: Int
        get() = machine.stream.outbox.conflated

    /**
     * Reports an event, at its session time in µs or now. Never blocks. The event is copied, so
     * that the app may use it again.
     */
    @JvmOverloads
    fun send(event: InteractionEvent, at: Long = now) = change {
        machine.report(copyOf(event, at))
    }

    /** Pauses the session, such as in the background; events are queued meanwhile. */
    fun pause() {
        change { machine.pause(it) }
        // The app may be killed.
        if (machine.connection is SessionConnectionState.Paused) keep()
    }

    /** Resumes after [pause], at once. */
    fun resume() = change { machine.resume(it) }

    /** Ends the session after the pending events; the remaining directives still arrive. */
    fun finish() = change { machine.finish(it) }

    /** Ends the session at once. */
    fun cancel() = change { machine.cancel() }

    /** Moves the session to a new connection at once, because the network path has changed. */
    fun networkChanged() = change { machine.networkChanged(it) }

    private inline fun change(change: (Long) -> Unit) {
        change(now)
        act()
    }

    private fun act() {
        actions.addAll(machine.take(now))
        // Inputs of the app during an update follow the current actions.
        if (isActing) return
        isActing = true
        try {
            while (true) carryOut(actions.poll() ?: break)
        } finally {
            isActing = false
        }
        timer?.cancel()
        timer = null
        val wake = machine.nextWake ?: return
        // An overdue wake-up waits for a connection; retrying it at once would spin.
        val delay = if (wake > now) wake - now else OVERDUE_RETRY
        timer = clock.schedule(delay, Runnable { onThread { change { machine.tick(it) } } })
    }

    private fun carryOut(action: SessionAction) {
        when (action) {
            is SessionAction.Connect -> connect(action)
            is SessionAction.Send -> attempt?.connection?.send(Codec.encode(action.frame))
            is SessionAction.Leave -> attempt?.connection?.close(1000, "")
            is SessionAction.Abandon -> abandon()
            is SessionAction.Refresh -> refresh()
            is SessionAction.Save -> scheduleSave()
            is SessionAction.Remove -> forget()
            is SessionAction.YieldUpdate -> listener.update(action.update)
        }
    }

    private fun connect(action: SessionAction.Connect) {
        val next = Attempt()
        attempt = next
        val tokens = engines.tokens
        if (tokens == null) {
            open(next, action, "")
            return
        }
        tokens.fetch(
            engines.executor, { if (attempt === next) open(next, action, it) },
            { end(next, InteractionError(Status.UNKNOWN, it)) })
    }

    private fun open(attempt: Attempt, action: SessionAction.Connect, token: String) {
        val key = if (configuration.user == "") configuration.sessionId else configuration.user
        val url = keyed(engines.urls[action.endpoint], key, action.keyVariant)
        try {
            attempt.connection = engines.connect.open(url, protocols(token), receiver(attempt))
        } catch (error: Exception) {
            end(attempt, InteractionError(Status.UNKNOWN, error.toString()))
        }
    }

    /** Returns the listener to a connection; events of an abandoned one are ignored. */
    private fun receiver(attempt: Attempt) = object : ConnectionListener {
        override fun opened() = whileCurrent { change { machine.connected(it) } }

        override fun message(bytes: ByteArray) = whileCurrent {
            change {
                machine.receive(bytes, it)
                // The deadline may have passed in transit.
                machine.tick(it)
            }
        }

        override fun text(text: String) = whileCurrent {
            attempt.error = InteractionError.fromText(text)
        }

        override fun closed(code: Int, reason: String) = whileCurrent {
            end(attempt, attempt.error ?: InteractionError.fromClose(code, reason))
        }

        private fun whileCurrent(call: () -> Unit) = onThread {
            if (this@Session.attempt === attempt) call()
        }
    }

    private fun end(ended: Attempt, error: InteractionError?) {
        if (attempt !== ended) return
        attempt = null
        change { machine.ended(error, it) }
    }

    private fun abandon() {
        val connection = attempt?.connection
        attempt = null
        connection?.close(1000, "")
    }

    private fun refresh() {
        // Without a refreshed token the server ends the stream with `TOKEN_EXPIRED`.
        engines.tokens?.fetch(
            engines.executor, { token -> change { machine.refresh(token) } }, {})
    }

    /** Schedules a save. Storage may be slow: there is at most one save per second. */
    private fun scheduleSave() {
        if (save == null) save = clock.schedule(SAVE_INTERVAL, Runnable { onThread { keepOnce() } })
    }

    private fun keepOnce() {
        if (save != null) keep()
    }

    private fun keep() {
        save?.cancel()
        save = null
        saved.keep(machine.kept())
        reportFailure()
    }

    private fun forget() {
        save?.cancel()
        save = null
        saved.remove()
        reportFailure()
    }

    private fun reportFailure() {
        saved.takeFailure()?.let { listener.update(SessionUpdate.StoreFailed(it)) }
    }

    private fun onThread(call: () -> Unit) = engines.executor.execute { call() }

    private companion object {
        /** The minimum time between two saves of a session, µs. */
        const val SAVE_INTERVAL = 1_000_000L

        /** The delay before an overdue wake-up is retried, µs. */
        const val OVERDUE_RETRY = 1_000_000L
    }
}
