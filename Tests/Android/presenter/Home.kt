package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Setting
import interaction.client.contract.Snapshot
import interaction.client.support.Json

/** A home screen for tests. Times are ms. */
object Home {
    private val vector = readVector("tour.txt")
    val surface = vector.surface
    val snapshot = vector.snapshot

    /** Returns a presenter of the screen at rest, at 0 ms, with some settings replaced. */
    fun opened(vararg settings: String): Presenter {
        val others = settings.map { Json.message<Setting>(it) }
        val kept = snapshot.settings.filter { each -> others.none { kind(it) == kind(each) } }
        return Presenter(Snapshot().also { it.settings = kept + others }, surface, 0)
    }

    private fun kind(setting: Setting): String = setting.javaClass.fields
        .first { it.name != "generation" && it.get(setting) != null }.name

    /** Returns the JSON of a linear track over 100 ms. */
    fun track(target: String, from: Int, to: Int, others: String = ""): String {
        val known = listOf(
            "\"property\":\"ANIMATED_PROPERTY_TRANSLATE_X\"", "\"durationUs\":\"100000\"",
            "\"keyframes\":[{\"value\":$from},{\"position\":1,\"value\":$to}]",
            "\"bezier\":{\"x2\":1,\"y2\":1}", "\"iterations\":1",
            "\"direction\":\"PLAYBACK_DIRECTION_NORMAL\"", "\"fill\":\"FILL_NONE\""
        )
        val kept = known.filter { it.substringBefore(":") + ":" !in others }
        val fields = kept + others
        return "{\"target\":\"$target\",${fields.filter { it.isNotEmpty() }.joinToString(",")}}"
    }

    /** Returns a directive that plays tracks. */
    fun playing(sequence: Int, vararg tracks: String, others: String = ""): Directive =
        directive("{\"sequence\":\"$sequence\",\"timeline\":{\"tracks\":[" +
            "${tracks.joinToString(",")}]}$others}")

    fun directive(json: String): Directive = Json.message(json)

    fun event(json: String): InteractionEvent = Json.message(json)

    /** Returns the scroll of the home list. */
    fun scroll(phase: String, y: Int): InteractionEvent = event(
        "{\"scroll\":{\"source\":\"home\",\"drag\":1,\"phase\":\"SCROLL_PHASE_$phase\",\"y\":$y}}"
    )

    /** Returns the swipe of the tabs' pages. */
    fun swipe(phase: String, translation: Int): InteractionEvent = event(
        "{\"pageDrag\":{\"subject\":\"PAGE_DRAG_SUBJECT_TABS\"," +
            "\"phase\":\"PAGE_DRAG_PHASE_$phase\",\"translation\":$translation}}"
    )
}

/** Returns an element of the scene. */
fun Presenter.shown(target: String, time: Int): PresentedElement? =
    scene(time * 1000L).elements.firstOrNull { it.target == target }

/** Returns the horizontal translation of an element, with six decimals. */
fun Presenter.x(target: String, time: Double): Double {
    val elements = scene(Math.round(time * 1000)).elements
    val element = elements.firstOrNull { it.target == target } ?: return Double.NaN
    return Math.round(element.values.translation.x * 1e6) / 1e6
}

fun Presenter.x(target: String, time: Int): Double = x(target, time.toDouble())

/** Returns the properties of all elements of a scene. */
fun Presenter.properties(time: Int): List<Any?> = scene(time * 1000L).elements
    .map { Pair(it.target, properties(it).mapValues { each -> plainContent(each.value) }) }

private fun plainContent(value: Any?): Any? =
    if (value is Map<*, *>) value.mapValues { plainContent(it.value) } else plainMessage(value)
