package interaction.client.views

import android.content.Context
import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Snapshot
import interaction.client.contract.Surface
import interaction.client.presenter.ElementContent
import interaction.client.presenter.ElementValues
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.PresentedScene
import interaction.client.presenter.Rect

/** A context of a display with 2 px per dp. */
internal fun context(): Context {
    val context = Context()
    context.resources.displayMetrics.density = 2f
    context.resources.displayMetrics.densityDpi = 320
    return context
}

internal fun element(
    target: String,
    frame: Rect? = Rect(10.0, 20.0, 30.0, 40.0),
    content: ElementContent = ElementContent.View,
    isHidden: Boolean = false,
    parent: String? = null,
    change: ElementValues.() -> Unit = {}
): PresentedElement {
    val values = ElementValues()
    values.change()
    return PresentedElement(target, frame, content, isHidden, parent, values)
}

internal fun scene(vararg elements: PresentedElement) = PresentedScene(elements.toList())

/** A session that shows what a test says. */
internal class FixedSource(var scene: PresentedScene) : InteractionSource {
    override var nextChange = Long.MAX_VALUE
    override var surface = Surface()
    override var snapshot = Snapshot()
    /** Changes the scene for an event. */
    var follow: (InteractionEvent) -> Unit = {}
    val times = ArrayList<Long>()
    val events = ArrayList<InteractionEvent>()
    override var onChange: (() -> Unit)? = null
    override var onEffect: ((Effect) -> Unit)? = null

    override fun scene(nanoTime: Long): PresentedScene {
        times.add(nanoTime)
        return scene
    }

    override fun send(event: InteractionEvent) {
        events.add(event)
        event.surface?.let { surface = it }
        follow(event)
    }
}
