package androidx.viewpager2.widget;

import android.content.Context;
import android.view.ViewGroup;
import java.util.ArrayList;

/** A pager that calls its listeners in androidx's order; tests say where a drag goes. */
public final class ViewPager2 extends ViewGroup {
    public static final int SCROLL_STATE_IDLE = 0;
    public static final int SCROLL_STATE_DRAGGING = 1;
    public static final int SCROLL_STATE_SETTLING = 2;

    public abstract static class OnPageChangeCallback {
        public void onPageScrolled(int position, float positionOffset, int positionOffsetPixels) {}

        public void onPageSelected(int position) {}

        public void onPageScrollStateChanged(int state) {}
    }

    private final ArrayList<OnPageChangeCallback> callbacks = new ArrayList<>();
    private int currentItem;

    public ViewPager2(Context context) { super(context); }

    public int getCurrentItem() { return currentItem; }

    public void setCurrentItem(int item, boolean smoothScroll) {
        if (item == currentItem) return;
        currentItem = item;
        state(SCROLL_STATE_SETTLING);
        selected(item);
        // The destination of an earlier motion counts no more.
        if (!smoothScroll) settle();
    }

    public void registerOnPageChangeCallback(OnPageChangeCallback callback) {
        callbacks.add(callback);
    }

    public void unregisterOnPageChangeCallback(OnPageChangeCallback callback) {
        callbacks.remove(callback);
    }

    /** Drags to a position in pages, for tests. */
    public void drag(double position) { scrolled(position); }

    /** Begins a drag, for tests. */
    public void grab() { state(SCROLL_STATE_DRAGGING); }

    /** Lifts the finger; the pager goes to a page, for tests. */
    public void lift(int page, double position) {
        state(SCROLL_STATE_SETTLING);
        if (page != currentItem) {
            currentItem = page;
            selected(page);
        }
        scrolled(position);
    }

    /** Ends the motion, for tests. */
    public void settle() {
        scrolled(currentItem);
        state(SCROLL_STATE_IDLE);
    }

    private void state(int state) {
        for (OnPageChangeCallback each : callbacks) each.onPageScrollStateChanged(state);
    }

    private void selected(int page) {
        for (OnPageChangeCallback each : callbacks) each.onPageSelected(page);
    }

    private void scrolled(double position) {
        int page = (int) Math.floor(position);
        float offset = (float) (position - page);
        for (OnPageChangeCallback each : callbacks) {
            each.onPageScrolled(page, offset, Math.round(offset * getWidth()));
        }
    }
}
