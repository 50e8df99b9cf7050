package interaction.client.session

import interaction.client.contract.FieldViolation
import kotlin.math.max
import kotlin.math.min

/**
 * A gRPC status, by number.
 *
 * @property text Connect's name.
 */
enum class Status(@JvmField val text: String) {
    OK("ok"), CANCELED("canceled"), UNKNOWN("unknown"), INVALID_ARGUMENT("invalid_argument"),
    DEADLINE_EXCEEDED("deadline_exceeded"), NOT_FOUND("not_found"),
    ALREADY_EXISTS("already_exists"), PERMISSION_DENIED("permission_denied"),
    RESOURCE_EXHAUSTED("resource_exhausted"), FAILED_PRECONDITION("failed_precondition"),
    ABORTED("aborted"), OUT_OF_RANGE("out_of_range"), UNIMPLEMENTED("unimplemented"),
    INTERNAL("internal"), UNAVAILABLE("unavailable"), DATA_LOSS("data_loss"),
    UNAUTHENTICATED("unauthenticated")
}

/** The remedies of an error. */
enum class RetryAdvice { NONE, AGAIN, NEW_TOKEN }

/**
 * An error of a session, from the server or the transport.
 *
 * @property code The gRPC status.
 * @property reason The machine-readable reason of the server, such as `SEQUENCE_GAP`; empty if
 *   there is none.
 * @property retryDelayUs The delay before a retry, µs, at most an hour; null if the server named
 *   none.
 * @property violations The violations, one for each field.
 */
class InteractionError @JvmOverloads constructor(
    @JvmField val code: Status, message: String, @JvmField val reason: String = "",
    @JvmField val retryDelayUs: Long? = null,
    @JvmField val violations: List<FieldViolation> = emptyList()
) : Exception(message) {
    /**
     * True if the error concerns this server or the path to it, so that another server may succeed.
     */
    val isLocal: Boolean
        get() = reason == "" || reason == "DRAINING" || reason == "OVERLOADED"

    /** The remedy; the same as in the documentation's table of reasons. */
    val retryAdvice: RetryAdvice
        get() = when {
            reason in AGAIN -> RetryAdvice.AGAIN
            reason in NEW_TOKEN -> RetryAdvice.NEW_TOKEN
            reason != "" -> RetryAdvice.NONE
            // Without a reason the error is from a proxy or the network.
            code == Status.UNAUTHENTICATED -> RetryAdvice.NEW_TOKEN
            code in FINAL -> RetryAdvice.NONE
            else -> RetryAdvice.AGAIN
        }

    companion object {
        /** The maximum retry delay, µs. */
        private const val LONGEST_DELAY = 3_600_000_000L

        private val AGAIN = setOf(
            "DRAINING", "OVERLOADED", "SLOW_CONSUMER", "HEARTBEAT_LOST", "TOO_MANY_EVENTS",
            "TOO_MANY_SESSIONS", "SIMULATIONS_BUSY", "OPEN_TIMEOUT", "SEQUENCE_GAP",
            "UNKNOWN_SESSION", "DIVERGED")
        private val NEW_TOKEN = setOf("TOKEN_MISSING", "TOKEN_INVALID", "TOKEN_EXPIRED")
        private val FINAL = setOf(
            Status.INVALID_ARGUMENT, Status.NOT_FOUND, Status.PERMISSION_DENIED,
            Status.UNIMPLEMENTED, Status.OUT_OF_RANGE, Status.FAILED_PRECONDITION,
            Status.ALREADY_EXISTS)

        /**
         * Decodes the text message before a close, which has the form of Connect's errors; null if
         * it has another form.
         */
        @JvmStatic
        fun fromText(text: String): InteractionError? {
            val json = readJson(text) as? Map<*, *> ?: return null
            val details = ErrorDetails()
            for (each in json["details"] as? List<*> ?: emptyList<Any>()) {
                val detail = each as? Map<*, *> ?: return null
                details.add(detail["type"] as? String ?: return null,
                    detail["value"] as? String ?: return null)
            }
            return InteractionError(
                Status.values().firstOrNull { it.text == json["code"] } ?: Status.UNKNOWN,
                json["message"] as? String ?: "", details.reason,
                details.delayUs?.let { min(max(it, 0), LONGEST_DELAY) }, details.violations)
        }

        /**
         * Returns the error of a close without a text message; null for a normal closure.
         */
        @JvmStatic
        fun fromClose(code: Int, reason: String): InteractionError? {
            if (code == 1000 || code == 4000) return null
            val message = if (reason == "") "WebSocket closed with $code" else reason
            return InteractionError(
                Status.values().getOrNull(code - 4000) ?: Status.UNAVAILABLE, message)
        }
    }
}
