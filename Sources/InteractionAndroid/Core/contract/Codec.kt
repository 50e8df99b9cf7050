package interaction.client.contract

/** A message of the contract. Its fields are read and written by [Codec]. */
abstract class Message internal constructor() {
    /** Passes the fields, in ascending order. */
    internal abstract fun pass(f: Fields)
}

/** The binary codec of the contract's messages. */
object Codec {
    /** Encodes a message in canonical form: in ascending order, without defaults. */
    @JvmStatic
    fun encode(message: Message): ByteArray = Writer().bytes(message)

    /**
     * Decodes a message into a new one, such as `Codec.decode(bytes, Surface())`, and returns it.
     * Unknown fields and values of a later contract are skipped.
     *
     * @throws MalformedException if the bytes are malformed.
     */
    @JvmStatic
    fun <T : Message> decode(bytes: ByteArray, message: T): T = message.also { Reader(bytes).read(it) }
}
