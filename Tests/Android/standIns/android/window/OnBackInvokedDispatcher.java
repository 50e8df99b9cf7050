package android.window;

import java.util.ArrayList;

/** A window's dispatcher; Android's is an interface. */
public interface OnBackInvokedDispatcher {
    int PRIORITY_DEFAULT = 0;

    void registerOnBackInvokedCallback(int priority, OnBackInvokedCallback callback);

    void unregisterOnBackInvokedCallback(OnBackInvokedCallback callback);

    /** A dispatcher that keeps its callbacks, for tests. */
    final class Window implements OnBackInvokedDispatcher {
        public final ArrayList<OnBackInvokedCallback> callbacks = new ArrayList<>();

        @Override
        public void registerOnBackInvokedCallback(int priority, OnBackInvokedCallback callback) {
            callbacks.add(callback);
        }

        @Override
        public void unregisterOnBackInvokedCallback(OnBackInvokedCallback callback) {
            callbacks.remove(callback);
        }
    }
}
