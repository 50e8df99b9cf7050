package interaction.client.views

import android.view.Choreographer
import android.view.MotionEvent
import android.view.View
import android.view.ViewGroup
import androidx.recyclerview.widget.RecyclerView
import interaction.client.presenter.Point

/** A screen of 200 × 400 px with one list, which shows the list where its events say. */
internal class ListScreen(isSideways: Boolean = false) {
    val context = context()
    val frame = ListFrame(context)
    val list = RecyclerView(context)
    val source = FixedSource(scene(element("list/home")))
    val screen = InteractionScreen(frame)
    private var now = 0L

    init {
        list.isHorizontal = isSideways
        frame.addView(list)
        list.layout(0, 0, 200, 400)
        frame.layout(0, 0, 200, 400)
        source.follow = { event ->
            event.scroll?.let { source.scene = scene(element("list/home") {
                contentOffset = Point(it.x, it.y!!)
            }) }
        }
        screen.open(source)
        screen.observe(frame, RecyclerContent(list), "home", isSideways)
        source.events.clear()
    }

    /** Gives a touch event at a time, ms; the position is along the list's axis, px. */
    fun touch(action: Int, position: Float, time: Long) {
        val (x, y) = if (list.isHorizontal) Pair(position, 50f) else Pair(50f, position)
        frame.dispatchTouchEvent(
            MotionEvent.of(action, 0, time, MotionEvent.Pointer(0, x, y)))
    }

    /** Drags through positions, px, 10 ms each; does not lift. */
    fun drag(vararg positions: Float, from: Long = 0) {
        positions.forEachIndexed { index, position ->
            touch(if (index == 0) MotionEvent.ACTION_DOWN else MotionEvent.ACTION_MOVE, position,
                from + index * 10L)
        }
    }

    /** Runs frames, 10 ms each. */
    fun frames(count: Int) = repeat(count) {
        now = Math.max(now, System.nanoTime()) + 10_000_000
        Choreographer.getInstance().run(now)
    }

    /** Returns the scroll events since the last call, as phase numbers with offsets in pt. */
    fun scrolls(): List<String> {
        val scrolls = source.events.mapNotNull { it.scroll }
        source.events.clear()
        return scrolls.map { "${phases[it.phase]} ${"%.1f".format(it.y)}" }
    }

    fun close() {
        screen.stopObserving("home")
        screen.close()
    }
}

private val phases = listOf("", "began", "moved", "ended", "cancelled", "decelerating", "settled",
    "app began", "app moved", "app ended")

/** A scroll view without states, whose nested scrolls a test gives. */
internal class PlainScrollView(context: android.content.Context) : ViewGroup(context) {
    init {
        addView(View(context).also { it.layout(0, 0, 200, 1000) })
    }
}
