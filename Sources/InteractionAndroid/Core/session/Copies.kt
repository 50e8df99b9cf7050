package interaction.client.session

import interaction.client.contract.Codec
import interaction.client.contract.InteractRequest
import interaction.client.contract.InteractResponse
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Opened
import interaction.client.contract.Surface
import java.util.Arrays

/** Returns a deep copy of an event, at another time. */
internal fun copyOf(event: InteractionEvent, timeUs: Long): InteractionEvent =
    Codec.decodeInteractionEvent(Codec.encode(event)).also { it.timeUs = timeUs }

/** Returns a deep copy of an opening. */
internal fun copyOf(opened: Opened): Opened {
    val frame = InteractResponse().also { it.opened = opened }
    return Codec.decodeInteractResponse(Codec.encode(frame)).opened!!
}

/** Returns whether two surfaces are equal. */
internal fun areEqual(one: Surface, other: Surface): Boolean =
    Arrays.equals(Codec.encode(one), Codec.encode(other))

/** Returns a frame with these fields. */
internal inline fun request(set: (InteractRequest) -> Unit): InteractRequest =
    InteractRequest().also(set)
