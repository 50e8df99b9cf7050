package android.view.accessibility;

/** The manager, which a test may change. */
public final class AccessibilityManager {
    public boolean isOn = true;
    /** The number of interruptions, for tests. */
    public int interruptions;

    public boolean isEnabled() { return isOn; }

    public void interrupt() {
        if (!isOn) throw new IllegalStateException("Accessibility off.");
        interruptions++;
    }
}
