package interaction.client.session

import interaction.client.contract.Checkpoint
import interaction.client.contract.CurrentState
import interaction.client.contract.Directive
import interaction.client.contract.InteractRequest
import interaction.client.contract.InteractResponse
import interaction.client.contract.InteractionEvent
import interaction.client.contract.MalformedException
import interaction.client.contract.Open
import interaction.client.contract.OpenOutcome
import interaction.client.contract.Opened
import interaction.client.contract.Resume
import interaction.client.contract.Snapshot
import interaction.client.contract.Surface
import interaction.client.contract.TickEvent
import interaction.client.presenter.ClientModel
import kotlin.math.min

/**
 * The frames of one session, over all its connections: numbering, skipping samples,
 * acknowledgements, heartbeats and ticks, and the state to resume from.
 *
 * Without I/O or clock. All times are session time, µs, which the client determines. The stream
 * owns the events that it is given.
 */
internal class ClientStream(private val options: StreamOptions, start: Long, kept: KeptSession?) {
    val filter = SampleFilter(kept?.open?.surface ?: options.surface)
    val outbox = Outbox(options.outboxCapacity)
    val sender = FrameSender(outbox, options.resumes)
    var activeTouches = ActiveTouches()
        private set

    /** The newest checkpoint. */
    private var checkpoint: Checkpoint? = null

    /** The client's state after all received directives. */
    private var model = ClientModel(emptyList())

    /** The server's newest `Opened`. */
    private var opened: Opened? = null

    /** The session time up to which effects were presented before a restart of the app. */
    private var effectsPerformedUntil: Long? = null

    /** The session's earliest deadline, as last named by the server. */
    private var deadline: Long? = null

    /** The surface, if it has changed since the first opening. */
    var surface: Surface? = null
        private set

    /** The newest content-size event of each list. */
    private val sizes = LinkedHashMap<String, InteractionEvent>()

    /** True if swipes switch tabs; null if the app has not reported it. */
    private var swiping: Boolean? = null

    init {
        sender.begin(start)
        if (kept != null) restore(kept)
    }

    private fun restore(kept: KeptSession) {
        filter.continueElsewhere()
        outbox.restore(kept.events, kept.resume.firstEvent, kept.ackedEvent)
        activeTouches = ActiveTouches(kept.open.current?.offsets ?: emptyList())
        swiping = kept.open.current?.swiping
        surface = kept.open.surface
        sender.begin(kept.open.timeUs)
        effectsPerformedUntil = kept.open.timeUs
        sender.applied = kept.resume.directive
        checkpoint = kept.checkpoint
        opened = kept.opened
        model = ClientModel(kept.opened.snapshot?.settings ?: emptyList())
    }

    /**
     * Returns the session to save for a restart of the app, with its own part of `open`; null if it
     * could not be resumed.
     */
    fun kept(open: Open): KeptSession? {
        val checkpoint = checkpoint ?: return null
        val opened = copyOf(opened ?: return null)
        surface?.let { open.surface = it }
        open.current = current
        open.timeUs = sender.latest
        open.resume = resumePart(checkpoint)
        opened.snapshot = Snapshot().also { it.settings = model.settings }
        return KeptSession(open, opened, checkpoint, outbox.kept, outbox.acked, 0)
    }

    /** Reports an event. */
    fun send(event: InteractionEvent) {
        sender.pass(event.timeUs)
        activeTouches.follow(event)
        event.surface?.let { surface = it }
        event.contentSize?.let { sizes[it.source] = event }
        event.swiping?.let { swiping = it.on ?: false }
        outbox.append(if (options.skipsSamples) filter.admit(event) else listOf(event))
    }

    /** Queues all skipped samples, for the end of the session. */
    fun flush() {
        outbox.append(filter.flushAll())
    }

