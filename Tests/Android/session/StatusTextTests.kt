package interaction.client.session

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Test

/** Tests the forms in which transports other than WebSockets pass errors and tokens. */
class StatusTextTests {
    private fun field(number: Int, bytes: ByteArray): ByteArray =
        byteArrayOf((number * 8 + 2).toByte(), bytes.size.toByte()) + bytes

    private val status = byteArrayOf(8, 14) + field(
        3, field(1, "type.googleapis.com/google.rpc.ErrorInfo".toByteArray()) +
            field(2, field(1, "OVERLOADED".toByteArray())))

    @Test
    fun `a status has the error's code, message and details`() {
        val message = "\u00e9 \"quoted\" \\ \n\u0001"
        val error = InteractionError.fromText(StatusText.of(14, message, status))
        assertEquals(Status.UNAVAILABLE, error?.code)
        assertEquals(message, error?.message)
        assertEquals("OVERLOADED", error?.reason)
    }

    @Test
    fun `malformed details are none`() {
        for (size in 3 until status.size) {
            val error = InteractionError.fromText(StatusText.of(99, "", status.copyOf(size)))
            assertEquals(Status.UNKNOWN, error?.code)
            assertEquals("", error?.reason)
        }
    }

    @Test
    fun `a token is found among the subprotocols`() {
        for (token in listOf("a", "a?>\u00ff", "eyJhbGciOiJSUzI1NiJ9.e30.-_")) {
            assertEquals(token, bearerToken(protocols(token)))
        }
        assertNull(bearerToken(protocols("")))
    }
}
