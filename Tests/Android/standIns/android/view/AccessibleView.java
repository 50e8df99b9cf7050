package android.view;

import android.os.Bundle;
import android.view.accessibility.AccessibilityNodeInfo;
import java.util.ArrayList;

/** The part of Android's view that is for accessibility. */
public abstract class AccessibleView {
    public static final int NO_ID = -1;
    public static final int IMPORTANT_FOR_ACCESSIBILITY_AUTO = 0;
    public static final int IMPORTANT_FOR_ACCESSIBILITY_NO = 2;
    public static final int IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS = 4;

    private static int generated = 1;

    /** The types of the events and the announcements that were sent, for tests. */
    public final ArrayList<Object> spoken = new ArrayList<>();
    /** The view after which this one is reached, for tests. */
    public int previous = NO_ID;

    private int id = NO_ID;
    private int importance = IMPORTANT_FOR_ACCESSIBILITY_AUTO;
    private CharSequence description;
    private CharSequence state;
    private CharSequence paneTitle;
    private boolean isClickable;
    private boolean isLongClickable;
    private View.AccessibilityDelegate delegate = new View.AccessibilityDelegate();

    public static int generateViewId() { return generated++; }

    public int getId() { return id; }

    public void setId(int id) { this.id = id; }

    public int getImportantForAccessibility() { return importance; }

    public void setImportantForAccessibility(int mode) { importance = mode; }

    public CharSequence getContentDescription() { return description; }

    public void setContentDescription(CharSequence description) { this.description = description; }

    public CharSequence getStateDescription() { return state; }

    public void setStateDescription(CharSequence state) { this.state = state; }

    public CharSequence getAccessibilityPaneTitle() { return paneTitle; }

    public void setAccessibilityPaneTitle(CharSequence title) { paneTitle = title; }

    public boolean isClickable() { return isClickable; }

    public void setClickable(boolean clickable) { isClickable = clickable; }

    public boolean isLongClickable() { return isLongClickable; }

    public void setAccessibilityTraversalAfter(int afterId) { previous = afterId; }

    public void sendAccessibilityEvent(int eventType) { spoken.add(eventType); }

    public void announceForAccessibility(CharSequence text) { spoken.add(text.toString()); }

    public void setAccessibilityDelegate(View.AccessibilityDelegate delegate) {
        this.delegate = delegate == null ? new View.AccessibilityDelegate() : delegate;
    }

    /** Returns what a screen reader finds, for tests. */
    public AccessibilityNodeInfo info() {
        AccessibilityNodeInfo info = new AccessibilityNodeInfo();
        delegate.onInitializeAccessibilityNodeInfo((View) this, info);
        return info;
    }

    public boolean performAccessibilityAction(int action, Bundle arguments) {
        return delegate.performAccessibilityAction((View) this, action, arguments);
    }
}