    /**
     * Receives a frame. Returns the parts that are new.
     *
     * @throws MalformedException for a gap before a directive.
     */
    fun receive(frame: InteractResponse): Received {
        frame.opened?.let { begin(it) }
        val directives = frame.directives.filter { it.sequence > sender.applied }
        checkOrder(directives, sender.applied)
        val notices = frame.notices.filter { it.sequence == 0L || it.sequence > outbox.acked }
        if (frame.experienceDigest != "") opened?.experienceDigest = frame.experienceDigest
        frame.triggerLines.forEach { filter.setLines(it) }
        if (frame.ackedEvent != 0L) {
            outbox.acknowledge(frame.ackedEvent)
            if (checkpoint == null) outbox.removeCheckpointed(frame.ackedEvent)
        }
        deadline = frame.nextDeadlineUs
        for (directive in directives) {
            model.apply(directive)
            sender.applied = directive.sequence
            // A backend waits for the acknowledgement of its command.
            if (directive.cause?.command != null) sender.owesAck = true
        }
        frame.checkpoint?.let { keep(it) }
        return Received(directives, notices)
    }

    /** Keeps a checkpoint; a repeated frame must not restore an older one. */
    private fun keep(next: Checkpoint) {
        val known = checkpoint
        if (!options.resumes || next.event < known?.event ?: 0L ||
            next.directive < known?.directive ?: 0L) return
        checkpoint = next
        outbox.removeCheckpointed(next.event)
    }

    /**
     * Returns whether a directive's effects are performed now for the first time: not if its cause
     * precedes a restart of the app.
     */
    fun performsEffects(directive: Directive): Boolean {
        val until = effectsPerformedUntil
        return directive.cause?.command != null || until == null || directive.atUs > until
    }

    /** Returns the next frame to send; null if there is none now. */
    fun nextFrame(): InteractRequest? = sender.nextFrame(activeTouches)

    /** The time at which [tick] has work. */
    val nextWake: Long
        get() = min(
            sender.nextHeartbeat,
            min(filter.nextFlush ?: Long.MAX_VALUE, deadline ?: Long.MAX_VALUE))

    /**
     * Handles the passing of time: queues samples that were skipped long enough, and a tick for a
     * deadline (rule S5).
     */
    fun tick(now: Long) {
        sender.pass(now)
        outbox.append(filter.flush(now))
        val due = deadline
        if (due == null || now < due) return
        deadline = null
        val event = InteractionEvent()
        event.timeUs = now
        event.tick = TickEvent()
        send(event)
    }

    /**
     * Handles the loss of a connection. Returns the state to resume from; null if the session has
     * to start anew.
     */
    fun reconnect(): Resume? {
        sender.reconnect()
        val checkpoint = checkpoint
        if (checkpoint == null) {
            startOver()
            return null
        }
        sender.isResuming = true
        return resumePart(checkpoint)
    }

    /** Forgets a checkpoint that no server can resume; the next connection starts a new session. */
    fun forgetCheckpoint() {
        checkpoint = null
    }

    /** The client's current state, for `Open` of a new session. */
    val current: CurrentState
        get() = restoration(model.settings, activeTouches.offsets).also { it.swiping = swiping }

    /** The session time at which a new session starts: the time of its oldest pending event. */
    val restartTime: Long
        get() = min(outbox.oldestPending ?: sender.latest, sender.latest)

    /** The name of the session's variant; empty if it is in none, or has never opened. */
    val variant: String
        get() = opened?.variant ?: ""

    /** True if the session has ever opened. */
    val hasOpened: Boolean
        get() = model.settings.isNotEmpty()

    /** Begins a new session: repeats the content sizes, for which `Open` has no field. */
    private fun startOver() {
        outbox.restart()
        filter.continueElsewhere()
        val pending = outbox.kept
        for (event in sizes.values.toList()) {
            if (pending.none { it === event }) send(copyOf(event, sender.latest))
        }
    }

    private fun resumePart(checkpoint: Checkpoint): Resume = Resume().also {
        it.token = checkpoint.token
        it.directive = sender.applied
        it.firstEvent = outbox.first
    }

    private fun begin(opened: Opened) {
        sender.configure(opened)
        sender.isResuming = false
        this.opened = opened
        if (opened.outcome == OpenOutcome.RESUMED) {
            outbox.rewind(opened.appliedEvent)
            sender.resumed()
        } else {
            if (opened.outcome == OpenOutcome.RESTARTED) startOver()
            checkpoint = null
            sender.restarted()
            model = ClientModel(opened.snapshot?.settings ?: emptyList())
        }
        opened.triggerLines.forEach { filter.setLines(it) }
    }
}
