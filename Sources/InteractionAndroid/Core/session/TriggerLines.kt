package interaction.client.session

import interaction.client.contract.ScrollPhase
import interaction.client.contract.TriggerLines

/**
 * Returns whether two samples of one movement, at these offsets, lie in one cell between trigger
 * lines. Drag starts are not considered.
 */
internal fun areInOneCell(lines: TriggerLines, a: Double, b: Double, phase: Int): Boolean =
    lines.lines.all { line ->
        when {
            phase != ScrollPhase.MOVED && line.fingerOnly -> true
            line.startsCell -> (a < line.offset) == (b < line.offset)
            else -> areTogether(a, b, line.offset)
        }
    }

/** Returns whether two offsets lie strictly on the same side of a line. */
internal fun areTogether(a: Double, b: Double, line: Double): Boolean =
    (a < line && b < line) || (a > line && b > line)

/** Returns whether a phase is that of samples, which may be skipped between trigger lines. */
internal fun isSample(phase: Int): Boolean =
    phase == ScrollPhase.MOVED || phase == ScrollPhase.DECELERATING ||
        phase == ScrollPhase.PROGRAMMATIC_MOVED

/** Returns whether a phase is that of a scroll by the app. */
internal fun isProgrammatic(phase: Int): Boolean =
    phase == ScrollPhase.PROGRAMMATIC_BEGAN || phase == ScrollPhase.PROGRAMMATIC_MOVED ||
        phase == ScrollPhase.PROGRAMMATIC_ENDED
