package interaction.client.views

import android.view.View
import android.view.ViewParent
import interaction.client.presenter.ElementContent
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.PresentedScene
import java.util.IdentityHashMap

/**
 * Copies scenes onto views, and decides nothing: a property is set only if it differs from the
 * previous scene's.
 *
 * A frame requests no layout. Views without an element are hidden, snapshots are removed. Views
 * that exist without a scene (the window, the root, and views without a frame) return to their
 * places and stay visible.
 */
class SceneRenderer @JvmOverloads constructor(
    /** The views. */
    @JvmField val views: ViewRegistry,
    /** The layout that covers the screen, for snapshots and new views; null for none of them. */
    private val canvas: SceneLayout? = null
) {
    /**
     * Draws a view's content; called whenever the content or the frame of its image sequence
     * changes. Texts and images should have a fixed size, so that they request no layout.
     */
    var drawContent: (View, PresentedElement) -> Unit = { _, _ -> }
    /**
     * Takes the snapshot for a capture, as a view; if it returns null, the subject's view is drawn
     * into memory, which fails for views with hardware bitmaps.
     */
    var takePicture: (PresentedElement) -> View? = { null }

    private val pictures = canvas?.let { ScenePictures(it) }
    private val shown = IdentityHashMap<View, ShownView>()
    private val elements = HashMap<String, PresentedElement>()
    /** The views of the newest scene, in drawing order, and the former ones. */
    private var order = ArrayList<View>()
    private var former = ArrayList<View>()
    /** The depth of the topmost view with a shadow, or above one, in each parent. */
    private val depths = IdentityHashMap<ViewParent, Float>()
    private var current: PresentedScene? = null
    private var number = 0L

    /** Shows a scene. Call it in a frame, or when a layout has ended. */
    fun show(scene: PresentedScene) {
        number += 1
        index(scene)
        val list = scene.elements
        // Snapshots are taken before the changes.
        takePictures(list)
        val last = former
        former = order
        order = last
        order.clear()
        if (!depths.isEmpty()) depths.clear()
        for (index in 0 until list.size) show(list[index])
        if (order.size != shown.size) hideOthers()
        pictures?.end()
        sort()
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
        val content = element.content
        var placement = Placement.ByScene
        val view: View
        if (content is ElementContent.Capture) {
            view = pictures?.view(element.target) ?: return
        } else {
            val found = views.find(element, canvas != null) ?: return
            view = found.view ?: return
            placement = found.placement
            if (found.isMade && view.parent == null) {
                (layoutOf(element.parent) ?: canvas)?.addInFrame(view)
            }
        }
        var state = shown[view]
        // Of two elements with the same view the first one counts.
        if (state != null && state.number == number) return
        if (state == null) {
            state = ShownView(view, element)
            shown[view] = state
        }
        state.number = number
        order.add(view)
        val holder = element.parent?.let { elements[it]?.frame }
        val parent = view.parent
        val least = if (depths.isEmpty()) 0f else depths[parent] ?: 0f
        // A snapshot whose parent is no scene layout lies on the canvas.
        val isOnCanvas = content is ElementContent.Capture && parent === canvas
        val depth = state.show(element,
            if (placement == Placement.ByScene && !isOnCanvas) holder else null, placement, least,
            this)
        if (depth > 0 && parent != null) depths[parent] = depth
    }

    private fun layoutOf(target: String?): SceneLayout? {
        val element = elements[target ?: return null] ?: return null
        return views.find(element, false)?.view as? SceneLayout
    }

    private fun takePictures(list: List<PresentedElement>) {
        val pictures = pictures ?: return
        pictures.begin()
        for (index in 0 until list.size) {
            val element = list[index]
            val content = element.content as? ElementContent.Capture ?: continue
            val subject = elements[content.of]?.let { views.find(it, false)?.view }
                ?: views.view(content.of)
            pictures.take(element, content, subject, subject?.let { shown[it]?.place },
                layoutOf(element.parent), takePicture)
        }
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

    /** Sorts the children of scene layouts, if the order has changed. */
    private fun sort() {
        var isSame = order.size == former.size
        for (index in order.indices) isSame = isSame && order[index] === former[index]
        if (isSame) return
        val layouts = IdentityHashMap<SceneLayout, ArrayList<View>>()
        for (view in order) {
            val layout = view.parent as? SceneLayout ?: continue
            layouts.getOrPut(layout) { ArrayList() }.add(view)
        }
        for ((layout, children) in layouts) layout.setDrawingOrder(children)
    }
}
