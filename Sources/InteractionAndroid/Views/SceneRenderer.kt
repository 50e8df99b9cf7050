package interaction.client.views

import android.view.View
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.PresentedScene
import java.util.IdentityHashMap

/**
 * Copies scenes onto views, and decides nothing: a property is set only if it differs from the
 * previous scene's.
 *
 * A frame requests no layout. Views without an element are hidden. Views that exist without a scene
 * (the window, the root, and views without a frame) return to their places and stay visible.
 */
class SceneRenderer(
    /** The views. */
    @JvmField val views: ViewRegistry
) {
    /**
     * Draws a view's content; called whenever the content or the frame of its image sequence
     * changes. Texts and images should have a fixed size, so that they request no layout.
     */
    var drawContent: (View, PresentedElement) -> Unit = { _, _ -> }
    /**
     * Draws a view's shadow and clips it to its mask, for which Android has no properties; called
     * whenever one of them changes.
     */
    var drawShape: (View, PresentedElement) -> Unit = { _, _ -> }

    private val shown = IdentityHashMap<View, ShownView>()
    private val elements = HashMap<String, PresentedElement>()
    private var current: PresentedScene? = null
    private var number = 0L

    /** Shows a scene. Call it in a frame, or when a layout has ended. */
    fun show(scene: PresentedScene) {
        number += 1
        index(scene)
        val list = scene.elements
        for (index in 0 until list.size) show(list[index])
        hideOthers()
    }

    /** Returns whether the newest scene contains a target. */
    internal fun shows(target: String): Boolean = elements.containsKey(target)

    private fun index(scene: PresentedScene) {
        if (scene === current) return
        current = scene
        elements.clear()
        val list = scene.elements
        for (index in 0 until list.size) elements[list[index].target] = list[index]
    }

    private fun show(element: PresentedElement) {
        val found = views.find(element) ?: return
        val view = found.view ?: return
        var state = shown[view]
        // Of two elements with the same view the first one counts.
        if (state != null && state.number == number) return
        if (state == null) {
            state = ShownView(view, element)
            shown[view] = state
        }
        state.number = number
        val holder = element.parent?.let { elements[it]?.frame }
        state.show(element, if (found.placement == Placement.ByScene) holder else null,
            found.placement, this)
    }

    private fun hideOthers() {
        val others = shown.values.iterator()
        while (others.hasNext()) {
            val state = others.next()
            if (state.number == number) continue
            state.reset()
            others.remove()
        }
    }
}
