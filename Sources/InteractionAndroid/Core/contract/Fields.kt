package interaction.client.contract

/**
 * A pass over the fields of a message, in ascending order: [Reader] returns the value that it reads
 * for a field, or else the given one; [Writer] writes the given value and returns it.
 *
 * The type of an element is that of a message, see [newMessage], or one of the constants.
 */
internal abstract class Fields {
    abstract fun bool(number: Int, value: Boolean): Boolean

    abstract fun double(number: Int, value: Double): Double

    abstract fun int(number: Int, value: Int): Int

    abstract fun uint(number: Int, value: Int): Int

    abstract fun long(number: Int, value: Long): Long

    /** Passes an enumeration with a number of values; those of a later contract are read as 0. */
    abstract fun enumeration(number: Int, value: Int, count: Int): Int

    abstract fun optionalEnumeration(number: Int, value: Int?, count: Int): Int?

    abstract fun text(number: Int, value: String): String

    abstract fun bytes(number: Int, value: ByteArray): ByteArray

    /** Passes a message, or a scalar with presence. */
    abstract fun <T : Any> optional(number: Int, value: T?, type: Int): T?

    abstract fun <T : Any> list(number: Int, values: List<T>, type: Int): List<T>

    companion object {
        const val BOOL = -1
        const val DOUBLE = -2
        const val INT = -3
        const val UINT = -4
        const val LONG = -5
        const val SINT = -6
        const val TEXT = -7
        const val BYTES = -8

        /** The wire types of doubles, of varints, and of what has a length. */
        const val FIXED = 1
        const val VARINT = 0
        const val LENGTH = 2

        /** Returns the wire type of an element. */
        @JvmStatic
        fun wire(type: Int): Int = when (type) {
            DOUBLE -> FIXED
            BOOL, INT, UINT, LONG, SINT -> VARINT
            else -> LENGTH
        }
    }
}
