package android.view.accessibility;

public final class AccessibilityEvent {
    public static final int TYPE_WINDOW_CONTENT_CHANGED = 2048;
}
