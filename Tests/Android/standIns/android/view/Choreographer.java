package android.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;

public final class Choreographer {
    public interface FrameCallback {
        void doFrame(long frameTimeNanos);
    }

    private static final Choreographer instance = new Choreographer();

    /** The callbacks of the next frame, for tests. */
    public final ArrayList<FrameCallback> callbacks = new ArrayList<>();

    public static Choreographer getInstance() { return instance; }

    public void postFrameCallback(FrameCallback callback) { callbacks.add(callback); }

    /** The delays of callbacks that are to come later, ms, for tests. */
    public final LinkedHashMap<FrameCallback, Long> delays = new LinkedHashMap<>();

    public void postFrameCallbackDelayed(FrameCallback callback, long delayMillis) {
        delays.put(callback, delayMillis);
    }

    public void removeFrameCallback(FrameCallback callback) {
        while (callbacks.remove(callback)) {}
        delays.remove(callback);
    }

    /** Lets all delays pass, for tests. */
    public void pass() {
        callbacks.addAll(delays.keySet());
        delays.clear();
    }

    /** Runs a frame, for tests. */
    public void run(long frameTimeNanos) {
        ArrayList<FrameCallback> due = new ArrayList<>(callbacks);
        callbacks.clear();
        for (FrameCallback each : due) each.doFrame(frameTimeNanos);
    }
}
