package interaction.client.presenter

import interaction.client.contract.InteractionEvent
import interaction.client.contract.Surface
import interaction.client.presenter.Home.directive
import interaction.client.presenter.Home.event
import interaction.client.presenter.Home.opened
import interaction.client.presenter.Home.playing
import interaction.client.presenter.Home.scroll
import interaction.client.presenter.Home.snapshot
import interaction.client.presenter.Home.track
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Test

/** Cases that the scene vectors do not cover. */
class PresenterTests {
    @Test
    fun repeatedDirectiveChangesNothing() {
        val presenter = opened()
        val effects = ",\"effects\":[{\"sound\":{\"name\":\"pop\"}},{}]"
        val first = playing(1, track("tab/0/icon", 0, 100), others = effects)
        assertEquals("pop", presenter.receive(first, 0).single().sound?.name)
        assertEquals(0, presenter.receive(first, 50_000).size)
        assertEquals(75.0, presenter.x("tab/0/icon", 75))
        first.sequence = 0
        assertEquals(0, presenter.receive(first, 75_000).size)
        assertEquals(0.0, presenter.x("tab/0/icon", 100))
    }

    @Test
    fun secondAnimationStartsFromTheShownValueAlsoWhileItWaits() {
        val presenter = opened()
        presenter.receive(playing(1, track("tab/0/icon", 10, 110)), 0)
        assertEquals(10.0, presenter.x("tab/0/icon", 0))
        val there = track(
            "tab/0/icon", 0, 100, "\"delayUs\":\"20000\",\"iterations\":2," +
                "\"direction\":\"PLAYBACK_DIRECTION_ALTERNATE\""
        )
        presenter.receive(playing(2, there, others = ",\"atUs\":\"50000\""), 50_000)
        val times = listOf(50.0, 69.0, 120.0, 170.0, 220.0, 269.999)
        // The last iteration ends as it would have without the first animation.
        val values = listOf(60.0, 60.0, 80.0, 100.0, 50.0, 0.001)
        assertEquals(values, times.map { presenter.x("tab/0/icon", it) })
        assertEquals(50_000L, presenter.nextChange)
        presenter.reports(270_000)
        assertNull(presenter.nextChange)
    }

    @Test
    fun lateAnimationShowsItsEndAtOnceUnlessItIsEndless() {
        val presenter = opened()
        presenter.receive(playing(1, track("tab/1/icon", 5, 9)), 1_000_000)
        assertNull(presenter.nextChange)
        val endless = track("tab/1/icon", 5, 9, "\"iterations\":0")
        presenter.receive(playing(2, endless), 1_000_000)
        assertEquals(5.0, presenter.x("tab/1/icon", 1000))
        assertEquals(6.0, presenter.x("tab/1/icon", 1000 + 100_000_025))
    }

    @Test
    fun linksFollowTheShownListFromItsLastOffset() {
        val link = "{\"source\":\"home\",\"target\":\"navigation_bar\"," +
            "\"property\":\"ANIMATED_PROPERTY_OPACITY\",\"endOffset\":100,\"startValue\":1}"
        val presenter = opened("{\"generation\":1,\"links\":{\"links\":[$link]}}")
        fun opacity(input: InteractionEvent): Double? {
            presenter.handle(input, 0)
            assertNull(presenter.nextChange)
            return presenter.shown("navigation_bar", 0)?.values?.opacity
        }
        fun scrollTo(y: Int) = opacity(scroll("PROGRAMMATIC_ENDED", y))
        fun show(list: String) = opacity(list(list))
        assertEquals(0.5, scrollTo(50))
        assertEquals(1.0, show("nearby"))
        assertEquals(0.0, presenter.shown("list/home", 0)?.values?.contentOffset?.y)
        assertEquals(0.8, scrollTo(20))
        assertEquals(1.0, show("following"))
        assertEquals(listOf(0.8, 0.8), listOf(show("nearby"), show("nearby")))
        assertEquals(0.0, scrollTo(100))
        assertEquals(listOf(1.0, 0.0), listOf(show("following"), show("nearby")))
    }

