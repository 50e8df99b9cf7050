package interaction.client.session

/** The actions of a session's machine that have not been taken yet. */
internal class SessionOutputs {
    private var actions = ArrayList<SessionAction>()

    /** The state of the connection that the app knows. */
    var state: SessionConnectionState = SessionConnectionState.Connecting
        private set

    /** Returns the actions since the last call, in order. */
    fun take(): List<SessionAction> {
        val taken = actions
        actions = ArrayList()
        return taken
    }

    fun act(action: SessionAction) {
        actions.add(action)
    }

    /** Reports an update to the app. */
    fun tell(update: SessionUpdate) = act(SessionAction.YieldUpdate(update))

    /** Reports the state of the connection to the app if it has changed. */
    fun show(next: SessionConnectionState) {
        if (next == state) return
        state = next
        tell(SessionUpdate.State(next))
    }
}
