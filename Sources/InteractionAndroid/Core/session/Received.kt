package interaction.client.session

import interaction.client.contract.Directive
import interaction.client.contract.MalformedException
import interaction.client.contract.Notice
import interaction.client.contract.Surface

/**
 * The options of a stream.
 *
 * @property skipsSamples True if samples between trigger lines are skipped.
 * @property resumes True if checkpoints are kept to resume from.
 * @property outboxCapacity The maximum number of events in the outbox.
 * @property surface The surface with which the session opens.
 */
internal class StreamOptions(
    val skipsSamples: Boolean, val resumes: Boolean, val outboxCapacity: Int, val surface: Surface
)

/**
 * The new parts of a frame.
 *
 * @property directives The directives, in order.
 * @property notices The notices about events and frames that were refused, and the token's expiry.
 */
internal class Received(val directives: List<Directive>, val notices: List<Notice>)

/**
 * Checks that directives follow those that were applied; superseded ones may be left out.
 *
 * @throws MalformedException for a gap.
 */
internal fun checkOrder(directives: List<Directive>, applied: Long) {
    val left = directives.flatMap { it.supersedes }.toHashSet()
    var expected = applied + 1
    for (directive in directives) {
        while (expected < directive.sequence && left.remove(expected)) expected += 1
        if (directive.sequence != expected) {
            throw MalformedException("directive ${directive.sequence}, not $expected")
        }
        expected += 1
    }
}
