// The physics of overscroll, as in native scroll views.
package interaction.client.views

/** The fraction of the finger's travel that the content follows at first. */
private const val stiffness = 0.55
/** The duration of a bounce, ms. */
private const val bounceTime = 400.0

/** Returns the overscroll of a list of this height for a finger's travel beyond its top. */
internal fun overscroll(travel: Double, height: Double): Double =
    (1 - 1 / (travel * stiffness / height + 1)) * height

/** Returns the finger's travel for an overscroll. */
internal fun travel(overscroll: Double, height: Double): Double {
    // The content never moves by its whole height.
    val part = Math.min(overscroll / height, 0.999)
    return (1 / (1 - part) - 1) * height / stiffness
}

/** Returns the overscroll at a time after a release, ms; 0 at the end. */
internal fun bounce(from: Double, time: Double): Double {
    val left = Math.max(1 - time / bounceTime, 0.0)
    return from * left * left * left
}
