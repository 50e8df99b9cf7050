package interaction.client.presenter

import interaction.client.contract.AnimationOutcome
import interaction.client.contract.HoldTarget
import interaction.client.presenter.Home.directive
import interaction.client.presenter.Home.opened
import interaction.client.presenter.Home.playing
import interaction.client.presenter.Home.scroll
import interaction.client.presenter.Home.swipe
import interaction.client.presenter.Home.track
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Held and late releases (rule D7), which the scene vectors do not cover. */
class ReleaseTests {
    private val link = "{\"dragTarget\":\"pages\",\"target\":\"page/0\"," +
        "\"property\":\"ANIMATED_PROPERTY_TRANSLATE_X\",\"endOffset\":375,\"endValue\":375}"
    private val interactive = "{\"sequence\":\"1\",\"settings\":[{\"generation\":2," +
        "\"transition\":{\"number\":1,\"phase\":\"TRANSITION_PHASE_INTERACTIVE\"," +
        "\"coming\":1,\"links\":[$link],\"holdUs\":\"300000\"}}]}"

    @Test
    fun pulledListStaysInPlaceUntilTheHoldExpires() {
        val presenter = opened(floor(1, "ARMED", ",\"holdUs\":\"400000\""))
        fun offset(time: Int) = presenter.shown("list/home", time)?.values?.contentOffset?.y
        presenter.handle(scroll("BEGAN", -200), 0)
        presenter.handle(scroll("ENDED", -200), 10_000)
        presenter.handle(scroll("DECELERATING", -20), 20_000)
        assertEquals(-200.0, offset(20))
        assertEquals(410_000L, presenter.nextChange)
        assertEquals(410_000L, presenter.nextReport)
        assertEquals(0, presenter.reports(409_999).size)
        assertEquals(-200.0, offset(409))
        val expired = presenter.reports(420_000).single().holdExpired
        assertEquals(HoldTarget.FLOOR, expired?.target)
        assertEquals(0, presenter.reports(420_000).size)
        assertTrue(offset(430)!! in -199.9..-20.1)
        assertEquals(-20.0, offset(560))
        // A late decision applies without animation.
        val slow = track("floor/page", 300, 0, "\"durationUs\":\"500000\"")
        val others = ",\"atUs\":\"400000\",\"settings\":[${floor(2, "OPENING")}]"
        presenter.receive(playing(1, slow, others = others), 600_000)
        assertEquals(0.0, presenter.x("floor/page", 600))
        val ended = presenter.reports(600_000).single().animationEnded
        assertEquals(1L, ended?.directive)
        assertEquals(AnimationOutcome.FINISHED, ended?.outcome)
    }

    @Test
    fun draggedPageReturnsWithoutADecision() {
        val presenter = opened("{\"generation\":1,\"transition\":{\"coming\":1}}")
        presenter.handle(swipe("BEGAN", 40), 0)
        presenter.receive(directive(interactive), 100_000)
        // It catches up.
        assertEquals(0.0, presenter.x("page/0", 100))
        assertEquals(40.0, presenter.x("page/0", 250))
        presenter.handle(swipe("MOVED", 90), 300_000)
        assertEquals(90.0, presenter.x("page/0", 300))
        presenter.handle(swipe("ENDED", 90), 310_000)
        assertEquals(90.0, presenter.x("page/0", 609))
        val expired = presenter.reports(620_000).single().holdExpired
        assertEquals(HoldTarget.TABS, expired?.target)
        assertTrue(presenter.x("page/0", 700) in 0.1..89.9)
        assertEquals(0.0, presenter.x("page/0", 870))
    }

    @Test
    fun lateDecisionIsNotShown() {
        val presenter = opened("{\"generation\":1,\"transition\":{\"coming\":1}}")
        presenter.receive(directive(interactive), 0)
        presenter.handle(swipe("BEGAN", 90), 10_000)
        presenter.handle(swipe("ENDED", 90), 20_000)
        presenter.handle(swipe("BEGAN", 200), 30_000)
        assertEquals(1, presenter.reports(30_000).size)
        val before = presenter.properties(100)
        val running = "{\"generation\":3,\"transition\":{\"number\":1," +
            "\"phase\":\"TRANSITION_PHASE_RUNNING\",\"coming\":1}}"
        val others = ",\"atUs\":\"20000\",\"settings\":[$running]"
        presenter.receive(playing(2, track("page/0", 90, 375), others = others), 100_000)
        assertEquals(before, presenter.properties(100))
        assertEquals(0.0, presenter.x("page/0", 300))
    }

    @Test
    fun closingFloorThatIsCaughtReturnsFromItsPlace() {
        val presenter = opened(floor(1, "OPEN"))
        val away = track("floor/page", 0, -100, "\"fill\":\"FILL_FORWARDS\"")
        val closing = ",\"settings\":[${floor(2, "CLOSING")}]"
        presenter.receive(playing(1, away, others = closing), 0)
        val open = "{\"sequence\":\"2\",\"atUs\":\"50000\",\"settings\":[${floor(3, "OPEN")}]}"
        presenter.receive(directive(open), 50_000)
        assertEquals(-50.0, presenter.x("floor/page", 50))
        assertTrue(presenter.x("floor/page", 100) in -49.9..-0.1)
        assertEquals(0.0, presenter.x("floor/page", 300))
    }

    private fun floor(generation: Int, phase: String, others: String = ""): String =
        "{\"generation\":$generation,\"floor\":{\"phase\":\"FLOOR_PHASE_$phase\"$others}}"
}
