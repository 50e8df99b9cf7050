package android.animation;

import android.provider.Settings;

public class ValueAnimator {
    public static boolean areAnimatorsEnabled() {
        return Settings.Global.getFloat(null, Settings.Global.ANIMATOR_DURATION_SCALE, 1) != 0;
    }
}
