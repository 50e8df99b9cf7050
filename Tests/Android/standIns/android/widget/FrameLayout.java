package android.widget;

import android.content.Context;
import android.util.AttributeSet;
import android.view.ViewGroup;

public class FrameLayout extends ViewGroup {
    public static class LayoutParams extends ViewGroup.MarginLayoutParams {
        public LayoutParams(int width, int height) { super(width, height); }
    }

    public FrameLayout(Context context) { super(context); }

    public FrameLayout(Context context, AttributeSet attrs) { super(context, attrs); }
}
