package interaction.client.views

import android.view.View
import interaction.client.presenter.ElementValues
import interaction.client.presenter.Rect

/** The place, the size and the transform of a view, as last set. None of them requests a layout. */
internal class ViewTransform(private val view: View) {
    private var translationX = view.translationX
    private var translationY = view.translationY
    private var scaleX = view.scaleX
    private var scaleY = view.scaleY
    private var rotation = view.rotation
    private var rotationX = view.rotationX
    private var rotationY = view.rotationY
    private var pivotX = Float.NaN
    private var pivotY = Float.NaN
    private var cameraDistance = Float.NaN
    /** The distance of the scene's place from the place in the parent view, px. */
    private var placeX = 0.0
    private var placeY = 0.0

    /** Resizes the view, and notes its place; null if the app places it. */
    fun place(frame: Rect?, holder: Rect?, density: Double) {
        if (frame == null) {
            placeX = 0.0
            placeY = 0.0
            return
        }
        val width = pixels(frame.width, density)
        val height = pixels(frame.height, density)
        if (view.width != width || view.height != height) resize(width, height)
        placeX = (frame.x - (holder?.x ?: 0.0)) * density - view.left
        placeY = (frame.y - (holder?.y ?: 0.0)) * density - view.top
    }

    /** Sets the properties that differ from the last ones. */
    fun set(values: ElementValues, density: Double) {
        val zoom = zoom(values)
        setPivot(values)
        setCamera(values, density)
        val x = (placeX + values.translation.x * density).toFloat()
        if (x != translationX) { translationX = x; view.translationX = x }
        val y = (placeY + values.translation.y * density).toFloat()
        if (y != translationY) { translationY = y; view.translationY = y }
        val horizontal = (values.scale * values.scaleX * zoom).toFloat()
        if (horizontal != scaleX) { scaleX = horizontal; view.scaleX = horizontal }
        val vertical = (values.scale * values.scaleY * zoom).toFloat()
        if (vertical != scaleY) { scaleY = vertical; view.scaleY = vertical }
        val turn = Math.toDegrees(values.rotation.z).toFloat()
        if (turn != rotation) { rotation = turn; view.rotation = turn }
        val tilt = Math.toDegrees(values.rotation.x).toFloat()
        if (tilt != rotationX) { rotationX = tilt; view.rotationX = tilt }
        val swing = Math.toDegrees(values.rotation.y).toFloat()
        if (swing != rotationY) { rotationY = swing; view.rotationY = swing }
    }

    /** Lays out the view alone: its parents' next layout finds the size in its parameters. */
    private fun resize(width: Int, height: Int) {
        val params = view.layoutParams
        if (params != null) {
            params.width = width
            params.height = height
        }
        view.measure(View.MeasureSpec.makeMeasureSpec(width, View.MeasureSpec.EXACTLY),
            View.MeasureSpec.makeMeasureSpec(height, View.MeasureSpec.EXACTLY))
        view.layout(view.left, view.top, view.left + width, view.top + height)
    }

    /** Sets the pivot, which Android keeps in the middle until it is set. */
    private fun setPivot(values: ElementValues) {
        val origin = values.origin
        if (pivotX.isNaN() && origin.x == 0.5 && origin.y == 0.5) return
        val x = (origin.x * view.width).toFloat()
        if (x != pivotX) { pivotX = x; view.pivotX = x }
        val y = (origin.y * view.height).toFloat()
        if (y != pivotY) { pivotY = y; view.pivotY = y }
    }

    /** Sets the camera's distance, which only rotations out of the plane depend on. */
    private fun setCamera(values: ElementValues, density: Double) {
        if (values.rotation.x == 0.0 && values.rotation.y == 0.0) return
        val distance = if (values.perspective < 0) -1 / values.perspective else flatDistance
        val dpi = view.resources.displayMetrics.densityDpi
        val new = (distance * density * dpi / 72).toFloat()
        if (new != cameraDistance) { cameraDistance = new; view.cameraDistance = new }
    }

    /** The scale that stands in for a translation towards the eye, which Android does not have. */
    private fun zoom(values: ElementValues): Double {
        val z = values.translation.z
        if (z == 0.0 || values.perspective >= 0) return 1.0
        val distance = -1 / values.perspective
        return if (z < distance) distance / (distance - z) else 0.0
    }
}

/** A distance from which no perspective is visible, pt. */
private const val flatDistance = 100000.0
