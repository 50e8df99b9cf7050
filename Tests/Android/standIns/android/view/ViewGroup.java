package android.view;

import android.content.Context;
import android.util.AttributeSet;
import java.util.ArrayList;

/** A group that gives a touch to the topmost child below the finger, as Android does. */
public abstract class ViewGroup extends View implements ViewParent {
    public static class LayoutParams {
        public static final int MATCH_PARENT = -1;

        public int width;
        public int height;

        public LayoutParams(int width, int height) {
            this.width = width;
            this.height = height;
        }
    }

    public static class MarginLayoutParams extends LayoutParams {
        public int leftMargin;
        public int topMargin;

        public MarginLayoutParams(int width, int height) { super(width, height); }
    }

    private final ArrayList<View> children = new ArrayList<>();
    private View touched;
    private boolean disallowsIntercept;
    private boolean ordersDrawing;

    public ViewGroup(Context context) { super(context); }

    public ViewGroup(Context context, AttributeSet attrs) { super(context, attrs); }

    public int getChildCount() { return children.size(); }

    public View getChildAt(int index) {
        return index < children.size() ? children.get(index) : null;
    }

    public int indexOfChild(View child) { return children.indexOf(child); }

    public void addView(View child) {
        requestLayout();
        add(child);
    }

    private void add(View child) {
        if (child.parent != null) throw new IllegalStateException("The child has a parent.");
        children.add(child);
        child.parent = this;
    }

    protected boolean addViewInLayout(View child, int index, LayoutParams params,
        boolean preventRequestLayout) {
        add(child);
        child.setLayoutParamsInLayout(params);
        return true;
    }

    public void removeViewInLayout(View view) {
        children.remove(view);
        view.parent = null;
    }

    protected void setChildrenDrawingOrderEnabled(boolean enabled) { ordersDrawing = enabled; }

    protected boolean isChildrenDrawingOrderEnabled() { return ordersDrawing; }

    protected int getChildDrawingOrder(int childCount, int drawingPosition) {
        return drawingPosition;
    }

    /** Returns the children in drawing order, for tests. */
    public ArrayList<View> getDrawn() {
        ArrayList<View> drawn = new ArrayList<>();
        for (int place = 0; place < children.size(); place++) {
            drawn.add(children.get(
                ordersDrawing ? getChildDrawingOrder(children.size(), place) : place));
        }
        return drawn;
    }

    public void requestDisallowInterceptTouchEvent(boolean disallowIntercept) {
        disallowsIntercept = disallowIntercept;
        if (parent != null) parent.requestDisallowInterceptTouchEvent(disallowIntercept);
    }

    public boolean onInterceptTouchEvent(MotionEvent event) { return false; }

    @Override
    public boolean dispatchTouchEvent(MotionEvent event) {
        int action = event.getActionMasked();
        if (action == MotionEvent.ACTION_DOWN) {
            touched = null;
            disallowsIntercept = false;
        }
        boolean intercepts = (action == MotionEvent.ACTION_DOWN || touched != null)
            && !disallowsIntercept && onInterceptTouchEvent(event);
        if (intercepts && touched != null) {
            MotionEvent cancel = MotionEvent.obtain(event);
            cancel.setAction(MotionEvent.ACTION_CANCEL);
            give(touched, cancel);
            touched = null;
            return true;
        }
        if (action == MotionEvent.ACTION_DOWN && !intercepts) {
            for (int index = children.size() - 1; index >= 0; index--) {
                View child = children.get(index);
                if (!isBelow(child, event.getX(), event.getY()) || !give(child, event)) continue;
                touched = child;
                return true;
            }
        }
        boolean handled = touched == null ? super.dispatchTouchEvent(event) : give(touched, event);
        if (action == MotionEvent.ACTION_UP || action == MotionEvent.ACTION_CANCEL) touched = null;
        return handled;
    }

    private static boolean isBelow(View child, float x, float y) {
        float left = child.getLeft() + child.getTranslationX();
        float top = child.getTop() + child.getTranslationY();
        return child.getVisibility() == VISIBLE && x >= left && x < left + child.getWidth()
            && y >= top && y < top + child.getHeight();
    }

    private static boolean give(View child, MotionEvent event) {
        MotionEvent moved = MotionEvent.obtain(event);
        moved.offsetLocation(-child.getLeft() - child.getTranslationX(),
            -child.getTop() - child.getTranslationY());
        return child.dispatchTouchEvent(moved);
    }
}
