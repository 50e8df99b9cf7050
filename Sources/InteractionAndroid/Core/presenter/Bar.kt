// The tab bar and its items.
package interaction.client.presenter

import interaction.client.contract.ButtonLook
import interaction.client.contract.Insets
import interaction.client.contract.ItemLayout
import interaction.client.contract.ItemLook
import interaction.client.contract.Rect as Place
import interaction.client.contract.TextFont
import interaction.client.contract.TextSpan
import interaction.client.contract.ToggleLook
import interaction.client.contract.ToggleState

/** Adds the bar with its items and toggles. */
internal fun addBar(builder: SceneBuilder) {
    val layout = builder.state.layout ?: return
    // During a page transition the bar is part of the page that it lies on.
    val isCovered = movingRoles(builder) == null && pagesAbove(builder).any(::coversBar)
    val frame = rect(layout.frame)
    // It stays visible until it has arrived below the screen.
    val isAway = layout.away && !builder.animates(Targets.tabBar)
    builder.add(
        Targets.tabBar, frame, ElementContent.Color(layout.backgroundColor),
        isCovered || isAway || builder.hidesViews
    )
    layout.items.forEachIndexed { index, place ->
        val look = builder.items.getOrNull(index)
        if (look != null) addItem(builder, index, place, look, frame)
    }
    for (each in builder.state.toggles) addToggle(builder, each, layout.items, frame)
}

private fun addItem(
    builder: SceneBuilder,
    index: Int,
    place: ItemLayout,
    look: ItemLook,
    bar: Rect
) {
    val item = moved(place.frame, bar)
    val icon = inset(rect(place.icon), place.iconInsets).movedBy(item)
    val parent = Targets.tab(index)
    val button = place.button ?: ButtonLook()
    val lottie = place.lottie
    val image = look.image
    fun add(part: String, frame: Rect, content: ElementContent, isHidden: Boolean) =
        builder.add(Targets.tab(index, part), frame, content, isHidden, parent)
    val ownContent = ElementContent.Item(button, look.pressed)
    builder.add(parent, item, ownContent, place.hidden, Targets.tabBar)
    if (lottie.isNotEmpty()) {
        val isAtEnd = place.selectedLook?.image == image
        val animation = ElementContent.Animation(lottie, isAtEnd)
        add("lottie", icon, animation, !look.showsIconAndTitle)
    }
    val shown = ElementContent.Picture(ImageContent(image, ""))
    add("icon", icon, shown, !look.showsIconAndTitle || lottie.isNotEmpty())
    val title = text(place.text, place.richTitle, look.titleColor, button.titleFont)
    add("title", moved(place.title, item), title, !look.showsIconAndTitle)
    if ((place.subtitle?.height ?: 0.0) > 0) {
        val own = button.subtitleColor
        val color = if (own.isNotEmpty()) own else look.titleColor
        val subtitle = text(place.subtitleText, place.richSubtitle, color, button.subtitleFont)
        add("subtitle", moved(place.subtitle, item), subtitle, !look.showsIconAndTitle)
    }
    if (hasBigLogo(place)) add("badge", moved(place.badge, item), shown, !look.showsBadge)
    val badge = builder.state.badges.firstOrNull { it.tab == index }
    if (badge != null) {
        val height = badge.height
        val x = icon.x + icon.width - height / 2 + badge.dx
        val y = icon.y - height / 2 + badge.dy
        add("count", Rect(x, y, height, height), ElementContent.Badge(badge), !badge.shown)
    }
}

/** Adds a toggle, centred in the item with the big logo; without one the app places it. */
private fun addToggle(
    builder: SceneBuilder,
    shown: ToggleState,
    places: List<ItemLayout>,
    bar: Rect
) {
    val id = shown.id
    val edge = shown.edge
    val tab = places.indexOfFirst(::hasBigLogo)
    val parent = if (tab < 0) null else Targets.tab(tab, "badge")
    val frame = places.getOrNull(tab)?.let {
        val badge = moved(it.badge, moved(it.frame, bar))
        Rect(badge.centerX - edge / 2, badge.centerY - edge / 2, edge, edge)
    }
    val aspect = toggleAspect(id)
    val played = builder.performances.lastOrNull { it.aspect == aspect }
    val former = played?.previousToggle ?: shown
    val incoming = Targets.toggle(id, "incoming")
    val outgoing = Targets.toggle(id, "outgoing")
    val exchanges = builder.animates(incoming) || builder.animates(outgoing)
    val isAbove = shown.look == ToggleLook.ABOVE
    val values = ElementValues()
    if (shown.strip && isAbove) values.contentOffset = Point(0.0, edge)
    val content = contentOf(shown, isAbove)
    builder.add(Targets.toggle(id), frame, content, exchanges, parent, values)
    if (!exchanges) return
    builder.add(outgoing, frame, ElementContent.Picture(pictureOf(former)), parent = parent)
    builder.add(incoming, frame, ElementContent.Picture(pictureOf(shown)), parent = parent)
}

/** Returns the content of a toggle's view. */
private fun contentOf(shown: ToggleState, isAbove: Boolean): ElementContent {
    val own = pictureOf(shown)
    if (!shown.strip) return ElementContent.Picture(own)
    val other = ImageContent(shown.otherImage, shown.backgroundImage)
    return ElementContent.Strip(if (isAbove) listOf(other, own) else listOf(own, other))
}

private fun pictureOf(shown: ToggleState) = ImageContent(shown.image, shown.backgroundImage)

private fun text(plain: String, rich: List<TextSpan>, color: String, font: TextFont?) =
    ElementContent.Text(TextContent(plain, rich, color, font ?: TextFont()))

/** Returns whether a big logo replaces icon and title while the item is selected. */
private fun hasBigLogo(place: ItemLayout): Boolean = place.selectedLook?.showsBadge ?: false

/** Returns the rectangle in the coordinates of `parent`'s container. */
private fun moved(place: Place?, parent: Rect): Rect = rect(place).movedBy(parent)

/** Returns the rectangle with insets. */
private fun inset(place: Rect, insets: Insets?): Rect {
    if (insets == null) return place
    return Rect(
        place.x + insets.left, place.y + insets.top,
        place.width - insets.left - insets.right, place.height - insets.top - insets.bottom
    )
}
