package interaction.client.views

import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Snapshot
import interaction.client.contract.Surface
import interaction.client.presenter.PresentedScene
import interaction.client.presenter.Presenter
import interaction.client.session.Cancellable
import interaction.client.session.Engines
import interaction.client.session.Session
import interaction.client.session.SessionConfiguration
import interaction.client.session.SessionListener
import interaction.client.session.SessionUpdate
import java.util.concurrent.Executor

/**
 * A session and its presentation: the one object that a screen needs.
 *
 * It keeps the presented state, plays animations, follows fingers, reacts to taps without waiting
 * for the engine (rules D1–D7, T14), and reports the ends of animations to the engine. Call it on
 * the main thread, on which it also calls the app; the session itself runs on the thread of its
 * engines' executor, which may be the main thread, too. The engines' clock must tell the time on
 * both.
 *
 * @param main The main thread.
 */
class PresentedSession @JvmOverloads constructor(
    configuration: SessionConfiguration, private val engines: Engines,
    private val main: Executor = MainThread()
) : InteractionSource {
    /** Called for each update of the session, after the presenter has received it. */
    var onUpdate: (SessionUpdate) -> Unit = {}
    override var onChange: (() -> Unit)? = null
    override var onEffect: ((Effect) -> Unit)? = null

    /** The session, on its thread only; null until that thread has created it. */
    private var session: Session? = null
    /** The session time at the clock's zero, µs; of a resumed session once it is loaded. */
    private var origin = configuration.start - engines.clock.now()
    /** The events before the session's time is known; null afterwards. */
    private var early: ArrayList<InteractionEvent>? = ArrayList()
    // Until the session opens, only the surface and the lists' offsets are known.
    private val presenter = Presenter(Snapshot(), configuration.surface, configuration.start)
    private var alarm: Cancellable? = null
    private var isClosed = false

    override var snapshot: Snapshot = presenter.snapshot
        private set

    init {
        val listener = object : SessionListener {
            override fun update(update: SessionUpdate) = main.execute { receive(update) }
        }
        engines.executor.execute {
            val created = Session(configuration, engines, listener)
            session = created
            val known = created.now - engines.clock.now()
            main.execute { begin(known) }
        }
    }

    override val surface: Surface get() = presenter.surface

    override val nextChange: Long
        get() {
            val next = presenter.nextChange ?: return never
            return System.nanoTime() + (next - now) * 1000
        }

    override fun scene(nanoTime: Long): PresentedScene {
        val passed = (System.nanoTime() - nanoTime) / 1000
        val time = Math.max(now - passed, presenter.time)
        report(time)
        return presenter.scene(time)
    }

    override fun send(event: InteractionEvent) {
        val time = now
        presenter.handle(event, time)
        report(time)
        tell(event, time)
        changed()
    }

    /** Pauses the session, such as in the activity's `onStop`: it is saved in its store. */
    fun pause() = onSession { it.pause() }

    /** Resumes after [pause], at once. */
    fun resume() = onSession { it.resume() }

    /** Moves the session to a new connection at once, because the network has changed. */
    fun networkChanged() = onSession { it.networkChanged() }

    /** Ends the session after the pending events. */
    fun finish() = onSession { it.finish() }

    /** Ends the session at once; the app is called no more. */
    fun close() {
        isClosed = true
        alarm?.cancel()
        onSession { it.cancel() }
    }

    /** The session time, µs. */
    private val now: Long get() = Math.max(origin + engines.clock.now(), presenter.time)

    private fun begin(known: Long) {
        origin = known
        val waiting = early ?: return
        early = null
        for (event in waiting) tell(event, now)
    }

    private fun receive(update: SessionUpdate) {
        if (isClosed) return
        val time = now
        var effects = emptyList<Effect>()
        if (update is SessionUpdate.Opened) {
            presenter.reopen(update.opened.snapshot ?: Snapshot(), time)
            snapshot = presenter.snapshot
        } else if (update is SessionUpdate.Directive) {
            effects = presenter.receive(update.directive, time)
            snapshot = presenter.snapshot
            if (!update.performsEffects) effects = emptyList()
        }
        onUpdate(update)
        changed()
        for (effect in effects) onEffect?.invoke(effect)
    }

    private fun changed() {
        setAlarm()
        onChange?.invoke()
    }

    private fun report(time: Long) {
        val due = presenter.reports(time)
        for (index in due.indices) tell(due[index], time)
    }

    private fun tell(event: InteractionEvent, time: Long) {
        val early = early
        if (early != null) {
            early.add(event)
            return
        }
        onSession { it.send(event, time) }
    }

    private fun onSession(call: (Session) -> Unit) =
        engines.executor.execute { session?.let(call) }

    /** Schedules the next report, for the case that nothing is drawn, such as in the background. */
    private fun setAlarm() {
        alarm?.cancel()
        alarm = null
        val due = presenter.nextReport ?: return
        val delay = Math.max(due - now, 0) + 1000
        alarm = engines.clock.schedule(delay, Runnable { main.execute { wake() } })
    }

    private fun wake() {
        if (isClosed) return
        report(now)
        setAlarm()
    }
}
