package android.app;

/** The manager, whose setting a test may change. */
public class UiModeManager {
    public float setting;

    public float getContrast() { return setting; }
}
