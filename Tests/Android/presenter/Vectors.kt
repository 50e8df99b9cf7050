// Scene vectors: a file's steps, each with the complete scene after it. See *Conformance*.
package interaction.client.presenter

import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonObject
import com.google.gson.JsonPrimitive
import interaction.client.contract.Directive
import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Snapshot
import interaction.client.contract.Surface
import interaction.client.support.Json
import java.io.File

/** The folder of the vectors. */
const val scenesFolder = "Tests/Scenes"

/** A step: an input, the reports before it, and the scene after it. */
class Step(
    val line: Int,
    /** The session time, µs. */
    val time: Long,
    /** The input, as in the file. */
    val text: String
) {
    var event: InteractionEvent? = null
    var directive: Directive? = null
    val reports = ArrayList<InteractionEvent>()
    /** The elements' properties by target, bottom first. */
    var scene: LinkedHashMap<String, Map<String, Any?>> = LinkedHashMap()
    /** The contents of elements, as in the file. */
    val contents = HashMap<String, JsonElement>()

    /** Gives the input to a presenter. Returns its reports and the number of effects. */
    fun give(presenter: Presenter): Pair<List<InteractionEvent>, List<Effect>> {
        val reports = presenter.reports(time)
        event?.let { presenter.handle(it, time) }
        val effects = directive?.let { presenter.receive(it, time) }
        return Pair(reports, effects ?: emptyList())
    }
}

/** A vector. */
class SceneVector(val surface: Surface, val snapshot: Snapshot, val header: List<String>) {
    val steps = ArrayList<Step>()

    /** Creates a presenter that shows the vector's snapshot. */
    fun presenter() = Presenter(snapshot, surface, steps.firstOrNull()?.time ?: 0)
}

/** The default properties of an element. */
private val defaults: Map<String, Any?> = mapOf(
    "parent" to null, "frame" to null, "shows" to mapOf("view" to emptyMap<String, Any?>()),
    "hidden" to false, "opacity" to 1.0, "translation" to listOf(0.0, 0.0, 0.0),
    "scale" to listOf(1.0, 1.0), "rotation" to listOf(0.0, 0.0, 0.0),
    "origin" to listOf(0.5, 0.5), "perspective" to 0.0,
    "shadow" to listOf(0.0, 0.0, 0.0, 0.0), "mask" to null,
    "contentOffset" to listOf(0.0, 0.0), "imageFrame" to null
)

/** Returns the names of all vectors. */
fun vectorNames(): List<String> =
    File(scenesFolder).list().orEmpty().filter { it.endsWith(".txt") }.sorted()

/** Reads the vector with a name. */
fun readVector(name: String): SceneVector {
    val lines = File(scenesFolder, name).readText().trimEnd().split("\n")
    require(lines[0] == "scenes 2") { "$name is of another version: ${lines[0]}" }
    fun rest(word: String): String = lines.first { it.startsWith("$word ") }.substring(word.length)
    val header = lines.takeWhile { !it.startsWith("at ") }
    val vector = SceneVector(Json.message(rest("surface")), Json.message(rest("snapshot")), header)
    lines.forEachIndexed { index, line -> readLine(vector, index + 1, line) }
    return vector
}

private fun readLine(vector: SceneVector, number: Int, line: String) {
    val word = line.substringBefore(" ")
    val rest = line.substringAfter(" ", "")
    val step = vector.steps.lastOrNull()
    if (word == "at") vector.steps.add(readStep(rest, number, step))
    if (step == null) return
    when (word) {
        "report" -> step.reports.add(Json.message(rest))
        "order" -> {
            val known = step.scene
            step.scene = LinkedHashMap()
            for (each in Json.parse(rest).asJsonArray) {
                step.scene[each.asString] = known[each.asString] ?: defaults
            }
        }
        "show" -> {
            val json = Json.parseObject(rest)
            val changes = plain(json) as Map<*, *>
            val target = changes["target"] as String
            json.get("shows")?.let { step.contents[target] = it }
            val changed = LinkedHashMap(step.scene[target] ?: emptyMap())
            for ((key, value) in changes) if (key != "target") changed[key as String] = value
            step.scene[target] = changed
        }
        else -> Unit
    }
}

private fun readStep(text: String, line: Int, last: Step?): Step {
    val (time, call) = text.split(" ")
    val argument = text.split(" ", limit = 3).getOrNull(2)
    val step = Step(line, time.toLong(), text)
    if (last != null) {
        step.scene = LinkedHashMap(last.scene)
        step.contents.putAll(last.contents)
    }
    if (call == "see" && argument != null) step.event = Json.message<InteractionEvent>(argument)
    if (call == "receive" && argument != null) step.directive = Json.message<Directive>(argument)
    return step
}

/** Returns JSON as maps, lists, doubles, texts and truth values. */
fun plain(json: JsonElement): Any? = when (json) {
    is JsonObject -> json.entrySet().associateTo(LinkedHashMap()) { it.key to plain(it.value) }
    is JsonArray -> json.map { plain(it) }
    is JsonPrimitive -> when {
        json.isBoolean -> json.asBoolean
        json.isNumber -> json.asDouble
        else -> json.asString
    }
    else -> null
}
