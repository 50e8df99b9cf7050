package interaction.client.presenter

import interaction.client.contract.NavigationOperation
import interaction.client.contract.ScrollLink

/**
 * The presented values: the state, the running animations, and the views that follow fingers and
 * lists. Times are whole µs, as in the contract.
 */
internal class PresentationState(
    var state: VisibleState,
    /** Mutated in place; all else is replaced. */
    val fingers: TrackedInput,
    /** The newest time of any input. */
    var now: Long
) {
    /** The running animations, the oldest first. At most one involves a given view. */
    var animations: List<PlayingAnimation> = emptyList()
    /** The links whose views were elsewhere when they began to follow a finger. */
    var laggingLinks: List<LaggingLink> = emptyList()
    var layout = ScreenLayout(emptyList())

    /** Returns a copy, to compare later changes with. */
    fun copy(): PresentationState {
        val copy = PresentationState(state, fingers.copy(), now)
        copy.animations = animations
        copy.laggingLinks = laggingLinks
        copy.layout = layout
        return copy
    }

    /**
     * Returns the value of a property that an animation or a link moves; NaN if none does.
     */
    fun presentedValue(property: Int, target: String): Double {
        for (animation in animations) {
            for (motion in animation.motions) {
                if (!motion.moves(target, property)) continue
                val value = motion.value(now - animation.start)
                if (!value.isNaN()) return value
            }
        }
        val link = state.links.lastOrNull { it.property == property && it.target == target }
        return if (link == null) Double.NaN else linkedValue(link, now)
    }

    /** Returns the value of a link. */
    fun linkedValue(link: ScrollLink, now: Long): Double {
        val value = linkValue(link, fingers.value(link, now))
        for (index in laggingLinks.indices) {
            val each = laggingLinks[index]
            if (areEqual(each.link, link)) return value - remaining(each.lag, now)
        }
        return value
    }

    /**
     * Returns the pages of the current page transition, animated or interactive; null if there is
     * none.
     */
    val currentRoles: PageTransitionRoles?
        get() {
            val last = animations.lastOrNull { it.roles != null }
            if (last != null) return last.roles
            val pulled = state.pulledPages ?: return null
            val change = pulled.change ?: return null
            if (change.operation == NavigationOperation.UNSPECIFIED) return null
            return rolesOf(change, pulled.pages)
        }

    /** Returns the tracks that move views to rest, in place of `motions`. */
    fun returnTracks(motions: List<PropertyAnimation>): List<Track> = motions.mapNotNull {
        returnTrackTo(it.target, it.property, restingValue(it.property))
    }

    /** Returns the track from a property's presented value to `value`; null if they are equal. */
    fun returnTrackTo(target: String, property: Int, value: Double): Track? {
        val from = presentedValue(property, target)
        if (!isKnown(property) || from.isNaN() || value.isNaN() || from == value) return null
        return returnTrack(target, property, from, value)
    }
}

/** A link whose view still lags behind its finger. */
internal class LaggingLink(
    val link: ScrollLink,
    /** The distance between the view and the link's value. */
    val lag: CatchUpOffset
)

/** A scene without motion, with the indexes of its elements. */
internal class ScreenLayout(
    /** The elements in their places. */
    val elements: List<PresentedElement>
) {
    /** The index of each element, by target. */
    private val places = HashMap<String, Int>(elements.size * 2)

    /** The scene while no animation runs. */
    var resting = PresentedScene(elements)
        set(scene) {
            field = scene
            held = null
        }

    /** The scene once all animations have ended and hold their last values; null until then. */
    var held: PresentedScene? = null

    init {
        elements.forEachIndexed { place, element -> places[element.target] = place }
    }

    /** Returns the index of an element; −1 if there is none. */
    fun place(target: String): Int = places[target] ?: -1
}