    @Test
    fun listNamedBeforeItsFirstScrollKeepsItsOffset() {
        val presenter = opened()
        fun show(list: String): Double? {
            presenter.handle(list(list), 0)
            return presenter.shown("list/home", 0)?.values?.contentOffset?.y
        }
        assertEquals(0.0, show("for_you"))
        presenter.handle(scroll("PROGRAMMATIC_ENDED", 70), 0)
        val offsets = listOf(show("nearby"), show("following"), show("for_you"))
        assertEquals(listOf(0.0, 0.0, 70.0), offsets)
        presenter.reopen(snapshot, 0)
        assertEquals(listOf(70.0, 0.0), listOf(show("for_you"), show("nearby")))
    }

    private fun list(name: String): InteractionEvent =
        event("{\"listShown\":{\"source\":\"home\",\"list\":\"$name\"}}")

    @Test
    fun refusedTapIsReverted() {
        val vector = readVector("tap-bar-150ms.txt")
        val presenter = Presenter(vector.snapshot, vector.surface, 0)
        val before = presenter.properties(0)
        val tap = vector.steps.first { it.event?.tap != null }.event?.tap
        presenter.handle(InteractionEvent().also { it.tap = tap }, 10_000)
        assertNotEquals(before, presenter.properties(10))
        val refusal = "{\"refusal\":{\"selectTab\":${tap?.tab}," +
            "\"reason\":\"REFUSAL_REASON_BUSY\"}}"
        val answer = directive("{\"sequence\":\"1\",\"effects\":[$refusal]}")
        assertEquals(1, presenter.receive(answer, 20_000).size)
        assertEquals(before, presenter.properties(20))
        assertNull(presenter.nextChange)
    }

    @Test
    fun reopenedSessionShowsItsSnapshotAndKeepsOffsets() {
        val presenter = opened()
        presenter.handle(scroll("MOVED", 77), 0)
        val before = presenter.properties(0)
        presenter.receive(playing(5, track("tab/0/icon", 9, 10)), 0)
        presenter.handle(event("{\"tap\":{\"tab\":1}}"), 10_000)
        presenter.reopen(snapshot, 20_000)
        assertEquals(before, presenter.properties(20))
        // The new session's numbers start at 1.
        val effects = "\"effects\":[{\"sound\":{\"name\":\"pop\"}}]"
        val first = directive("{\"sequence\":\"1\",$effects}")
        assertEquals(1, presenter.receive(first, 30_000).size)
    }

    @Test
    fun additionsOfALaterContractAreLeftOut() {
        val presenter = opened()
        val before = presenter.properties(0)
        val first = playing(
            1, track("odd/view", 0, 1), track("odd/view", 0, 1),
            track("odd/other", 0, 1, "\"keyframes\":[]"),
            others = ",\"settings\":[{\"generation\":1}]"
        )
        first.timeline!!.tracks[0].bezier = null
        first.timeline!!.tracks[1].property = 0
        first.timeline!!.tracks[2].bezier = null
        first.timeline!!.tracks[2].steps = 0
        presenter.receive(first, 0)
        assertEquals(before, presenter.properties(0))
        presenter.handle(InteractionEvent(), 1000)
        assertNull(presenter.nextChange)
    }

    @Test
    fun reducedMotionHasNoReturnAnimations() {
        val surface = Surface()
        surface.width = Home.surface.width
        surface.height = Home.surface.height
        surface.reducedMotion = true
        val scale = track("tab/0/icon", 1, 2, "\"property\":\"ANIMATED_PROPERTY_SCALE\"")
        for ((presenter, expected) in
            listOf(Pair(Presenter(snapshot, surface, 0), 0.0), Pair(opened(), 50.0))) {
            presenter.receive(playing(1, track("tab/0/icon", 0, 100)), 0)
            presenter.receive(playing(2, scale), 50_000)
            assertEquals(expected, presenter.x("tab/0/icon", 50))
        }
    }

    @Test
    fun onlyMovingElementsAreNewObjects() {
        val presenter = opened()
        presenter.receive(playing(1, track("tab/0/icon", 0, 100)), 0)
        val one = presenter.scene(10_000).elements
        val other = presenter.scene(20_000).elements
        val moved = one.indices.filter { one[it] !== other[it] }.map { one[it].target }
        assertEquals(listOf("tab/0/icon"), moved)
    }
}
