package androidx.recyclerview.widget;

import android.content.Context;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewGroup;
import android.view.ViewParent;
import androidx.core.view.NestedScrollingParent3;
import androidx.core.view.ViewCompat;
import java.util.ArrayList;

/**
 * A list of items of one size that scrolls by touches and reports as androidx's does: its states,
 * the order of its callbacks, its nested scrolls, and a first item that is attached only while it
 * is visible. Tests say how it flings.
 */
public class RecyclerView extends ViewGroup {
    public static final int SCROLL_STATE_IDLE = 0;
    public static final int SCROLL_STATE_DRAGGING = 1;
    public static final int SCROLL_STATE_SETTLING = 2;

    public abstract static class OnScrollListener {
        public void onScrollStateChanged(RecyclerView recyclerView, int newState) {}

        public void onScrolled(RecyclerView recyclerView, int dx, int dy) {}
    }

    public abstract static class LayoutManager {
        public abstract View findViewByPosition(int position);

        public int getDecoratedTop(View child) { return child.getTop(); }

        public int getDecoratedLeft(View child) { return child.getLeft(); }
    }

    /** The distance before a drag. */
    public static final int SLOP = 16;

    /** The number and the size of the items, for tests. */
    public int itemCount = 100;
    public int itemSize = 100;
    /** True if the list scrolls sideways. */
    public boolean isHorizontal;
    /** True if the next lift flings. */
    public boolean flings;
    /** The distance that the content has scrolled. */
    public int offset;

    private final ArrayList<OnScrollListener> listeners = new ArrayList<>();
    private final View first;
    private int state = SCROLL_STATE_IDLE;
    private float last;
    private NestedScrollingParent3 touchParent;
    private NestedScrollingParent3 otherParent;

    public RecyclerView(Context context) {
        super(context);
        first = new View(context);
        first.setLayoutParams(new MarginLayoutParams(0, 0));
    }

    public LayoutManager getLayoutManager() {
        return new LayoutManager() {
            @Override
            public View findViewByPosition(int position) {
                if (position != 0 || offset >= itemSize) return null;
                MarginLayoutParams params = (MarginLayoutParams) first.getLayoutParams();
                int left = getPaddingLeft() + params.leftMargin - (isHorizontal ? offset : 0);
                int top = getPaddingTop() + params.topMargin - (isHorizontal ? 0 : offset);
                first.layout(left, top, left + itemSize, top + itemSize);
                return first;
            }
        };
    }

    public void addOnScrollListener(OnScrollListener listener) { listeners.add(listener); }

    public void removeOnScrollListener(OnScrollListener listener) { listeners.remove(listener); }

    public int getScrollState() { return state; }

    /** An estimate, as androidx's is. */
    public int computeVerticalScrollOffset() { return isHorizontal ? 0 : offset / 10 * 10; }

    public int computeHorizontalScrollOffset() { return isHorizontal ? offset / 10 * 10 : 0; }

    public int computeVerticalScrollRange() {
        return isHorizontal ? getHeight() : itemCount * itemSize;
    }

    public int computeHorizontalScrollRange() {
        return isHorizontal ? itemCount * itemSize : getWidth();
    }

    public void scrollBy(int x, int y) {
        int moved = move(isHorizontal ? x : y);
        if (moved != 0) scrolled(moved);
    }

    public void smoothScrollBy(int dx, int dy) { setState(SCROLL_STATE_SETTLING); }

    /** Scrolls by a frame of a fling or of an animated scroll, for tests. */
    public void step(int distance) {
        int moved = move(distance);
        if (otherParent != null) nested(otherParent, moved, distance - moved,
            ViewCompat.TYPE_NON_TOUCH);
        if (moved != 0) scrolled(moved);
    }

    /** Ends a fling or an animated scroll, for tests. */
    public void finish() {
        setState(SCROLL_STATE_IDLE);
        if (otherParent != null) otherParent.onStopNestedScroll(this, ViewCompat.TYPE_NON_TOUCH);
        otherParent = null;
    }

    /** Forbids scrolling, as `suppressLayout(true)` does. */
    public void suppressLayout() { setState(SCROLL_STATE_IDLE); }

