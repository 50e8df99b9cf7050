package interaction.client.presenter

import com.google.gson.Gson
import com.google.gson.JsonPrimitive
import interaction.client.contract.AnimationOutcome
import interaction.client.contract.HoldTarget
import interaction.client.contract.InteractionEvent

/**
 * Replays the inputs of a vector, such as `tour.txt`, and prints it again with the scenes of this
 * presenter, in the same format: `WriteScenes tour.txt`.
 */
object WriteScenes {
    private val gson = Gson()

    @JvmStatic
    fun main(arguments: Array<String>) = print(written(readVector(arguments[0])))

    /** Returns the vector's text with the scenes of this presenter. */
    fun written(vector: SceneVector): String {
        val text = StringBuilder()
        for (line in vector.header) text.append(line).append('\n')
        val presenter = vector.presenter()
        var former: Map<String, Map<String, String>> = emptyMap()
        for (step in vector.steps) {
            val (reports, _) = step.give(presenter)
            text.append("at ${step.text}\n")
            for (each in reports) text.append("report ${report(each, step.time)}\n")
            val scene = LinkedHashMap<String, Map<String, String>>()
            val elements = presenter.scene(step.time).elements
            for (each in elements) scene[each.target] = fields(each, step)
            if (former.keys.toList() != scene.keys.toList()) {
                text.append("order ${gson.toJson(scene.keys)}\n")
            }
            for ((target, fields) in scene) {
                val known = former[target] ?: defaultFields
                val changed = fields.filter { it.value != known[it.key] }
                if (changed.isEmpty()) continue
                val json = changed.map { ",\"${it.key}\":${it.value}" }.joinToString("")
                text.append("show {\"target\":${JsonPrimitive(target)}$json}\n")
            }
            former = scene
        }
        return text.toString()
    }

    private val defaultFields = mapOf(
        "parent" to "null", "frame" to "null", "shows" to "{\"view\":{}}", "hidden" to "false",
        "opacity" to "1", "translation" to "[0,0,0]", "scale" to "[1,1]",
        "rotation" to "[0,0,0]", "origin" to "[0.5,0.5]", "perspective" to "0",
        "shadow" to "[0,0,0,0]", "mask" to "null", "contentOffset" to "[0,0]",
        "imageFrame" to "null"
    )

    /** Returns an element's fields as JSON. Equal contents are written as in the vector. */
    private fun fields(element: PresentedElement, step: Step): Map<String, String> =
        properties(element).mapValues { (key, value) ->
            val known = step.contents[element.target]
            val isKnown = key == "shows" && known != null &&
                isSame(complete(value), complete(plain(known)))
            when {
                isKnown -> known.toString()
                key == "shows" -> gson.toJson(value)
                else -> json(value)
            }
        }

    private fun json(value: Any?): String = when (value) {
        is Double -> number(value)
        is String -> JsonPrimitive(value).toString()
        is List<*> -> value.joinToString(",", "[", "]") { json(it) }
        is Map<*, *> ->
            value.entries.joinToString(",", "{", "}") { "\"${it.key}\":${json(it.value)}" }
        else -> value.toString()
    }

    /** Returns a number rounded to seven decimals: ten times finer than the tolerance. */
    private fun number(value: Double): String {
        val digits = Math.floor(Math.abs(value) * 1e7 + 0.5)
        if (!(digits < 9e15)) return "null"
        val whole = digits.toLong() / 10_000_000
        val rest = (digits.toLong() % 10_000_000).toString().padStart(7, '0').trimEnd('0')
        val sign = if (value < 0 && digits > 0) "-" else ""
        return sign + whole + if (rest.isEmpty()) "" else ".$rest"
    }

    private fun report(event: InteractionEvent, time: Long): String {
        val ended = event.animationEnded
        if (ended != null) {
            val isFinished = ended.outcome == AnimationOutcome.FINISHED
            val outcome = if (isFinished) "FINISHED" else "CANCELLED"
            return "{\"timeUs\":\"$time\",\"animationEnded\":{\"directive\":" +
                "\"${ended.directive}\",\"outcome\":\"ANIMATION_OUTCOME_$outcome\"}}"
        }
        val target = when (event.holdExpired?.target) {
            HoldTarget.FLOOR -> "FLOOR"
            HoldTarget.TABS -> "TABS"
            else -> "BACK"
        }
        return "{\"timeUs\":\"$time\",\"holdExpired\":{\"target\":\"HOLD_TARGET_$target\"}}"
    }
}
