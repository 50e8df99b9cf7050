package interaction.client.session

import interaction.client.contract.Capabilities
import interaction.client.contract.Open
import interaction.client.contract.OpenOutcome
import interaction.client.contract.Opened
import interaction.client.contract.RestartReason

/** Returns `Open` of a connection, with every field that the configuration determines. */
internal fun openOf(configuration: SessionConfiguration, epoch: Long): Open {
    val open = Open()
    open.level = CONTRACT_LEVEL
    open.clientName = configuration.clientName
    open.clientVersion = configuration.clientVersion
    open.sessionId = configuration.sessionId
    open.epoch = epoch
    open.experience = configuration.experience
    open.surface = configuration.surface
    open.user = configuration.user
    open.platform = configuration.platform
    open.capabilities = Capabilities().also {
        it.skipsSamples = configuration.skipsSamples
        it.samplesSprings = configuration.samplesSprings
        it.resumes = configuration.reconnects != null
    }
    open.timeUs = configuration.start
    open.current = configuration.current
    return open
}

/** Returns the state of the connection after its opening. */
internal fun stateAfter(opened: Opened): SessionConnectionState = when (opened.outcome) {
    OpenOutcome.RESUMED -> SessionConnectionState.Resumed
    OpenOutcome.RESTARTED -> SessionConnectionState.Restarted(
        if (opened.restartReason == 0) RestartReason.INVALID_TOKEN else opened.restartReason)
    else -> SessionConnectionState.Open
}
