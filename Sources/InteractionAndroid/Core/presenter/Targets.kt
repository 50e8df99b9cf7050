package interaction.client.presenter

/** Views that directives move, as paths that each client resolves to its own views. */
object Targets {
    /** The container of everything below the pages, which no directive moves. */
    const val root = "root"
    const val tabBar = "tab_bar"
    const val tabBarSnapshot = "tab_bar/snapshot"
    const val navigationBar = "navigation_bar"
    const val listSnapshot = "list/snapshot"
    const val floor = "floor"
    const val floorImage = "floor/image"
    const val floorTip = "floor/tip"
    const val floorPage = "floor/page"
    /** The tabs' pages as a whole, on which a finger swipes (rule X7). */
    const val pages = "pages"
    /** The screen edge from which a finger pulls the top page away (rule N5). */
    const val edge = "edge"
    /** The area in which a finger pans a page of the style scan (rule N5). */
    const val scan = "scan"
    const val window = "window"
    const val windowSnapshot = "window/snapshot"
    const val incomingPage = "page/incoming"
    const val outgoingPage = "page/outgoing"
    const val pageMask = "page/mask"
    const val pageBlur = "page/blur"
    const val pageFill = "page/fill"
    const val keyView = "page/key"
    const val upperPart = "page/upper"
    const val lowerPart = "page/lower"

    /** Returns the target of the list that reports as `source`. */
    fun list(source: String): String = "list/$source"

    /** Returns whether a target is a list. */
    fun isList(target: String): Boolean = target.startsWith("list/")

    /** Returns the target of a tab's page. */
    fun page(tab: Int): String = "page/$tab"

    /** Returns the tab of a page's target, such as 3 for `page/3`; null for other targets. */
    fun tabPage(target: String): Int? {
        if (!target.startsWith("page/") || target.length == 5) return null
        for (index in 5 until target.length) if (target[index] !in '0'..'9') return null
        return target.substring(5).toIntOrNull()
    }

    /** Returns the target of a tab's item. */
    fun tab(index: Int): String = "tab/$index"

    /** Returns the target of a part of a tab's item, such as its `icon` or `title`. */
    fun tab(index: Int, part: String): String = "tab/$index/$part"

    /** Returns the target of a toggle. */
    fun toggle(id: String): String = "toggle/$id"

    /** Returns the target of one of the two pictures of a toggle's transition. */
    fun toggle(id: String, part: String): String = "toggle/$id/$part"

    /** Returns the target of a page above the root at rest, counted from 0, such as `stack/0`. */
    fun stacked(index: Int): String = "stack/$index"

    /** Returns the target of the mask below a page above the root. */
    fun stackedMask(index: Int): String = "stack/$index/mask"
}
