package interaction.client.presenter

import interaction.client.contract.ItemLook
import interaction.client.contract.Surface

/** Lays out a scene without motion: its elements, with frames, order and content. */
internal class SceneBuilder(
    val state: VisibleState,
    /** The look of the bar's items, with taps that are not confirmed yet (rule T14). */
    val items: List<ItemLook>,
    surface: Surface,
    val performances: List<PlayingAnimation>,
    val fingers: TrackedInput,
    /** The pages of a page transition. */
    val roles: PageTransitionRoles?
) {
    private class NumberedCapture(val capture: Capture, val number: Long)

    val elements = ArrayList<PresentedElement>()
    /** The whole screen. */
    val screen = Rect(0.0, 0.0, surface.width, surface.height)
    /** The current staging of the views. */
    val staging: List<Staging>
    /** The current captures, each with the number of its directive or navigation. */
    private val captures: List<NumberedCapture>

    init {
        val pulled = state.pulledPages
        val played = performances.flatMap { it.staging }
        // A return animation keeps the staging of the interactive transition.
        val others = staging(pulled?.staging.orEmpty())
            .filter { one -> played.none { it.isSame(one) } }
        staging = played + others
        val number = pulled?.number?.toLong() ?: 0L
        captures = captures(pulled?.captures.orEmpty()).map { NumberedCapture(it, number) } +
            performances.flatMap { each ->
                each.captures.map { NumberedCapture(it, each.captureNumber) }
            }
    }

    fun add(
        target: String,
        frame: Rect? = null,
        content: ElementContent = ElementContent.View,
        isHidden: Boolean = false,
        parent: String? = null,
        values: ElementValues = ElementValues()
    ) {
        elements.add(PresentedElement(target, frame, content, isHidden, parent, values))
    }

    /** Returns whether an animation, a page link or a capture involves a view. */
    fun animates(target: String): Boolean =
        performances.any { it.involves(target) } || state.pageLinks.any { it.target == target } ||
            captures.any { it.capture.target == target }

    /** True while list, bar and navigation bar are hidden behind their snapshots. */
    val hidesViews: Boolean get() = state.floor?.hidesViews ?: false

    /** Calls `change` with the top-level elements from an index on. */
    inline fun changeOuter(first: Int, change: (PresentedElement) -> Unit) {
        for (index in first until elements.size) {
            val each = elements[index]
            if (each.parent == null) change(each)
        }
    }

    /** Returns the element of a captured snapshot; null if `target` is none. */
    fun capture(target: String): PresentedElement? {
        val found = captures.lastOrNull { it.capture.target == target } ?: return null
        val frame = found.capture.frame
        val content = ElementContent.Capture(found.capture.subject, frame, found.number)
        return PresentedElement(target, frame, content)
    }

    /** Returns whether snapshots cover the whole of a view that does not move itself. */
    fun isReplaced(target: String): Boolean {
        val covered = captures.filter { it.capture.subject == target }
            .fold(0.0) { area, each -> area + each.capture.frame.width * each.capture.frame.height }
        val moves = performances.any { each -> each.motions.any { it.target == target } }
        return !moves && covered >= screen.width * screen.height
    }
}