    @Override
    public boolean onTouchEvent(MotionEvent event) {
        float position = isHorizontal ? event.getX() : event.getY();
        switch (event.getActionMasked()) {
            case MotionEvent.ACTION_DOWN:
                last = position;
                if (state == SCROLL_STATE_SETTLING) setState(SCROLL_STATE_DRAGGING);
                touchParent = find(ViewCompat.TYPE_TOUCH);
                return true;
            case MotionEvent.ACTION_MOVE:
                drag(position);
                return true;
            case MotionEvent.ACTION_UP:
                lift();
                break;
            case MotionEvent.ACTION_CANCEL:
                setState(SCROLL_STATE_IDLE);
                break;
            default:
                return true;
        }
        if (touchParent != null) touchParent.onStopNestedScroll(this, ViewCompat.TYPE_TOUCH);
        touchParent = null;
        return true;
    }

    private void drag(float position) {
        int distance = (int) (last - position);
        if (state != SCROLL_STATE_DRAGGING) {
            if (Math.abs(distance) <= SLOP) return;
            distance -= Integer.signum(distance) * SLOP;
            setState(SCROLL_STATE_DRAGGING);
            getParent().requestDisallowInterceptTouchEvent(true);
        }
        int[] consumed = new int[2];
        float before = place();
        if (touchParent != null) {
            touchParent.onNestedPreScroll(this, isHorizontal ? distance : 0,
                isHorizontal ? 0 : distance, consumed, ViewCompat.TYPE_TOUCH);
        }
        distance -= consumed[isHorizontal ? 0 : 1];
        last = position - (place() - before);
        int moved = move(distance);
        before = place();
        if (touchParent != null) nested(touchParent, moved, distance - moved,
            ViewCompat.TYPE_TOUCH);
        last -= place() - before;
        if (moved != 0) scrolled(moved);
    }

    private void lift() {
        boolean mayFling = flings && state == SCROLL_STATE_DRAGGING;
        flings = false;
        if (mayFling && (touchParent == null || !touchParent.onNestedPreFling(this, 0, 1000))) {
            otherParent = find(ViewCompat.TYPE_NON_TOUCH);
            setState(SCROLL_STATE_SETTLING);
        } else {
            setState(SCROLL_STATE_IDLE);
        }
    }

    private NestedScrollingParent3 find(int type) {
        int axes = isHorizontal
            ? ViewCompat.SCROLL_AXIS_HORIZONTAL : ViewCompat.SCROLL_AXIS_VERTICAL;
        View child = this;
        for (ViewParent each = getParent(); each != null; each = each.getParent()) {
            if (each instanceof NestedScrollingParent3) {
                NestedScrollingParent3 found = (NestedScrollingParent3) each;
                if (found.onStartNestedScroll(child, this, axes, type)) {
                    found.onNestedScrollAccepted(child, this, axes, type);
                    return found;
                }
            }
            child = (View) each;
        }
        return null;
    }

    private void nested(NestedScrollingParent3 parent, int moved, int rest, int type) {
        if (isHorizontal) parent.onNestedScroll(this, moved, 0, rest, 0, type, new int[2]);
        else parent.onNestedScroll(this, 0, moved, 0, rest, type, new int[2]);
    }

    /** The position in the window along the axis. */
    private float place() { return isHorizontal ? getTranslationX() : getTranslationY(); }

    private int move(int distance) {
        int end = itemCount * itemSize - (isHorizontal ? getWidth() : getHeight());
        int former = offset;
        offset = Math.max(0, Math.min(end, offset + distance));
        return offset - former;
    }

    private void scrolled(int distance) {
        for (int index = listeners.size() - 1; index >= 0; index--) {
            listeners.get(index).onScrolled(this, isHorizontal ? distance : 0,
                isHorizontal ? 0 : distance);
        }
    }

    private void setState(int newState) {
        if (newState == state) return;
        state = newState;
        for (int index = listeners.size() - 1; index >= 0; index--) {
            listeners.get(index).onScrollStateChanged(this, newState);
        }
    }
}
