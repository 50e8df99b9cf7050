package interaction.client.accessibility

import interaction.client.contract.Snapshot
import interaction.client.presenter.PresentedScene
import interaction.client.presenter.Targets

/** The accessibility tree of a presented state (rules U2, U3). */
class AccessibilityTree private constructor(
    /** The nodes. */
    @JvmField val nodes: List<AccessibilityNode>
) {
    /** Creates the nodes of all views that the settings describe, also of hidden ones. */
    constructor(snapshot: Snapshot) : this(AccessibilityNodes(snapshot.settings).all())

    /**
     * Creates the nodes that can be reached, in focus order: that of the scene, without hidden
     * views and pictures.
     */
    constructor(snapshot: Snapshot, scene: PresentedScene) :
        this(reached(AccessibilityTree(snapshot).nodes, scene))
}

/** Returns the nodes that can be reached, in the order of a scene. */
private fun reached(
    nodes: List<AccessibilityNode>, scene: PresentedScene
): List<AccessibilityNode> {
    val all = nodes.filter { !it.isHidden }
    val modal = all.filter { it.isModal }
    val reached = (if (modal.isEmpty()) all else modal)
        .filter { it.target != Targets.root || it.actions.isNotEmpty() }
    val elements = scene.elements.associateBy { it.target }
    fun isShown(target: String): Boolean {
        val element = elements[target] ?: return true
        return !element.isHidden && element.parent?.let(::isShown) ?: true
    }
    val order = listOf(Targets.root) + scene.elements.map { it.target }.filter(::isShown)
    return order.flatMap { target -> reached.filter { it.target == target } }
}
