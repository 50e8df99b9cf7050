package interaction.client.session

import interaction.client.contract.Codec
import interaction.client.contract.InteractResponse
import interaction.client.contract.InteractionEvent
import interaction.client.contract.NoticeReason
import kotlin.math.max
import kotlin.math.min

/**
 * A session over all its connections, without I/O: inputs carry their time, [take] returns the
 * actions. Times are session time, µs, which follows the clock.
 *
 * @param endpoints The number of engines to choose from.
 * @param start The current session time, µs.
 * @param random Returns a number from 0 up to 1, for the jitter.
 * @param kept The session saved before a restart of the app.
 * @param epoch A number that no earlier connection of the session exceeds, since the engine may not
 *   have noticed its end.
 */
class SessionMachine(
    private val configuration: SessionConfiguration, endpoints: Int, start: Long,
    random: () -> Double, kept: KeptSession? = null, epoch: Long = 0
) {
    private val policy = configuration.reconnects
    private val plan = ReconnectPlan(policy, endpoints, random)
    private var link: Link = Link.None
    private var mode = SessionPhase.RUNNING

    /** The number of the newest connection. */
    private var epoch = max(kept?.open?.epoch ?: 0, epoch)
    private var actions = ArrayList<SessionAction>()

    internal val stream = ClientStream(
        StreamOptions(
            configuration.skipsSamples, policy != null, configuration.outboxCapacity,
            configuration.surface),
        start, kept)

    /** The state of the connection. */
    var connection: SessionConnectionState = SessionConnectionState.Connecting
        private set

    init {
        if (kept != null) {
            tell(SessionUpdate.Opened(kept.opened))
            val shown = kept.open.surface
            if (shown == null || !areEqual(configuration.surface, shown)) {
                val event = InteractionEvent()
                event.timeUs = start
                event.surface = configuration.surface
                stream.send(event)
            }
        }
        connect()
    }

    /** Returns the actions since the last call, in order. */
    fun take(now: Long): List<SessionAction> {
        sendPending(now)
        val taken = actions
        actions = ArrayList()
        return taken
    }

    /** Returns the session to save for a restart of the app, without the wall-clock time. */
    fun kept(): KeptSession? = stream.kept(openOf(configuration, epoch))

    /** Reports an event, at the event's own time. The machine owns the event from then on. */
    fun report(event: InteractionEvent) {
        if (mode == SessionPhase.FINISHING || mode == SessionPhase.OVER) return
        stream.send(event)
        if (stream.outbox.isOverfull) {
            end(InteractionError(Status.RESOURCE_EXHAUSTED, "the outbox is full"))
        }
    }

    /** Handles an opened connection. */
    fun connected(now: Long) {
        if (link !is Link.Connecting) return
        link = Link.Open(now)
        val open = openOf(configuration, epoch)
        open.resume = stream.reconnect()
        if (stream.hasOpened) {
            val current = stream.current
            if (current.swiping == null) current.swiping = configuration.current?.swiping
            open.current = current
            open.surface = stream.surface ?: open.surface
            open.timeUs = stream.restartTime
        }
        act(SessionAction.Send(request { it.open = open }))
    }

    /** Receives a frame in protobuf's binary form. */
    fun receive(data: ByteArray, now: Long) {
        if (link !is Link.Open && link !is Link.Closing) return
        try {
            apply(Codec.decodeInteractResponse(data), now)
        } catch (error: Exception) {
            abandon(InteractionError(Status.INTERNAL, "malformed frame: ${error.message}"), now)
        }
    }

    /**
     * Handles the end of the connection, or of the attempt to open one; without an error after a
     * normal closure.
     */
    fun ended(error: InteractionError?, now: Long) {
        val link = link
        if (!link.isActive) return
        closed(now)
        if (isIdle) return
        if (error != null && link !is Link.Closing) {
            fail(error, now)
        } else if (link.drain != null && !isSettled) {
            plan.selectNextEndpoint()
            connect()
        } else {
            end(null)
        }
    }

    /** The next time at which [tick] has work, µs; null while the session is idle. */
    val nextWake: Long?
        get() {
            if (isIdle) return null
            val wake = min(stream.nextWake, idleTimeoutAt)
            val link = link
            if (link is Link.Waiting) return min(wake, link.until)
            val drain = (link as? Link.Open)?.drain ?: return wake
            return min(wake, if (stream.activeTouches.isEmpty) drain.after else drain.atLast)
        }

    /** Handles the passing of time: silence timeouts, ticks and reconnect attempts. */
    fun tick(now: Long) {
        if (isIdle) return
        if (now >= idleTimeoutAt) {
            abandon(InteractionError(Status.UNAVAILABLE, "the server is silent"), now)
        }
        stream.tick(now)
        val link = link
        if (link is Link.Waiting && now >= link.until) connect()
    }

    /**
     * Closes the connection gracefully, after the pending events. Nothing is sent, retried or
     * ticked until [resume]; events are queued meanwhile.
     */
    fun pause(now: Long) {
        if (mode != SessionPhase.RUNNING) return
        mode = SessionPhase.PAUSED
        stream.flush()
        show(SessionConnectionState.Paused)
        if (link !is Link.Closing && link.openedAt == null) dropLink(now)
    }

    /** Resumes after a pause, at once and on a new connection. */
    fun resume(now: Long) {
        if (mode != SessionPhase.PAUSED) return
        mode = SessionPhase.RUNNING
        show(SessionConnectionState.Connecting)
        // Does not wait for the end of the old connection.
        dropLink(now)
        connect()
    }

    /** Ends the session after the pending events; resumes a paused session to send them. */
    fun finish(now: Long) {
        resume(now)
        if (mode != SessionPhase.RUNNING) return
        stream.flush()
        mode = SessionPhase.FINISHING
    }

    /** Ends the session at once. */
    fun cancel() {
        if (mode != SessionPhase.OVER) end(null)
    }

    /** Moves to a new connection, or retries, at once, because the network path has changed. */
    fun networkChanged(now: Long) {
        if (isIdle) return
        if (link is Link.Waiting) {
            connect()
        } else {
            abandon(InteractionError(Status.UNAVAILABLE, "the network changed"), now)
        }
    }

    /** Sends a refreshed access token. */
    fun refresh(token: String) = stream.sender.refresh(token)

    /** The time at which the silence timeout fires, µs. */
    private val idleTimeoutAt: Long
        get() {
            val link = link as? Link.Open ?: return Long.MAX_VALUE
            val named = (policy ?: return Long.MAX_VALUE).idleTimeout ?: 0
            val timeout = if (named > 0) named * 1000 else stream.sender.heartbeatInterval * 5 / 2
            return link.lastHeard + timeout
        }

    /** True if nothing is sent or retried: the session is paused or over. */
    private val isIdle: Boolean
        get() = mode == SessionPhase.PAUSED || mode == SessionPhase.OVER

    private val isSettled: Boolean
        get() = mode == SessionPhase.FINISHING && stream.outbox.isSettled

    private fun apply(frame: InteractResponse, now: Long) {
        val received = stream.receive(frame)
        val opened = frame.opened
        val link = link
        if (link is Link.Open) link.lastHeard = now
        if (opened != null) {
            link.opened(now)
            if (opened.snapshot != null) tell(SessionUpdate.Opened(opened))
        }
        if (opened != null || frame.checkpoint != null) act(SessionAction.Save)
        for (each in received.directives) {
            tell(SessionUpdate.Directive(each, stream.performsEffects(each)))
        }
        for (notice in received.notices) {
            val isExpiry = notice.reason == NoticeReason.TOKEN_EXPIRES
            if (isExpiry) act(SessionAction.Refresh) else tell(SessionUpdate.Notice(notice))
        }
        if (opened != null) show(stateAfter(opened))
        val drain = frame.drain
        if (drain != null && policy != null && link is Link.Open) {
            link.drain = DrainPeriod(drain, now)
            show(SessionConnectionState.Draining)
        }
    }

    /** Sends the pending frames, and closes the connection if it is time to leave. */
    private fun sendPending(now: Long) {
        while (true) {
            val link = link as? Link.Open ?: return
            val drain = link.drain
            val hasToLeave = drain != null && now >= drain.after &&
                (stream.activeTouches.isEmpty || now >= drain.atLast)
            val frame = if (hasToLeave) null else stream.nextFrame()
            if (frame != null) {
                act(SessionAction.Send(frame))
                continue
            }
            val isDone = !stream.sender.isResuming && (mode == SessionPhase.PAUSED || isSettled)
            if (!hasToLeave && !isDone) return
            this.link = Link.Closing(link.openedAt, drain)
            act(SessionAction.Leave)
        }
    }

    private fun connect() {
        epoch += 1
        link = Link.Connecting
        act(SessionAction.Connect(plan.endpoint, plan.keyVariant))
    }

    /** Records that there is no connection. */
    private fun closed(now: Long) {
        link.openedAt?.let { plan.succeed(now - it) }
        link = Link.None
    }

    private fun dropLink(now: Long) {
        if (link.isActive) act(SessionAction.Abandon)
        closed(now)
    }

    private fun abandon(error: InteractionError, now: Long) {
        if (!link.isActive) return
        dropLink(now)
        if (mode != SessionPhase.PAUSED) fail(error, now)
    }

    private fun fail(error: InteractionError, now: Long) {
        if (error.reason == "DIVERGED") stream.forgetCheckpoint()
        val delay = plan.next(error, now)
        if (delay == null) {
            end(error)
            return
        }
        show(SessionConnectionState.Reconnecting(plan.failures, delay, error))
        if (delay == 0L) connect() else link = Link.Waiting(now + delay)
    }

    private fun end(error: InteractionError?) {
        if (link !is Link.None) act(SessionAction.Abandon)
        link = Link.None
        mode = SessionPhase.OVER
        if (error == null || error.retryAdvice == RetryAdvice.NONE) act(SessionAction.Remove)
        stream.outbox.discard()
        show(SessionConnectionState.Closed(error))
    }

    /**
     * Reports the state of the connection to the app if it has changed; during a pause only its
     * end.
     */
    private fun show(state: SessionConnectionState) {
        if (mode == SessionPhase.PAUSED && state !is SessionConnectionState.Paused) return
        if (state == connection) return
        connection = state
        tell(SessionUpdate.State(state))
    }

    private fun tell(update: SessionUpdate) = act(SessionAction.YieldUpdate(update))

    private fun act(action: SessionAction) {
        actions.add(action)
    }
}
