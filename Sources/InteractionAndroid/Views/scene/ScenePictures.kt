package interaction.client.views

import android.view.View
import interaction.client.presenter.ElementContent
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.Rect

/** The snapshots of the current scene, each taken once, before the views change. */
internal class ScenePictures(private val canvas: SceneLayout) {
    /** A snapshot; without a view if it could not be taken. */
    private class Snapshot(val content: ElementContent.Capture, val view: View?) {
        var isShown = true
    }

    private val snapshots = HashMap<String, Snapshot>()

    /** Returns the view of a capture's element; null if there is none. */
    fun view(target: String): View? = snapshots[target]?.view

    /**
     * Takes a snapshot, unless it is known.
     *
     * @param subject The captured view.
     * @param place The place of the captured view; null for the screen.
     * @param holder The layout that shows the snapshot; null for the canvas.
     * @param take Takes a snapshot in the app's way; null to draw the subject.
     */
    fun take(
        element: PresentedElement, content: ElementContent.Capture, subject: View?, place: Rect?,
        holder: SceneLayout?, take: (PresentedElement) -> View?
    ) {
        val known = snapshots[element.target]
        if (known != null && isSame(known.content, content)) {
            known.isShown = true
            return
        }
        known?.let { remove(it) }
        val density = canvas.resources.displayMetrics.density.toDouble()
        val frame = content.frame
        val view = take(element) ?: subject?.let {
            picture(it, pixels(frame.x - (place?.x ?: 0.0), density),
                pixels(frame.y - (place?.y ?: 0.0), density), pixels(frame.width, density),
                pixels(frame.height, density))
        }
        snapshots[element.target] = Snapshot(content, view)
        if (view != null) (holder ?: canvas).addInFrame(view)
    }

    /** Begins a scene. */
    fun begin() {
        if (snapshots.isEmpty()) return
        for (each in snapshots.values) each.isShown = false
    }

    /** Ends a scene: removes the snapshots that it does not contain. */
    fun end() {
        if (snapshots.isEmpty()) return
        val others = snapshots.values.iterator()
        while (others.hasNext()) {
            val snapshot = others.next()
            if (snapshot.isShown) continue
            remove(snapshot)
            others.remove()
        }
    }

    private fun remove(snapshot: Snapshot) {
        val view = snapshot.view ?: return
        (view.parent as? SceneLayout)?.removeInFrame(view)
    }

    private fun isSame(one: ElementContent.Capture, other: ElementContent.Capture) =
        one === other || one.number == other.number && one.of == other.of &&
            one.frame.x == other.frame.x && one.frame.y == other.frame.y &&
            one.frame.width == other.frame.width && one.frame.height == other.frame.height
}
