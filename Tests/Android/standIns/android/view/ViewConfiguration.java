package android.view;

import android.content.Context;

public class ViewConfiguration {
    private final Context context;

    private ViewConfiguration(Context context) { this.context = context; }

    public static ViewConfiguration get(Context context) { return new ViewConfiguration(context); }

    public int getScaledTouchSlop() {
        return Math.round(8 * context.getResources().getDisplayMetrics().density);
    }
}
