package interaction.client.support

import interaction.client.contract.Codec
import interaction.client.contract.Duration
import interaction.client.contract.InteractRequest
import interaction.client.contract.InteractionEvent
import interaction.client.contract.ScrollPhase
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Test

class JsonTests {
    @Test
    fun aMessageIsDecoded() {
        val event = Json.message<InteractionEvent>(
            """{"timeUs":"9007199254740993","later":1,
                "scroll":{"source":"feed","phase":"SCROLL_PHASE_PROGRAMMATIC_MOVED","y":1.5}}""")
        assertEquals(9007199254740993L, event.timeUs)
        assertEquals(ScrollPhase.PROGRAMMATIC_MOVED, event.scroll?.phase)
        assertEquals(1.5, event.scroll?.y)
        assertNull(event.tap)
    }

    @Test
    fun valuesOfALaterContractAreSkipped() {
        val event = Json.message<InteractionEvent>("""{"scroll":{"phase":"SCROLL_PHASE_LATER"}}""")
        assertEquals(0, event.scroll?.phase)
    }

    @Test
    fun listsBytesAndDurationsAreDecoded() {
        val request = Json.message<InteractRequest>(
            """{"open":{"resume":{"token":"AQL/"}},
                "heartbeat":{"heldPointers":[4294967295],
                    "heldDrags":[{"source":"feed","drag":2}]}}""")
        assertArrayEquals(byteArrayOf(1, 2, -1), request.open?.resume?.token)
        assertEquals(listOf(-1), request.heartbeat?.heldPointers)
        assertEquals(2, request.heartbeat?.heldDrags?.get(0)?.drag)
        val span = Json.message<Duration>("\"2.5s\"")
        assertEquals(2L, span.seconds)
        assertEquals(500_000_000, span.nanos)
        assertEquals(0, Codec.encode(Duration()).size)
    }
}
