package android.provider;

import android.content.ContentResolver;
import java.util.HashMap;

public final class Settings {
    public static final class Global {
        public static final String ANIMATOR_DURATION_SCALE = "animator_duration_scale";

        /** The user's settings, which a test may change. */
        public static final HashMap<String, Float> settings = new HashMap<>();

        public static float getFloat(ContentResolver resolver, String name, float def) {
            Float found = settings.get(name);
            return found == null ? def : found;
        }
    }
}
