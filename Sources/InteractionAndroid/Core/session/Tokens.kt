package interaction.client.session

import java.util.concurrent.Executor

/** A receiver of an access token; called once, on any thread. */
interface TokenReceiver {
    /** Receives a token; empty for none. */
    fun receive(token: String)

    /** Receives the reason for which there is no token. */
    fun fail(message: String)
}

/** A source of access tokens. */
interface TokenSource {
    /**
     * Fetches a token. Called on the session's thread, once for each connection and whenever the
     * server announces the token's expiry; must not block.
     */
    fun fetch(receiver: TokenReceiver)
}

/** Fetches a token; calls one of the functions on the executor, or at once if that fails. */
internal fun TokenSource.fetch(
    executor: Executor, use: (String) -> Unit, failed: (String) -> Unit
) {
    val receiver = object : TokenReceiver {
        override fun receive(token: String) = executor.execute { use(token) }

        override fun fail(message: String) = executor.execute { failed(message) }
    }
    try {
        fetch(receiver)
    } catch (error: Exception) {
        failed(error.toString())
    }
}
