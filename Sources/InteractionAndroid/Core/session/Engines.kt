package interaction.client.session

import java.util.concurrent.Executor

/**
 * The engines of a session, and the connections to them.
 *
 * @property urls The addresses, such as `wss://host/v1/interact`; any engine can resume a session
 *   of any other. A session adds the parameter `key`, its user or else its ID, by which proxies
 *   choose an engine. A session opens on the first, and moves to the next one when an engine is
 *   unreachable.
 * @property connect Opens connections.
 * @property clock The clock.
 * @property executor Runs calls on the session's thread, in order, such as that of the main looper.
 * @property tokens The source of access tokens; null for none.
 * @property random Returns a number from 0 up to 1, for the jitter of backoff.
 */
class Engines @JvmOverloads constructor(
    @JvmField val urls: List<String>, @JvmField val connect: Connect, @JvmField val clock: Clock,
    @JvmField val executor: Executor, @JvmField val tokens: TokenSource? = null,
    @JvmField val random: () -> Double = { Math.random() }
)

/** A listener to the updates of a session. */
interface SessionListener {
    /** Called for each update of the session, in order, on the session's thread. */
    fun update(update: SessionUpdate)
}
