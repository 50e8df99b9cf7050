package interaction.client.session

import interaction.client.contract.Codec
import interaction.client.contract.InteractRequest
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Opened
import interaction.client.contract.Surface
import java.util.Arrays

/** Returns a deep copy of an event, at another time. */
internal fun copyOf(event: InteractionEvent, timeUs: Long): InteractionEvent =
    Codec.decode(Codec.encode(event), InteractionEvent()).also { it.timeUs = timeUs }

/** Returns a deep copy of an opening. */
internal fun copyOf(opened: Opened): Opened = Codec.decode(Codec.encode(opened), Opened())

/** Returns whether two surfaces are equal. */
internal fun areEqual(one: Surface, other: Surface): Boolean =
    Arrays.equals(Codec.encode(one), Codec.encode(other))

/** Returns a frame with these fields. */
internal inline fun request(set: (InteractRequest) -> Unit): InteractRequest =
    InteractRequest().also(set)
