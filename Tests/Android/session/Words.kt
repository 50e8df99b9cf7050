package interaction.client.session

import com.google.gson.JsonArray
import com.google.gson.JsonObject
import interaction.client.contract.Codec
import interaction.client.contract.ContentSizeEvent
import interaction.client.contract.Duration
import interaction.client.contract.InteractionEvent
import interaction.client.contract.LifecycleEvent
import interaction.client.contract.LifecycleState
import interaction.client.contract.NoticeReason
import interaction.client.contract.PointerEvent
import interaction.client.contract.RestartReason
import interaction.client.contract.ScrollEvent
import interaction.client.contract.SelectTabEvent
import interaction.client.contract.Surface
import interaction.client.contract.SwipingEvent
import interaction.client.contract.TapEvent
import interaction.client.support.Json
import java.util.Base64

/** Parses an event in the text of traces; only the kinds in scripts and recordings. */
fun eventOf(text: String): InteractionEvent {
    val (attributes, words) = text.split(" ").partition { '=' in it }
    val pairs = attributes.associate { Pair(it.substringBefore('='), it.substringAfter('=')) }
    fun number(key: String): Double = pairs[key]?.toDouble() ?: 0.0
    fun word(index: Int): String = words.getOrNull(index) ?: ""
    val event = InteractionEvent()
    when (word(0)) {
        "scroll" -> event.scroll = ScrollEvent().also {
            it.source = word(1)
            it.drag = word(2).toInt()
            it.phase = phase("SCROLL_PHASE_", word(3))
            it.x = number("x")
            it.y = number("y")
            it.velocity = pairs["velocity"]?.toDouble()
        }
        "pointer" -> event.pointer = PointerEvent().also {
            it.pointer = word(1).toInt()
            it.phase = phase("POINTER_PHASE_", word(2))
            it.target = word(3)
            it.x = number("x")
            it.y = number("y")
        }
        "tap" -> event.tap = TapEvent().also { it.tab = word(2).toInt() }
        "select" -> event.selectTab = SelectTabEvent().also { it.tab = word(2).toInt() }
        "content" -> event.contentSize = ContentSizeEvent().also {
            it.source = word(1)
            it.width = number("width")
            it.height = number("height")
        }
        "swiping" -> event.swiping = SwipingEvent().also { it.on = word(1) == "on" }
        "background" -> event.lifecycle = lifecycle(LifecycleState.BACKGROUND)
        "foreground" -> event.lifecycle = lifecycle(LifecycleState.FOREGROUND)
        "surface" -> {
            val json = JsonObject()
            pairs.forEach { json.addProperty(it.key, it.value) }
            event.surface = Json.messageFrom(Surface::class.java, json)
        }
        else -> throw IllegalArgumentException("'$text' is no event that this reader knows")
    }
    return event
}

private fun phase(prefix: String, name: String): Int =
    Json.enumeration(prefix + upper(name)) ?: throw IllegalArgumentException("phase '$name'")

private fun lifecycle(state: Int) = LifecycleEvent().also { it.state = state }

private fun upper(text: String): String = text.map { Character.toUpperCase(it) }.joinToString("")

private fun lower(text: String): String = text.map { Character.toLowerCase(it) }.joinToString("")

/** Returns the name of a value of an enumeration; empty if it is unspecified. */
private fun nameOf(type: Class<*>, value: Int): String =
    if (value == 0) "" else {
        type.declaredFields.first { it.type == Integer.TYPE && it.getInt(null) == value }.name
    }

/** Returns the text message of an error in a script: `STATUS REASON retry=1000ms`. */
fun errorText(words: String): String {
    val parts = words.split(" ")
    val rest = parts.drop(1)
    val details = JsonArray()
    rest.firstOrNull { '=' !in it }?.let { reason ->
        val info = field(1, reason.toByteArray()) + field(2, "interaction.v1".toByteArray())
        details.add(detail("google.rpc.ErrorInfo", info))
    }
    rest.firstOrNull { it.startsWith("retry=") }?.let { retry ->
        val milliseconds = retry.drop("retry=".length).removeSuffix("ms").toBigDecimal()
        val nanos = milliseconds.movePointRight(6).toLong()
        val delay = Duration()
        delay.seconds = nanos / 1_000_000_000
        delay.nanos = (nanos % 1_000_000_000).toInt()
        details.add(detail("google.rpc.RetryInfo", field(1, Codec.encode(delay))))
    }
    val json = JsonObject()
    json.addProperty("code", parts[0])
    json.addProperty("message", "")
    json.add("details", details)
    return json.toString()
}

private fun detail(type: String, value: ByteArray): JsonObject {
    val json = JsonObject()
    json.addProperty("type", type)
    json.addProperty("value", Base64.getEncoder().encodeToString(value))
    return json
}

/** Encodes a field of fewer than 128 bytes. */
private fun field(number: Int, bytes: ByteArray): ByteArray =
    byteArrayOf((number * 8 + 2).toByte(), bytes.size.toByte()) + bytes

/** Returns an update in the words of scripts. */
fun words(update: SessionUpdate): String = when (update) {
    is SessionUpdate.Opened -> {
        val variant = update.opened.variant
        "opened ${update.opened.experience}" + if (variant == "") "" else " $variant"
    }
    is SessionUpdate.Directive ->
        "directive ${update.directive.sequence}" + if (update.performsEffects) "" else " old"
    is SessionUpdate.Notice -> {
        val reason = nameOf(NoticeReason::class.java, update.notice.reason)
        "notice ${update.notice.sequence} $reason"
    }
    is SessionUpdate.State -> words(update.state)
    is SessionUpdate.StoreFailed -> "storeFailed ${update.message}"
}

private fun words(state: SessionConnectionState): String = when (state) {
    is SessionConnectionState.Reconnecting ->
        "reconnecting ${state.attempt} after ${timeText(state.delayUs)} ${words(state.after)}"
    is SessionConnectionState.Restarted ->
        "restarted " + lower(nameOf(RestartReason::class.java, state.reason))
    is SessionConnectionState.Closed -> ("closed " + (state.error?.let { words(it) } ?: "")).trim()
    else -> lower(state.javaClass.simpleName)
}

private fun words(error: InteractionError): String = "${error.code.text} ${error.reason}".trim()
