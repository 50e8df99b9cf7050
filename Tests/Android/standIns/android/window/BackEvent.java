package android.window;

public final class BackEvent {
    private final float touchX;

    public BackEvent(float touchX, float touchY, float progress, int swipeEdge) {
        this.touchX = touchX;
    }

    public float getTouchX() { return touchX; }
}
