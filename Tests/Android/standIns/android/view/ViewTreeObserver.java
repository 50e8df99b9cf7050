package android.view;

import java.util.ArrayList;

/** The observer of one view's tree; Android's is shared by a window's views. */
public final class ViewTreeObserver {
    public interface OnScrollChangedListener {
        void onScrollChanged();
    }

    private final ArrayList<OnScrollChangedListener> listeners = new ArrayList<>();

    public boolean isAlive() { return true; }

    public void addOnScrollChangedListener(OnScrollChangedListener listener) {
        listeners.add(listener);
    }

    public void removeOnScrollChangedListener(OnScrollChangedListener victim) {
        listeners.remove(victim);
    }

    void dispatchOnScrollChanged() {
        for (OnScrollChangedListener each : new ArrayList<>(listeners)) each.onScrollChanged();
    }
}
