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
internal class SessionMachine(
    private val configuration: SessionConfiguration, endpoints: Int, start: Long,
    random: () -> Double, kept: KeptSession? = null, epoch: Long = 0
) {
    private val policy = configuration.reconnects
    private val plan = ReconnectPlan(policy, endpoints, random)
    private val outputs = SessionOutputs()
    private val control = LinkControl(plan, outputs, max(kept?.open?.epoch ?: 0, epoch))
    private var mode = SessionPhase.RUNNING

    internal val stream = ClientStream(
        StreamOptions(
            configuration.skipsSamples, policy != null, configuration.outboxCapacity,
            configuration.surface),
        start, kept)

    /** The state of the connection. */
    val connection: SessionConnectionState
        get() = outputs.state

    init {
        if (kept != null) {
            outputs.tell(SessionUpdate.Opened(kept.opened))
            val shown = kept.open.surface
            if (shown == null || !areEqual(configuration.surface, shown)) {
                val event = InteractionEvent()
                event.timeUs = start
                event.surface = configuration.surface
                stream.send(event)
            }
        }
        control.connect()
    }

    /** Returns the actions since the last call, in order. */
    fun take(now: Long): List<SessionAction> {
        sendPending(now)
        return outputs.take()
    }

    /** Returns the session to save for a restart of the app, without the wall-clock time. */
    fun kept(): KeptSession? = stream.kept(openOf(configuration, control.epoch))

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
        if (control.link !is Link.Connecting) return
        control.opened(now)
        val open = openOf(configuration, control.epoch)
        open.resume = stream.reconnect()
        if (stream.hasOpened) {
            val current = stream.current
            if (current.swiping == null) current.swiping = configuration.current?.swiping
            open.current = current
            open.surface = stream.surface ?: open.surface
            open.timeUs = stream.restartTime
        }
        outputs.act(SessionAction.Send(request { it.open = open }))
    }

    /** Receives a frame in protobuf's binary form. */
    fun receive(data: ByteArray, now: Long) {
        if (control.link !is Link.Open && control.link !is Link.Closing) return
        try {
            apply(Codec.decode(data, InteractResponse()), now)
        } catch (error: Exception) {
            abandon(InteractionError(Status.INTERNAL, "malformed frame: ${error.message}"), now)
        }
    }

    /**
     * Handles the end of the connection, or of the attempt to open one; without an error after a
     * normal closure.
     */
    fun ended(error: InteractionError?, now: Long) {
        val link = control.link
        if (!link.isActive) return
        control.closed(now)
        if (isIdle) return
        if (error != null && link !is Link.Closing) {
            fail(error, now)
        } else if (link.drain != null && !isSettled) {
            plan.selectNextEndpoint()
            control.connect()
        } else {
            end(null)
        }
    }

    /** The next time at which [tick] has work, µs; null while the session is idle. */
    val nextWake: Long?
        get() {
            if (isIdle) return null
            val linkWake = control.nextWake(stream.activeTouches.isEmpty)
            return min(min(stream.nextWake, idleTimeoutAt), linkWake)
        }

    /** Handles the passing of time: silence timeouts, ticks and reconnect attempts. */
    fun tick(now: Long) {
        if (isIdle) return
        if (now >= idleTimeoutAt) {
            abandon(InteractionError(Status.UNAVAILABLE, "the server is silent"), now)
        }
        stream.tick(now)
        val link = control.link
        if (link is Link.Waiting && now >= link.until) control.connect()
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
        if (control.link !is Link.Closing && control.link.openedAt == null) control.drop(now)
    }

    /** Resumes after a pause, at once and on a new connection. */
    fun resume(now: Long) {
        if (mode != SessionPhase.PAUSED) return
        mode = SessionPhase.RUNNING
        show(SessionConnectionState.Connecting)
        // Does not wait for the end of the old connection.
        control.drop(now)
        control.connect()
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
        if (control.link is Link.Waiting) {
            control.connect()
        } else {
            abandon(InteractionError(Status.UNAVAILABLE, "the network changed"), now)
        }
    }

    /** Sends a refreshed access token. */
    fun refresh(token: String) = stream.sender.refresh(token)

    /** The time at which the silence timeout fires, µs. */
    private val idleTimeoutAt: Long
        get() = control.idleTimeoutAt(policy, stream.sender.heartbeatInterval)

    /** True if nothing is sent or retried: the session is paused or over. */
    private val isIdle: Boolean
        get() = mode == SessionPhase.PAUSED || mode == SessionPhase.OVER

    private val isSettled: Boolean
        get() = mode == SessionPhase.FINISHING && stream.outbox.isSettled

    private fun apply(frame: InteractResponse, now: Long) {
        val received = stream.receive(frame)
        val opened = frame.opened
        val link = control.link
        if (link is Link.Open) link.lastHeard = now
        if (opened != null) {
            link.opened(now)
            if (opened.snapshot != null) outputs.tell(SessionUpdate.Opened(opened))
        }
        if (opened != null || frame.checkpoint != null) outputs.act(SessionAction.Save)
        for (each in received.directives) {
            outputs.tell(SessionUpdate.Directive(each, stream.performsEffects(each)))
        }
        for (notice in received.notices) {
            if (notice.reason == NoticeReason.TOKEN_EXPIRES) outputs.act(SessionAction.Refresh)
            else outputs.tell(SessionUpdate.Notice(notice))
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
            val link = control.link as? Link.Open ?: return
            val leaveAt = link.drain?.end(stream.activeTouches.isEmpty)
            val hasToLeave = leaveAt != null && now >= leaveAt
            val frame = if (hasToLeave) null else stream.nextFrame()
            if (frame != null) {
                outputs.act(SessionAction.Send(frame))
                continue
            }
            val isDone = !stream.sender.isResuming && (mode == SessionPhase.PAUSED || isSettled)
            if (!hasToLeave && !isDone) return
            control.leave(link)
        }
    }

    private fun abandon(error: InteractionError, now: Long) {
        if (!control.link.isActive) return
        control.drop(now)
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
        if (delay == 0L) control.connect() else control.retry(now + delay)
    }

    private fun end(error: InteractionError?) {
        control.end()
        mode = SessionPhase.OVER
        val isFinal = error == null || error.retryAdvice == RetryAdvice.NONE
        if (isFinal) outputs.act(SessionAction.Remove)
        stream.outbox.discard()
        show(SessionConnectionState.Closed(error))
    }

    /**
     * Reports the state of the connection to the app if it has changed; during a pause only its
     * end.
     */
    private fun show(state: SessionConnectionState) {
        if (mode == SessionPhase.PAUSED && state !is SessionConnectionState.Paused) return
        outputs.show(state)
    }
}
