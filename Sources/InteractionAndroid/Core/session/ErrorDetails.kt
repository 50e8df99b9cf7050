package interaction.client.session

import interaction.client.contract.Codec
import interaction.client.contract.Duration
import interaction.client.contract.FieldViolation
import interaction.client.contract.MalformedException
import interaction.client.contract.Reader
import interaction.client.contract.noBytes

/** The details of an error: messages of google.rpc, which are not in the contract. */
internal class ErrorDetails {
    /** The reason, from `google.rpc.ErrorInfo`; empty if there is none. */
    var reason = ""
        private set

    /** The delay, µs, from `google.rpc.RetryInfo`. */
    var delayUs: Long? = null
        private set

    /** The violations, from `google.rpc.BadRequest`. */
    var violations: List<FieldViolation> = emptyList()
        private set

    /** Adds a detail in base64; one that is malformed or of another type is skipped. */
    fun add(type: String, value: String) {
        val fields = try {
            firstFields(Base64.decode(value))
        } catch (error: MalformedException) {
            return
        }
        try {
            when (type.substringAfterLast('.')) {
                "ErrorInfo" -> fields.lastOrNull()?.let { reason = String(it, Charsets.UTF_8) }
                "RetryInfo" -> fields.lastOrNull()?.let { delayUs = microseconds(it) }
                "BadRequest" -> violations = fields.map { Codec.decode(it, FieldViolation()) }
            }
        } catch (error: MalformedException) {
            return
        }
    }

    private fun microseconds(bytes: ByteArray): Long {
        val delay = Codec.decode(bytes, Duration())
        // Within a range that cannot overflow.
        val seconds = delay.seconds.coerceIn(-100_000_000_000L, 100_000_000_000L)
        return seconds * 1_000_000 + delay.nanos / 1000
    }

    /** Returns the contents of a message's first field. */
    private fun firstFields(bytes: ByteArray): List<ByteArray> {
        val found = ArrayList<ByteArray>()
        val reader = Reader(bytes)
        reader.passes {
            val content = reader.bytes(1, noBytes)
            if (content !== noBytes) found.add(content)
        }
        return found
    }
}
