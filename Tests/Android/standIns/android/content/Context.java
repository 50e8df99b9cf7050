package android.content;

import android.app.UiModeManager;
import android.content.res.Resources;
import android.view.accessibility.AccessibilityManager;
import java.util.HashMap;

public class Context {
    public static final String ACCESSIBILITY_SERVICE = "accessibility";
    public static final String UI_MODE_SERVICE = "uimode";

    /** The services by name, for tests. */
    public final HashMap<String, Object> services = new HashMap<>();

    private final Resources resources = new Resources();
    private final ContentResolver resolver = new ContentResolver() {};

    public Context() {
        services.put(ACCESSIBILITY_SERVICE, new AccessibilityManager());
        services.put(UI_MODE_SERVICE, new UiModeManager());
    }

    public Object getSystemService(String name) { return services.get(name); }

    public Resources getResources() { return resources; }

    public ContentResolver getContentResolver() { return resolver; }
}
