package androidx.core.view;

import android.view.View;

/** The methods of the three generations of parents. */
public interface NestedScrollingParent3 {
    boolean onStartNestedScroll(View child, View target, int axes, int type);

    void onNestedScrollAccepted(View child, View target, int axes, int type);

    void onStopNestedScroll(View target, int type);

    void onNestedScroll(View target, int dxConsumed, int dyConsumed, int dxUnconsumed,
        int dyUnconsumed, int type, int[] consumed);

    void onNestedScroll(View target, int dxConsumed, int dyConsumed, int dxUnconsumed,
        int dyUnconsumed, int type);

    void onNestedPreScroll(View target, int dx, int dy, int[] consumed, int type);

    boolean onStartNestedScroll(View child, View target, int axes);

    void onNestedScrollAccepted(View child, View target, int axes);

    void onStopNestedScroll(View target);

    void onNestedScroll(View target, int dxConsumed, int dyConsumed, int dxUnconsumed,
        int dyUnconsumed);

    void onNestedPreScroll(View target, int dx, int dy, int[] consumed);

    boolean onNestedFling(View target, float velocityX, float velocityY, boolean consumed);

    boolean onNestedPreFling(View target, float velocityX, float velocityY);

    int getNestedScrollAxes();
}
