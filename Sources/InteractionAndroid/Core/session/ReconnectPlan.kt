package interaction.client.session

import kotlin.math.min
import kotlin.math.roundToLong

/**
 * The policy by which a session reconnects after its connection was lost; times in ms.
 *
 * @property initialBackoff The upper limit of the first backoff; the delay is random between zero
 *   and this.
 * @property maximumBackoff The maximum backoff. A retry delay requested by the server is added to
 *   it.
 * @property timeout The time after which the session gives up; null for no limit.
 * @property idleTimeout The silence after which the connection counts as lost. Null for two and a
 *   half of the server's heartbeat intervals, which is 25 s until the server has named one.
 */
class ReconnectPolicy @JvmOverloads constructor(
    @JvmField val initialBackoff: Long = 250L, @JvmField val maximumBackoff: Long = 20_000L,
    @JvmField val timeout: Long? = null, @JvmField val idleTimeout: Long? = null
)

/**
 * Decides after a failure whether, when and on which engine to reconnect. Times in µs.
 *
 * @param random Returns a number from 0 up to 1, for the jitter.
 */
internal class ReconnectPlan(
    private val policy: ReconnectPolicy?, private val endpoints: Int,
    private val random: () -> Double
) {
    /** The index of the engine for the next attempt. */
    var endpoint = 0
        private set

    /**
     * The variant of the routing key for the next attempt: it makes a proxy that hashes the key
     * choose another engine than the overloaded one.
     */
    var keyVariant = 0
        private set

    /** The number of failed attempts since the session was last stable. */
    var failures = 0
        private set

    /** The time since which the session has not been open; null while it is. */
    private var downSince: Long? = null

    /** True if a refused token has been replaced since the session was last stable. */
    private var hasRefreshed = false

    /**
     * Records that the session was open for `duration`. A connection that ends at once does not
     * reset the backoff: otherwise a server that ends every session would be retried without delay.
     */
    fun succeed(duration: Long) {
        downSince = null
        if (duration < STABLE_TIME) return
        failures = 0
        hasRefreshed = false
    }

    /** Selects the next engine, after a drain or a failure. */
    fun selectNextEndpoint(keyVariant: Int = 0) {
        endpoint = (endpoint + 1) % endpoints
        this.keyVariant = keyVariant
    }

    /**
     * Records a failed attempt or a lost connection.
     *
     * Returns the delay before the next attempt, µs; null if a retry cannot help.
     */
    fun next(error: InteractionError, now: Long): Long? {
        if (policy == null) return null
        val since = downSince ?: now
        downSince = since
        if (policy.timeout != null && now - since >= policy.timeout * 1000) return null
        return when (error.retryAdvice) {
            RetryAdvice.NONE -> null
            RetryAdvice.NEW_TOKEN -> if (hasRefreshed) null else refreshed()
            RetryAdvice.AGAIN -> again(policy, error)
        }
    }

    private fun refreshed(): Long {
        hasRefreshed = true
        failures += 1
        return 0
    }

    private fun again(policy: ReconnectPolicy, error: InteractionError): Long {
        failures += 1
        if (error.isLocal) {
            val isOverloaded = error.reason == "OVERLOADED"
            selectNextEndpoint(if (isOverloaded) (keyVariant + 1) % 4 else 0)
            // Another engine may be available at once; only a failed round over all of them backs
            // off.
            if (failures % endpoints != 0) return 0
        }
        return delay(policy, error.retryDelayUs ?: 0)
    }

    /**
     * Returns the server's retry delay plus the backoff: random up to a limit that doubles with
     * each failure (full jitter), so that clients that lost a server together do not reconnect
     * together.
     */
    private fun delay(policy: ReconnectPolicy, asked: Long): Long {
        val attempt = (failures + endpoints - 1) / endpoints
        val doubled = policy.initialBackoff * (1L shl min(attempt - 1, 20)).toDouble()
        val limit = min(doubled, policy.maximumBackoff.toDouble())
        return asked + (limit * random() * 1000).roundToLong()
    }

    private companion object {
        /** The minimum time open after which the backoff is reset, µs. */
        const val STABLE_TIME = 1_000_000L
    }
}
