package android.widget;

import android.content.Context;
import android.util.AttributeSet;
import android.view.ViewGroup;

public class FrameLayout extends ViewGroup {
    public FrameLayout(Context context) { super(context); }

    public FrameLayout(Context context, AttributeSet attrs) { super(context, attrs); }
}
