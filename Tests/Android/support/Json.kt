package interaction.client.support

import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonNull
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import com.google.gson.JsonPrimitive
import interaction.client.contract.Duration
import interaction.client.contract.MalformedException
import java.lang.reflect.Field
import java.lang.reflect.Modifier
import java.lang.reflect.ParameterizedType
import java.lang.reflect.Type
import java.lang.reflect.WildcardType
import java.util.Base64

/** Decodes messages of the contract from protobuf's JSON, as in traces and vectors. */
object Json {
    /** The package of the contract's messages. */
    private const val CONTRACT = "interaction.client.contract"

    /** Parses a text. */
    fun parse(text: String): JsonElement = JsonParser.parseString(text)

    /** Parses the text of an object. */
    fun parseObject(text: String): JsonObject = parse(text).asJsonObject

    /** Decodes a message from a text. */
    inline fun <reified T : Any> message(text: String): T =
        messageFrom(T::class.java, parse(text))

    /**
     * Decodes a message from parsed JSON. Unknown fields and enum values of a later contract are
     * skipped.
     */
    fun <T : Any> messageFrom(type: Class<T>, json: JsonElement): T {
        if (type.name == Duration::class.java.name) return type.cast(duration(json.asString))
        val message = type.getDeclaredConstructor().newInstance()
        for (field in type.declaredFields) {
            if (Modifier.isStatic(field.modifiers)) continue
            val found = json.asJsonObject.get(field.name)
            if (found == null || found is JsonNull) continue
            val value = if (field.type == List::class.java) list(field, found) else {
                value(field.type, found)
            }
            if (value != null) field.set(message, value)
        }
        return message
    }

    private fun list(field: Field, json: JsonElement): List<Any> {
        val type = elementType(field.genericType)
        return (json as JsonArray).mapNotNull { value(type, it) }
    }

    private fun elementType(list: Type): Class<*> {
        val argument = (list as ParameterizedType).actualTypeArguments[0]
        return (if (argument is WildcardType) argument.upperBounds[0] else argument) as Class<*>
    }

    /** Returns the value of a field; null for an unknown value of an enumeration. */
    private fun value(type: Class<*>, json: JsonElement): Any? = when (type) {
        Integer.TYPE, Integer::class.java -> integer(json.asJsonPrimitive)
        java.lang.Long.TYPE, java.lang.Long::class.java -> json.asString.toBigDecimal().toLong()
        java.lang.Double.TYPE, java.lang.Double::class.java -> json.asDouble
        java.lang.Boolean.TYPE, java.lang.Boolean::class.java -> json.asBoolean
        String::class.java -> json.asString
        ByteArray::class.java -> bytes(json.asString)
        else -> messageFrom(type.asSubclass(Any::class.java), json)
    }

    /** Returns a number of 32 bits, which may be unsigned, or that of an enumeration's value. */
    private fun integer(json: JsonPrimitive): Int? {
        val text = json.asString
        return if (isNumber(text)) text.toBigDecimal().toLong().toInt() else enumeration(text)
    }

    private fun isNumber(text: String): Boolean =
        text.isNotEmpty() && (text[0].isDigit() || text[0] == '-')

    /**
     * Returns the number of a value such as `SCROLL_PHASE_BEGAN`: the constant `BEGAN` of
     * [interaction.client.contract.ScrollPhase]; null if there is none.
     */
    fun enumeration(name: String): Int? {
        val words = name.split("_")
        for (count in words.size - 1 downTo 1) {
            val type = words.take(count).joinToString("") { it.take(1) + it.drop(1).lowercased() }
            try {
                val constant = Class.forName("$CONTRACT.$type")
                    .getDeclaredField(words.drop(count).joinToString("_"))
                return constant.get(null) as? Int
            } catch (error: ReflectiveOperationException) {
                // Another part of the name may be the type.
                continue
            }
        }
        return null
    }

    private fun String.lowercased(): String =
        map { Character.toLowerCase(it) }.joinToString("")

    /** Decodes base64 in either alphabet. */
    private fun bytes(text: String): ByteArray =
        Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'))

    /** Parses a duration such as `2.5s`. */
    private fun duration(text: String): Duration {
        if (!text.endsWith("s")) throw MalformedException("'$text' is no duration such as 2.5s")
        val nanos = text.dropLast(1).toBigDecimal().movePointRight(9).toLong()
        return Duration().also {
            it.seconds = nanos / 1_000_000_000
            it.nanos = (nanos % 1_000_000_000).toInt()
        }
    }
}
