package interaction.client.views

import android.view.View
import interaction.client.presenter.ElementContent
import interaction.client.presenter.PresentedElement
import java.lang.ref.WeakReference

/** The side that places a view. */
enum class Placement {
    /**
     * The scene sets place and size. The parent view is the view of the element's parent, or covers
     * the screen from the top left corner.
     */
    ByScene,
    /** The app's layout places the view; the scene only transforms and fades it. */
    ByApp
}

/**
 * The app's views, by the targets of scenes.
 *
 * Views are held weakly: the app owns them. Elements without a view are ignored. Register views
 * that are not shown yet as `INVISIBLE`: a change from `GONE` requests a layout.
 */
class ViewRegistry {
    internal class Registration(
        view: View, @JvmField val placement: Placement, @JvmField val isMade: Boolean = false
    ) {
        private val reference = WeakReference(view)
        val view: View? get() = reference.get()
    }

    private val targets = HashMap<String, Registration>()
    private val pages = HashMap<String, Registration>()
    private val lists = HashMap<String, ScrollingList>()
    private var root: Registration? = null
    /** The number of changes of the registrations. */
    internal var revision = 0
        private set
    /** The view that contains everything below the pages. */
    internal val rootView: View? get() = root?.view

    /**
     * Creates the view of an element that has none; it is added to the scene layout of its parent,
     * or to the one that covers the screen, unless the app has added it. Null ignores the element;
     * it is called again in each frame. Without such a layout it is not called.
     */
    var makeView: (PresentedElement) -> View? = { null }

    /** Registers the view of a target path such as `tab/0/badge`, in place of an earlier one. */
    @JvmOverloads
    fun register(view: View, target: String, placement: Placement = Placement.ByScene) {
        targets[target] = Registration(view, placement)
        revision += 1
    }

    /** Registers the view of a page above the root, for every target that shows the page. */
    @JvmOverloads
    fun registerRoute(view: View, route: String, placement: Placement = Placement.ByApp) {
        pages[route] = Registration(view, placement)
        revision += 1
    }

    /** Registers the view that contains everything below the pages. */
    @JvmOverloads
    fun registerRoot(view: View, placement: Placement = Placement.ByApp) {
        root = Registration(view, placement)
        revision += 1
    }

    /** Registers the list of `list/SOURCE`, which scrolls as the scene says. It is retained. */
    fun registerList(source: String, list: ScrollingList) {
        lists["list/$source"] = list
    }

    /** Removes the registrations of a target. */
    fun unregister(target: String) {
        targets.remove(target)
        lists.remove(target)
    }

    internal fun unregisterList(source: String) {
        lists.remove("list/$source")
    }

    /** Returns the view of a target; null if there is none, or it has been collected. */
    fun view(target: String): View? = targets[target]?.view

    internal fun list(target: String): ScrollingList? = lists[target]

    /** Returns the registration of an element's view, which is made if `makes` says so. */
    internal fun find(element: PresentedElement, makes: Boolean): Registration? {
        val content = element.content
        val known = when (content) {
            is ElementContent.Root -> root
            is ElementContent.Page -> pages[content.route]
            else -> null
        }
        val found = known ?: targets[element.target]
        if (found?.view != null || !makes) return found
        val view = makeView(element) ?: return found
        val made = Registration(view, Placement.ByScene, isMade = true)
        when (content) {
            is ElementContent.Root -> root = made
            // The page keeps its view for every target that shows it.
            is ElementContent.Page -> pages[content.route] = made
            else -> targets[element.target] = made
        }
        revision += 1
        return made
    }
}

/** A list that scrolls by itself, such as a RecyclerView, which has no `scrollTo`. */
interface ScrollingList {
    /** Scrolls the content to an offset without the top inset, px, at once. */
    fun scrollTo(x: Int, y: Int)
}
