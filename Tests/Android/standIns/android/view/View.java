package android.view;

import android.content.Context;
import android.content.res.Configuration;
import android.graphics.Canvas;
import android.graphics.Outline;
import android.graphics.Rect;
import android.util.AttributeSet;
import android.window.OnBackInvokedDispatcher;
import java.util.ArrayList;

/** Android's view, without drawing: it records the calls of its setters. */
public class View {
    public interface OnLayoutChangeListener {
        void onLayoutChange(View v, int left, int top, int right, int bottom, int oldLeft,
            int oldTop, int oldRight, int oldBottom);
    }

    public interface OnAttachStateChangeListener {
        void onViewAttachedToWindow(View v);

        void onViewDetachedFromWindow(View v);
    }

    public static class MeasureSpec {
        public static final int EXACTLY = 1 << 30;

        public static int makeMeasureSpec(int size, int mode) { return size | mode; }
    }

    public static final int VISIBLE = 0;
    public static final int INVISIBLE = 4;
    public static final int GONE = 8;
    public static final int LAYOUT_DIRECTION_RTL = 1;

    /** The setters that were called, with their values, for tests. */
    public final ArrayList<String> calls = new ArrayList<>();
    /** The number of calls of requestLayout, for tests. */
    public int layoutRequests;
    /** The dispatcher of the view's window, for tests. */
    public final OnBackInvokedDispatcher.Window window = new OnBackInvokedDispatcher.Window();
    /** The calls that were posted, for tests. */
    public final ArrayList<Runnable> posted = new ArrayList<>();
    /** The direction, which a test may change. */
    public int direction;
    /** The insets of the window, which a test may change. */
    public WindowInsets windowInsets;

    private final Context context;
    private final ArrayList<OnLayoutChangeListener> layoutListeners = new ArrayList<>();
    private final ArrayList<OnAttachStateChangeListener> attachListeners = new ArrayList<>();
    private ViewGroup.LayoutParams params;
    private boolean isAttached = true;
    private int visibility = VISIBLE;
    private int left, top, right, bottom;
    private int scrollX, scrollY;
    private float alpha = 1;
    private float translationX = 0;
    private float translationY = 0;
    private float scaleX = 1;
    private float scaleY = 1;
    private float rotation = 0;
    private float rotationX = 0;
    private float rotationY = 0;
    private float pivotX = 0;
    private float pivotY = 0;
    private float cameraDistance = 1280;
    private float translationZ;
    private ViewOutlineProvider outlineProvider = ViewOutlineProvider.BACKGROUND;
    private boolean clipToOutline;
    private int paddingLeft, paddingTop, paddingRight, paddingBottom;
    private final ViewTreeObserver observer = new ViewTreeObserver();
    /** The view's parent. */
    ViewParent parent;

    public View(Context context) { this.context = context; }

    public View(Context context, AttributeSet attrs) { this(context); }

    public final ViewParent getParent() { return parent; }

    public ViewTreeObserver getViewTreeObserver() { return observer; }

    public boolean dispatchTouchEvent(MotionEvent event) { return onTouchEvent(event); }

    public boolean onTouchEvent(MotionEvent event) { return false; }

    public boolean post(Runnable action) {
        posted.add(action);
        return true;
    }

    public boolean isShown() {
        if (visibility != VISIBLE) return false;
        return !(parent instanceof View) || ((View) parent).isShown();
    }

    public void getLocationInWindow(int[] outLocation) {
        Rect rect = new Rect();
        getGlobalVisibleRect(rect);
        outLocation[0] = rect.left;
        outLocation[1] = rect.top;
    }

    /** The rectangle in the window, without clipping. */
    public final boolean getGlobalVisibleRect(Rect r) {
        r.set(0, 0, getWidth(), getHeight());
        for (View each = this; each != null; ) {
            r.offset(Math.round(each.left + each.translationX),
                Math.round(each.top + each.translationY));
            each = each.parent instanceof View ? (View) each.parent : null;
        }
        return getWidth() > 0 && getHeight() > 0;
    }

    public WindowInsets onApplyWindowInsets(WindowInsets insets) { return insets; }

    /** Gives the view new insets, for tests. */
    public void applyWindowInsets(WindowInsets insets) {
        onApplyWindowInsets(insets);
        windowInsets = insets;
    }

    protected void onConfigurationChanged(Configuration newConfig) {}

    /** Gives the view its changed configuration, for tests. */
    public void dispatchConfigurationChanged(Configuration newConfig) {
        onConfigurationChanged(newConfig);
    }

    public void setPadding(int left, int top, int right, int bottom) {
        paddingLeft = left;
        paddingTop = top;
        paddingRight = right;
        paddingBottom = bottom;
    }

    public int getPaddingLeft() { return paddingLeft; }

    public int getPaddingTop() { return paddingTop; }

    public int getPaddingRight() { return paddingRight; }

    public int getPaddingBottom() { return paddingBottom; }

    protected void onAttachedToWindow() {}

    protected void onDetachedFromWindow() {}

    protected void onLayout(boolean changed, int left, int top, int right, int bottom) {}

    public final Context getContext() { return context; }

    public android.content.res.Resources getResources() { return context.getResources(); }

    public final int getLeft() { return left; }

    public final int getTop() { return top; }

    public final int getWidth() { return right - left; }

    public final int getHeight() { return bottom - top; }

    public int getLayoutDirection() { return direction; }

    public WindowInsets getRootWindowInsets() { return windowInsets; }

