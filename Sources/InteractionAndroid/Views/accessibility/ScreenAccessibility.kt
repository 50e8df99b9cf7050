package interaction.client.views

import android.content.Context
import android.view.View
import android.view.accessibility.AccessibilityManager
import interaction.client.accessibility.AccessibilityTree
import interaction.client.contract.Announce
import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Snapshot
import interaction.client.presenter.ElementContent
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.PresentedScene
import interaction.client.presenter.Targets

/**
 * Makes the app's views accessible, with the texts of the experience: sets names, states, roles and
 * pane titles, adds actions in place of drags, and speaks announcements (rules U2–U4).
 *
 * A view keeps the app's label if the experience has none for it. A view
 * of a node has this class's accessibility delegate, except for lists.
 */
class ScreenAccessibility internal constructor(
    /** The view that covers the screen. */
    private val canvas: View,
    private val views: ViewRegistry,
    send: (InteractionEvent) -> Boolean
) {
    /**
     * False if the app sets the attributes of its views and speaks announcements itself; set it
     * before the session opens.
     */
    var isEnabled = true

    private val accessibleViews = AccessibleViews(send)
    private val elements = HashMap<String, PresentedElement>()
    private var snapshot: Snapshot? = null
    private var scene: PresentedScene? = null
    private var revision = -1

    /** Speaks the text of an effect that is an announcement. */
    fun perform(effect: Effect) {
        val announce = effect.announce
        if (announce != null && isEnabled) speak(announce)
    }

    @Suppress("DEPRECATION")
    private fun speak(announce: Announce) {
        val service = canvas.context.getSystemService(Context.ACCESSIBILITY_SERVICE)
        val manager = service as? AccessibilityManager
        if (manager == null || !manager.isEnabled) return
        if (announce.interrupts) manager.interrupt()
        canvas.announceForAccessibility(announce.text)
    }

    /** Shows a state whose scene has been drawn. Allocates nothing unless views come or go. */
    internal fun show(snapshot: Snapshot, scene: PresentedScene) {
        if (!isEnabled) return
        val isKnown = snapshot === this.snapshot && revision == views.revision
        if (isKnown && hasSameViews(scene, this.scene)) return
        this.snapshot = snapshot
        this.scene = scene
        revision = views.revision
        elements.clear()
        for (each in scene.elements) elements[each.target] = each
        accessibleViews.describe(
            AccessibilityTree(snapshot).nodes, AccessibilityTree(snapshot, scene).nodes, ::view)
    }

    private fun view(target: String): View? {
        if (target == Targets.root) return views.rootView ?: canvas
        return elements[target]?.let { views.find(it, false)?.view } ?: views.view(target)
    }
}

/** Returns whether two scenes have the same views, with the same ones hidden. */
private fun hasSameViews(one: PresentedScene, other: PresentedScene?): Boolean {
    if (one === other) return true
    val (all, others) = Pair(one.elements, other?.elements ?: return false)
    if (all.size != others.size) return false
    for (index in 0 until all.size) {
        val (each, former) = Pair(all[index], others[index])
        if (each === former) continue
        if (each.target != former.target || each.isHidden != former.isHidden ||
            each.parent != former.parent || !isSameView(each.content, former.content)) return false
    }
    return true
}

private fun isSameView(one: ElementContent, other: ElementContent): Boolean =
    one === other || one.javaClass == other.javaClass &&
        (one as? ElementContent.Page)?.route == (other as? ElementContent.Page)?.route
