package interaction.client.session

import interaction.client.contract.Checkpoint
import interaction.client.contract.Codec
import interaction.client.contract.EventBatch
import interaction.client.contract.InteractRequest
import interaction.client.contract.InteractResponse
import interaction.client.contract.InteractionEvent
import interaction.client.contract.MalformedException
import interaction.client.contract.Open
import interaction.client.contract.Opened
import interaction.client.contract.Resume
import kotlin.math.max

/**
 * A session as saved for a restart of the app.
 *
 * @property open The newest `Open`, with the client's current state, the newest session time and
 *   the point to resume from.
 * @property opened The server's newest `Opened`, with the client's current state as its snapshot.
 * @property checkpoint The newest checkpoint.
 * @property events The events since the checkpoint, sent or not.
 * @property ackedEvent The newest event that the server has acknowledged.
 * @property keptAt The wall-clock time of the save, ms since 1970.
 */
internal class KeptSession(
    val open: Open, val opened: Opened, val checkpoint: Checkpoint,
    val events: List<InteractionEvent>, val ackedEvent: Long, val keptAt: Long
) {
    /** The point to resume from. */
    val resume: Resume
        get() = open.resume ?: Resume()

    /** Returns the time since the save, ms; 0 if the wall clock was set back. */
    fun timeSinceSave(wallClock: Long): Long = max(wallClock - keptAt, 0)

    /** Returns the session as saved at another time. */
    fun keptAt(wallClock: Long): KeptSession =
        KeptSession(open, opened, checkpoint, events, ackedEvent, wallClock)

    /**
     * Encodes the session: the format, the times, and the messages in base64, each after a space.
     */
    fun text(): String {
        val response = InteractResponse()
        response.opened = opened
        response.checkpoint = checkpoint
        val batch = EventBatch().also { it.events = events }
        return listOf(
            FORMAT, keptAt.toString(), ackedEvent.toString(), Base64.encode(Codec.encode(open)),
            Base64.encode(Codec.encode(response)),
            Base64.encode(Codec.encode(request { it.events = batch }))
        ).joinToString(" ")
    }

    companion object {
        private const val FORMAT = "kept-1"
        private const val MAXIMUM_NUMBER = (1L shl 53) - 1

        /**
         * Decodes a saved session.
         *
         * @throws MalformedException if the text is damaged, or from a version of the app with
         *   another format.
         */
        fun read(text: String): KeptSession {
            val parts = text.split(" ")
            if (parts.size != 6 || parts[0] != FORMAT) throw malformed()
            val open = Codec.decode(Base64.decode(parts[3]), Open())
            val response = Codec.decode(Base64.decode(parts[4]), InteractResponse())
            val frame = Codec.decode(Base64.decode(parts[5]), InteractRequest())
            val opened = response.opened ?: throw malformed()
            val checkpoint = response.checkpoint ?: throw malformed()
            val resume = open.resume ?: throw malformed()
            val isWhole = checkpoint.token.isNotEmpty() &&
                opened.snapshot?.settings?.isNotEmpty() == true
            if (!isWhole) throw malformed()
            return KeptSession(
                open, opened, checkpoint, frame.events?.events ?: throw malformed(),
                safe(parts[2].toLongOrNull()), safe(parts[1].toLongOrNull())
            ).also {
                safe(resume.firstEvent)
                safe(open.timeUs)
            }
        }

        /** Returns a number that the client can compute with. */
        private fun safe(number: Long?): Long =
            if (number != null && number in 0..MAXIMUM_NUMBER) number else throw malformed()

        private fun malformed() = MalformedException("a saved session that is damaged")
    }
}
