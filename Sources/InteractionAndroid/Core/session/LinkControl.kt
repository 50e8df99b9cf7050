package interaction.client.session

/**
 * The connection of a session, and the attempts to open one. Times in µs.
 *
 * @property epoch The number of the newest connection.
 */
internal class LinkControl(
    private val plan: ReconnectPlan, private val outputs: SessionOutputs, epoch: Long
) {
    /** The phase of the connection. */
    var link: Link = Link.None
        private set

    var epoch = epoch
        private set

    /** Begins to connect. */
    fun connect() {
        epoch += 1
        link = Link.Connecting
        outputs.act(SessionAction.Connect(plan.endpoint, plan.keyVariant))
    }

    /** Handles an opened connection. */
    fun opened(now: Long) {
        link = Link.Open(now)
    }

    /** Closes an open connection gracefully. */
    fun leave(open: Link.Open) {
        link = Link.Closing(open.openedAt, open.drain)
        outputs.act(SessionAction.Leave)
    }

    /** Waits before the next attempt. */
    fun retry(until: Long) {
        link = Link.Waiting(until)
    }

    /** Records that there is no connection. */
    fun closed(now: Long) {
        link.openedAt?.let { plan.succeed(now - it) }
        link = Link.None
    }

    /** Abandons the connection, or the attempt to open one. */
    fun drop(now: Long) {
        if (link.isActive) outputs.act(SessionAction.Abandon)
        closed(now)
    }

    /** Ends the connection with the session. */
    fun end() {
        if (link !is Link.None) outputs.act(SessionAction.Abandon)
        link = Link.None
    }

    /**
     * Returns the time at which the silence timeout fires.
     *
     * @param policy The policy for reconnecting; null for no timeout.
     */
    fun idleTimeoutAt(policy: ReconnectPolicy?, heartbeatInterval: Long): Long {
        val open = link as? Link.Open
        if (policy == null || open == null) return Long.MAX_VALUE
        val named = policy.idleTimeout ?: 0
        return open.lastHeard + if (named > 0) named * 1000 else heartbeatInterval * 5 / 2
    }

    /** Returns the next time to connect, or to leave a draining server. */
    fun nextWake(isUntouched: Boolean): Long {
        val link = link
        return when (link) {
            is Link.Waiting -> link.until
            is Link.Open -> link.drain?.end(isUntouched) ?: Long.MAX_VALUE
            else -> Long.MAX_VALUE
        }
    }
}
