package android.view;

import java.util.ArrayList;

public final class Choreographer {
    public interface FrameCallback {
        void doFrame(long frameTimeNanos);
    }

    private static final Choreographer instance = new Choreographer();

    /** The callbacks of the next frame, for tests. */
    public final ArrayList<FrameCallback> callbacks = new ArrayList<>();

    public static Choreographer getInstance() { return instance; }

    public void postFrameCallback(FrameCallback callback) { callbacks.add(callback); }

    public void removeFrameCallback(FrameCallback callback) {
        while (callbacks.remove(callback)) {}
    }

    /** Runs a frame, for tests. */
    public void run(long frameTimeNanos) {
        ArrayList<FrameCallback> due = new ArrayList<>(callbacks);
        callbacks.clear();
        for (FrameCallback each : due) each.doFrame(frameTimeNanos);
    }
}
