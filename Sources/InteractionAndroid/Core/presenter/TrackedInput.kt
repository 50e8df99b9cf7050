package interaction.client.presenter

import interaction.client.contract.ScrollLink

/** The duration of catching up, µs. */
private const val catchUpTime = 150_000L

/**
 * The distance by which a view lags behind its finger or list. Links begin only once the engine has
 * sent them; the view then catches up gradually instead of jumping.
 */
internal class CatchUpOffset(
    /** The distance at `since`, pt. */
    val distance: Double,
    val since: Long
)

internal fun remaining(lag: CatchUpOffset?, now: Long): Double {
    if (lag == null || !isBehind(lag, now)) return 0.0
    return lag.distance * (1 - easeOut((now - lag.since).toDouble() / catchUpTime))
}

internal fun isBehind(lag: CatchUpOffset?, now: Long): Boolean =
    lag != null && now < lag.since + catchUpTime

/** The offset of a list. */
internal class TrackedOffset(
    val source: String,
    /** The list's name; null for a single one, or until the app names it (rule S9). */
    val list: String?,
    /** The offset reported by the app, pt. */
    var position: Point
) {
    /** The offset held from the lift of the finger until the decision (rule D7); null if none. */
    var held: Point? = null
    var lag: CatchUpOffset? = null

    fun copy(): TrackedOffset {
        val copy = TrackedOffset(source, list, position)
        copy.held = held
        copy.lag = lag
        return copy
    }

    /** Returns the presented offset. */
    fun presented(now: Long): Point {
        val held = held
        if (held != null) return held
        if (!isBehind(lag, now)) return position
        return Point(position.x, position.y - remaining(lag, now))
    }
}

/** A finger's drag, also after its lift. */
internal class TrackedDrag(val target: String) {
    /** The translation, pt. */
    var translation = 0.0
    var isDown = true
    var lag: CatchUpOffset? = null
    /** The pointer's ID, if the client reports pointers. */
    var pointer: Int? = null
    /** The pointer's start, pt. */
    var start = 0.0

    fun copy(): TrackedDrag {
        val copy = TrackedDrag(target)
        copy.translation = translation
        copy.isDown = isDown
        copy.lag = lag
        copy.pointer = pointer
        copy.start = start
        return copy
    }
}

/** The fingers and list offsets that links follow (rule D6). */
internal class TrackedInput {
    /** The offset of each source's list, of those that lie side by side the shown one. */
    var offsets = ArrayList<TrackedOffset>()
        private set
    /** The offsets of the other lists. */
    private var others: List<TrackedOffset> = emptyList()
    var drags: List<TrackedDrag> = emptyList()

    fun copy(): TrackedInput {
        val copy = TrackedInput()
        offsets.mapTo(copy.offsets) { it.copy() }
        copy.others = others
        copy.drags = drags.map { it.copy() }
        return copy
    }

    /** Returns the value of a link's driver; 0 if it has not been reported. */
    fun value(link: ScrollLink, now: Long): Double {
        if (link.dragTarget.isNotEmpty()) {
            val drag = drag(link.dragTarget) ?: return 0.0
            return drag.translation - remaining(drag.lag, now)
        }
        val index = index(link.source)
        return if (index < offsets.size) offsets[index].presented(now).y else 0.0
    }

    /** Returns whether an offset or a translation still lags behind. */
    fun isCatchingUp(now: Long): Boolean {
        for (index in offsets.indices) {
            val offset = offsets[index]
            if (offset.held == null && isBehind(offset.lag, now)) return true
        }
        for (index in drags.indices) if (isBehind(drags[index].lag, now)) return true
        return false
    }

    fun drag(target: String): TrackedDrag? {
        for (index in drags.indices) if (drags[index].target == target) return drags[index]
        return null
    }

    fun touch(target: String) {
        drags = drags + TrackedDrag(target)
    }

    fun removeDrag(target: String) {
        drags = drags.filter { it.target != target }
    }

    /** Starts the translation at 0, from which it catches up with the finger. */
    fun catchUp(target: String, now: Long) {
        val drag = drag(target) ?: return
        drag.lag = CatchUpOffset(drag.translation, now)
    }

    /** Sets a list's offset, pt. Returns whether it is the source's first. */
    fun scroll(source: String, position: Point): Boolean {
        val index = index(source)
        if (index < offsets.size) {
            offsets[index].position = position
            return false
        }
        offsets.add(TrackedOffset(source, null, position))
        return true
    }

    /**
     * Shows another of the lists that lie side by side, at its last offset (rule S9). Returns
     * whether its source is new.
     */
    fun show(list: String, source: String): Boolean {
        val index = index(source)
        val former = offsets.getOrNull(index)
        if (former != null && former.list == list) return false
        val known = others.firstOrNull { it.source == source && it.list == list }
        val shown = TrackedOffset(source, list, known?.position ?: Point.zero)
        if (former == null) offsets.add(shown) else offsets[index] = shown
        others = others.filter { it.source != source || it.list != list }
        if (former != null) others = others + former
        return former == null
    }

    /** Returns the index of the source's offset, the next one if it has not been reported. */
    private fun index(source: String): Int {
        for (index in offsets.indices) if (offsets[index].source == source) return index
        return offsets.size
    }

    /** Holds overscrolled lists in place. */
    fun holdLists() {
        for (offset in offsets) {
            if (offset.position.y >= 0) continue
            offset.held = offset.position
            offset.lag = null
        }
    }

    /** Releases held lists to their reported offsets. */
    fun releaseLists(now: Long) {
        for (offset in offsets) {
            val held = offset.held ?: continue
            offset.lag = CatchUpOffset(offset.position.y - held.y, now)
            offset.held = null
        }
    }
}