    public final OnBackInvokedDispatcher findOnBackInvokedDispatcher() {
        return isAttached ? window : null;
    }

    public boolean isAttachedToWindow() { return isAttached; }

    /** Attaches or detaches the view, for tests. */
    public void attach(boolean attached) {
        isAttached = attached;
        if (attached) onAttachedToWindow();
        else onDetachedFromWindow();
        for (OnAttachStateChangeListener each : attachListeners) {
            if (attached) each.onViewAttachedToWindow(this);
            else each.onViewDetachedFromWindow(this);
        }
    }

    public void addOnAttachStateChangeListener(OnAttachStateChangeListener listener) {
        attachListeners.add(listener);
    }

    public void addOnLayoutChangeListener(OnLayoutChangeListener listener) {
        layoutListeners.add(listener);
    }

    public ViewGroup.LayoutParams getLayoutParams() { return params; }

    public void setLayoutParams(ViewGroup.LayoutParams params) {
        this.params = params;
        requestLayout();
    }

    void setLayoutParamsInLayout(ViewGroup.LayoutParams params) { this.params = params; }

    public void requestLayout() { layoutRequests++; }

    public final void measure(int widthMeasureSpec, int heightMeasureSpec) {}

    public void layout(int l, int t, int r, int b) {
        int[] old = {left, top, right, bottom};
        left = l;
        top = t;
        right = r;
        bottom = b;
        calls.add("layout " + l + " " + t + " " + r + " " + b);
        onLayout(true, l, t, r, b);
        for (OnLayoutChangeListener each : layoutListeners) {
            each.onLayoutChange(this, l, t, r, b, old[0], old[1], old[2], old[3]);
        }
    }

    public int getVisibility() { return visibility; }

    public void setVisibility(int visibility) {
        if ((visibility == GONE) != (this.visibility == GONE)) requestLayout();
        this.visibility = visibility;
        calls.add("visibility " + visibility);
    }

    public final int getScrollX() { return scrollX; }

    public final int getScrollY() { return scrollY; }

    public void scrollTo(int x, int y) {
        boolean moves = x != scrollX || y != scrollY;
        scrollX = x;
        scrollY = y;
        if (moves) observer.dispatchOnScrollChanged();
        calls.add("scrollTo " + x + " " + y);
    }

    public float getAlpha() { return alpha; }

    public void setAlpha(float alpha) {
        this.alpha = alpha;
        calls.add("alpha " + alpha);
    }

    public float getTranslationX() { return translationX; }

    public void setTranslationX(float translationX) {
        this.translationX = translationX;
        calls.add("translationX " + translationX);
    }

    public float getTranslationY() { return translationY; }

    public void setTranslationY(float translationY) {
        this.translationY = translationY;
        calls.add("translationY " + translationY);
    }

    public float getScaleX() { return scaleX; }

    public void setScaleX(float scaleX) {
        this.scaleX = scaleX;
        calls.add("scaleX " + scaleX);
    }

    public float getScaleY() { return scaleY; }

    public void setScaleY(float scaleY) {
        this.scaleY = scaleY;
        calls.add("scaleY " + scaleY);
    }

    public float getRotation() { return rotation; }

    public void setRotation(float rotation) {
        this.rotation = rotation;
        calls.add("rotation " + rotation);
    }

    public float getRotationX() { return rotationX; }

    public void setRotationX(float rotationX) {
        this.rotationX = rotationX;
        calls.add("rotationX " + rotationX);
    }

    public float getRotationY() { return rotationY; }

    public void setRotationY(float rotationY) {
        this.rotationY = rotationY;
        calls.add("rotationY " + rotationY);
    }

    public float getPivotX() { return pivotX; }

    public void setPivotX(float pivotX) {
        this.pivotX = pivotX;
        calls.add("pivotX " + pivotX);
    }

    public float getPivotY() { return pivotY; }

    public void setPivotY(float pivotY) {
        this.pivotY = pivotY;
        calls.add("pivotY " + pivotY);
    }

    public float getCameraDistance() { return cameraDistance; }

    public void setCameraDistance(float cameraDistance) {
        this.cameraDistance = cameraDistance;
        calls.add("cameraDistance " + cameraDistance);
    }

    public float getTranslationZ() { return translationZ; }

    public void setTranslationZ(float translationZ) {
        this.translationZ = translationZ;
        calls.add("translationZ " + translationZ);
    }

    public ViewOutlineProvider getOutlineProvider() { return outlineProvider; }

    public void setOutlineProvider(ViewOutlineProvider provider) {
        outlineProvider = provider;
        invalidateOutline();
    }

    public final boolean getClipToOutline() { return clipToOutline; }

    public void setClipToOutline(boolean clipToOutline) {
        this.clipToOutline = clipToOutline;
        calls.add("clipToOutline " + clipToOutline);
    }

    /** Notes the outline. */
    public void invalidateOutline() {
        Outline outline = new Outline();
        outlineProvider.getOutline(this, outline);
        calls.add("outline " + outline.shape);
    }

    public void setOutlineSpotShadowColor(int color) { calls.add("shadow " + (color >>> 24)); }

    public int getOutlineSpotShadowColor() { return 0xff000000; }

    public void setOutlineAmbientShadowColor(int color) {}

    public int getOutlineAmbientShadowColor() { return 0xff000000; }

    public void invalidate() {}

    public void draw(Canvas canvas) {
        calls.add("draw " + canvas.calls);
        onDraw(canvas);
    }

    protected void onDraw(Canvas canvas) {}
}
