package interaction.client.views

import android.content.Context
import android.graphics.Bitmap
import android.graphics.Canvas
import android.graphics.Rect
import android.view.View

/** A picture of a part of another view, which fills its box. */
internal class PictureView(context: Context, private val bitmap: Bitmap) : View(context) {
    private val box = Rect()

    override fun onDraw(canvas: Canvas) {
        box.set(0, 0, width, height)
        canvas.drawBitmap(bitmap, null, box, null)
    }
}

/**
 * Returns a picture of a part of a view, in px from the view's corner; null for an empty part, or
 * if the view cannot be drawn into memory, such as one with hardware bitmaps.
 */
internal fun picture(view: View, left: Int, top: Int, width: Int, height: Int): View? {
    if (width <= 0 || height <= 0) return null
    val bitmap = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888)
    val canvas = Canvas(bitmap)
    canvas.translate((-left - view.scrollX).toFloat(), (-top - view.scrollY).toFloat())
    try {
        view.draw(canvas)
    } catch (error: IllegalArgumentException) {
        bitmap.recycle()
        return null
    }
    return PictureView(view.context, bitmap)
}
