package interaction.client.engine

import interaction.client.contract.Codec
import interaction.client.contract.Directive
import interaction.client.session.SessionConnectionState
import interaction.client.session.SessionListener
import interaction.client.session.SessionUpdate
import interaction.client.session.words
import java.util.Arrays

/** The updates of a session. */
class SessionLog : SessionListener {
    private val received = ArrayList<Directive>()
    private val told = ArrayList<String>()
    private var newest: SessionConnectionState = SessionConnectionState.Connecting
    private var openings = 0

    /** The state of the connection. */
    val state: SessionConnectionState
        @Synchronized get() = newest

    /** The number of times that the session was opened or resumed. */
    val opened: Int
        @Synchronized get() = openings

    /** The directives so far. */
    val directives: List<Directive>
        @Synchronized get() = ArrayList(received)

    /** The updates other than directives, in the words of scripts. */
    val updates: List<String>
        @Synchronized get() = ArrayList(told)

    @Synchronized
    override fun update(update: SessionUpdate) {
        when (update) {
            is SessionUpdate.Directive -> {
                received.add(update.directive)
                return
            }
            is SessionUpdate.State -> {
                newest = update.state
                if (newest.isOpen) openings += 1
            }
            else -> {}
        }
        val violations = (update as? SessionUpdate.Notice)?.notice?.violations ?: emptyList()
        told.add(words(update) + violations.joinToString("") { " ${it.field} ${it.description}" })
    }

    /**
     * Returns the differences from a trace that was played to its end.
     *
     * @param isExact True if every sample was sent, so that events have the trace's numbers.
     */
    fun problems(trace: Trace, isExact: Boolean): List<String> {
        val problems = ArrayList<String>()
        val state = state
        if (state !is SessionConnectionState.Closed || state.error != null) {
            problems.add("not every event is acknowledged: ${updates.takeLast(3)}")
        }
        problems.addAll(updates.filter { isProblem(it) })
        val directives = directives
        directives.forEachIndexed { index, directive ->
            if (directive.sequence != index + 1L) {
                problems.add("directive ${directive.sequence} is number ${index + 1}")
            }
        }
        if (directives.size != trace.directives.size) {
            problems.add("${directives.size} directives, ${trace.directives.size} recorded")
        }
        for ((is_, should) in directives.zip(trace.directives)) {
            if (Arrays.equals(bytes(is_, isExact), bytes(should, isExact))) continue
            problems.add("directive ${is_.sequence} at ${is_.atUs} differs from the recorded one")
        }
        return problems
    }

    private fun isProblem(update: String): Boolean =
        listOf("notice", "restarted", "storeFailed").any { update.startsWith(it) }

    private fun bytes(directive: Directive, isExact: Boolean): ByteArray {
        val copy = Codec.decode(Codec.encode(directive), Directive())
        if (!isExact) copy.cause?.eventSequence = 0
        return Codec.encode(copy)
    }
}

/** True if the session is open on its connection. */
val SessionConnectionState.isOpen: Boolean
    get() = this is SessionConnectionState.Open || this is SessionConnectionState.Resumed ||
        this is SessionConnectionState.Restarted
