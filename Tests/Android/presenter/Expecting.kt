// Compares scenes with those of a vector.
package interaction.client.presenter

import com.google.gson.Gson
import interaction.client.contract.BadgeState
import interaction.client.contract.ButtonLook
import interaction.client.contract.TextFont
import interaction.client.contract.TextSpan
import interaction.client.support.Json
import java.lang.reflect.Modifier

/** Returns the differences between a presenter's reports and scenes and those of a vector. */
fun differences(vector: SceneVector): List<String> {
    val found = ArrayList<String>()
    val presenter = vector.presenter()
    for (step in vector.steps) {
        val (reports, effects) = step.give(presenter)
        val expected = step.reports.map { it.also { report -> report.timeUs = step.time } }
        for (each in reports) each.timeUs = step.time
        if (plainMessage(reports) != plainMessage(expected)) {
            found.add("${step.line}: reports ${plainMessage(reports)}")
        }
        if (effects.size != step.directive?.effects.orEmpty().size) {
            found.add("${step.line}: ${effects.size} effects")
        }
        found.addAll(changes(step, presenter.scene(step.time).elements))
    }
    return found
}

/** Returns the differences between the elements and the expected ones. */
fun changes(step: Step, elements: List<PresentedElement>): List<String> {
    val found = ArrayList<String>()
    val targets = elements.map { it.target }
    if (targets != step.scene.keys.toList()) {
        found.add("${step.line}: shows $targets, not ${step.scene.keys}")
    }
    for (element in elements) {
        val known = step.scene[element.target] ?: emptyMap()
        for ((key, value) in properties(element)) {
            val isContent = key == "shows"
            val shown = if (isContent) complete(value) else value
            val expected = if (isContent) complete(known[key]) else known[key]
            if (isSame(shown, expected)) continue
            found.add("${step.line}: ${element.target} has $key $shown, not $expected")
        }
    }
    return found
}

/** Returns an element in the form of vectors. */
fun properties(element: PresentedElement): Map<String, Any?> {
    val values = element.values
    val shadow = values.shadow
    val mask = values.mask
    return mapOf(
        "parent" to element.parent,
        "frame" to element.frame?.let { numbers(it) },
        "shows" to shows(element.content),
        "hidden" to element.isHidden,
        "opacity" to values.opacity,
        "translation" to numbers(values.translation),
        "scale" to listOf(values.scale * values.scaleX, values.scale * values.scaleY),
        "rotation" to numbers(values.rotation),
        "origin" to listOf(values.origin.x, values.origin.y),
        "perspective" to values.perspective,
        "shadow" to listOf(shadow.opacity, shadow.offset.x, shadow.offset.y, shadow.radius),
        "mask" to when (mask) {
            is Mask.Circle -> mapOf("circle" to mask.diameter)
            is Mask.Ellipse -> mapOf("ellipse" to listOf(mask.width, mask.height))
            null -> null
        },
        "contentOffset" to listOf(values.contentOffset.x, values.contentOffset.y),
        "imageFrame" to values.imageFrame
    )
}

private fun numbers(rect: Rect) = listOf(rect.x, rect.y, rect.width, rect.height)

private fun numbers(vector: Vector) = listOf(vector.x, vector.y, vector.z)

private fun shows(content: ElementContent): Map<String, Any?> = when (content) {
    is ElementContent.View -> mapOf("view" to emptyMap<String, Any?>())
    is ElementContent.Root -> mapOf("root" to emptyMap<String, Any?>())
    is ElementContent.Color -> mapOf("color" to content.color)
    is ElementContent.Item ->
        mapOf("item" to mapOf("look" to content.look, "pressed" to content.looksPressed))
    is ElementContent.Picture -> mapOf("picture" to picture(content.picture))
    is ElementContent.Strip -> mapOf("strip" to content.pictures.map(::picture))
    is ElementContent.Text -> {
        val text = content.text
        mapOf("text" to mapOf(
            "plain" to text.plain, "rich" to text.rich, "color" to text.color, "font" to text.font
        ))
    }
    is ElementContent.Badge -> mapOf("badge" to content.badge)
    is ElementContent.Animation ->
        mapOf("animation" to mapOf("name" to content.name, "atEnd" to content.isAtEnd))
    is ElementContent.Page -> mapOf("page" to content.route)
    is ElementContent.Capture -> mapOf("capture" to mapOf(
        "of" to content.of, "frame" to numbers(content.frame),
        "number" to content.number.toDouble()
    ))
}

private fun picture(image: ImageContent): Map<String, Any?> = mapOf(
    "name" to image.name, "background" to image.background, "playing" to image.isPlaying,
    "fade" to image.fade?.let { listOf(it.from, it.to) }
)

/** Returns an element's content with all defaults, and with its messages as maps. */
internal fun complete(content: Any?): Any? {
    val (kind, value) = (content as? Map<*, *> ?: return null).entries.first()
    return mapOf(kind to when (kind) {
        "badge" -> message(BadgeState::class.java, value)
        "item" -> {
            val item = value as Map<*, *>
            val look = message(ButtonLook::class.java, item["look"])
            mapOf("look" to look, "pressed" to (item["pressed"] ?: false))
        }
        "text" -> {
            val text = value as Map<*, *>
            mapOf(
                "plain" to text["plain"], "color" to (text["color"] ?: ""),
                "rich" to (text["rich"] as? List<*>).orEmpty()
                    .map { message(TextSpan::class.java, it) },
                "font" to message(TextFont::class.java, text["font"])
            )
        }
        "picture" -> completePicture(value)
        "strip" -> (value as List<*>).map { completePicture(it) }
        else -> value
    })
}

private fun completePicture(value: Any?): Any? {
    val picture = value as Map<*, *>
    return mapOf(
        "name" to picture["name"], "background" to (picture["background"] ?: ""),
        "playing" to (picture["playing"] ?: false), "fade" to picture["fade"]
    )
}

/** Returns a message, or the JSON of one, as a map. */
private fun <T : Any> message(type: Class<T>, value: Any?): Any? {
    if (type.isInstance(value)) return plainMessage(value)
    val json = Gson().toJsonTree(value ?: emptyMap<String, Any?>())
    return plainMessage(Json.messageFrom(type, json))
}

/** Returns a message as maps and lists. */
fun plainMessage(value: Any?): Any? = when {
    value is List<*> -> value.map { plainMessage(it) }
    value == null || !value.javaClass.name.startsWith("interaction.client.contract") -> value
    else -> value.javaClass.declaredFields.filter { !Modifier.isStatic(it.modifiers) }
        .associate { it.name to plainMessage(it.get(value)) }
}

/** Returns whether two values are equal, numbers within 1e-6. */
internal fun isSame(one: Any?, other: Any?): Boolean = when {
    one is Double && other is Double -> Math.abs(one - other) <= 1e-6
    one is List<*> && other is List<*> ->
        one.size == other.size && one.indices.all { isSame(one[it], other[it]) }
    one is Map<*, *> && other is Map<*, *> ->
        one.keys == other.keys && one.keys.all { isSame(one[it], other[it]) }
    else -> one == other
}
