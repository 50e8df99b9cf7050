package interaction.client.views

import interaction.client.contract.ContentSizeEvent
import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.ListShownEvent
import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollPhase
import interaction.client.presenter.Point

/** The observed lists of a screen. */
internal class ScreenLists(
    private val views: ViewRegistry, private val send: (InteractionEvent) -> Unit
) {
    private val frames = LinkedHashMap<String, ListFrame>()
    private val gestures = HashMap<String, ListGesture>()
    /** The newest drag numbers of lists that are no longer observed. */
    private val drags = HashMap<String, Int>()
    /** The lists that are shown, of the sources that have several. */
    private val shown = LinkedHashMap<String, String>()

    /** Reports a list's scrolls. */
    fun observe(frame: ListFrame, content: ListContent, source: String, isSideways: Boolean) {
        stopObserving(source)
        val drag = drags[source] ?: ScrollReporter.initialDrag(System.currentTimeMillis())
        val reporter = ScrollReporter(source, drag)
        val density = frame.resources.displayMetrics.density.toDouble()
        val gesture = ListGesture(content, isSideways, reporter, density, send)
        frames[source] = frame
        gestures[source] = gesture
        if (views.view("list/$source") == null) {
            views.register(frame, "list/$source", Placement.ByApp)
        }
        views.registerList(source, frame)
        // Reports the initial offset, unless the list is at its top.
        frame.begin(content, isSideways, gesture) { reportSize(source, it) }
    }

    /** Observes another of the lists that lie side by side (rule S9). */
    fun show(
        list: String, frame: ListFrame, content: ListContent, source: String, isSideways: Boolean
    ) {
        stopObserving(source)
        shown[source] = list
        reportShown(source, list)
        observe(frame, content, source, isSideways)
        // Engine and presenter know the list's last reported offset only.
        val offset = gestures[source]?.offset ?: return
        val scroll = ScrollEvent()
        scroll.source = source
        scroll.phase = ScrollPhase.PROGRAMMATIC_ENDED
        scroll.x = offset.x
        scroll.y = offset.y
        send(InteractionEvent().also { it.scroll = scroll })
    }

    /** Stops reporting a list. */
    fun stopObserving(source: String) {
        val frame = frames.remove(source) ?: return
        frame.end()
        gestures.remove(source)?.let { drags[source] = it.drag }
        if (views.view("list/$source") === frame) views.unregister("list/$source")
        else views.unregisterList(source)
    }

    /** Announces an animated scroll of a list by the app, to a destination if that is known. */
    fun willScroll(source: String, to: Point?) {
        gestures[source]?.announce(to)
    }

    /** Reports the state of all lists to a new session. */
    fun reportAgain() {
        for ((source, list) in shown) reportShown(source, list)
        for (frame in frames.values) frame.reportAgain()
    }

    /** Ends the lists' motions, whose callbacks will not arrive. */
    fun pause() {
        for (frame in frames.values) frame.leave()
    }

    /** Scrolls a list if an effect says so. */
    fun perform(effect: Effect) {
        val list = effect.scrollList
        val carousel = effect.scrollCarousel
        if (list != null) scroll(list.source, null, list.y, list.animated)
        if (carousel != null) scroll(carousel.source, carousel.x, null, carousel.animated)
    }

    private fun scroll(source: String, x: Double?, y: Double?, isAnimated: Boolean) {
        val frame = frames[source] ?: return
        if (isAnimated) return frame.smoothScrollTo(x, y)
        val now = gestures[source]?.offset ?: return
        val density = frame.resources.displayMetrics.density.toDouble()
        frame.scrollTo(pixels(x ?: now.x, density), pixels(y ?: now.y, density))
    }

    private fun reportShown(source: String, list: String) {
        val shown = ListShownEvent()
        shown.source = source
        shown.list = list
        send(InteractionEvent().also { it.listShown = shown })
    }

    private fun reportSize(source: String, size: Point) {
        val content = ContentSizeEvent()
        content.source = source
        content.width = size.x
        content.height = size.y
        send(InteractionEvent().also { it.contentSize = content })
    }
}
