package android.view;

import java.util.ArrayList;

/** A touch event, made by tests. */
public final class MotionEvent {
    public static final int ACTION_DOWN = 0;
    public static final int ACTION_UP = 1;
    public static final int ACTION_MOVE = 2;
    public static final int ACTION_CANCEL = 3;
    public static final int ACTION_POINTER_DOWN = 5;
    public static final int ACTION_POINTER_UP = 6;

    /** A finger's position. */
    public static final class Pointer {
        private final int id;
        private final float x, y;

        public Pointer(int id, float x, float y) {
            this.id = id;
            this.x = x;
            this.y = y;
        }
    }

    private static final class Sample {
        private final long time;
        private final Pointer[] pointers;

        private Sample(long time, Pointer[] pointers) {
            this.time = time;
            this.pointers = pointers;
        }
    }

    private int action;
    private final int index;
    private final ArrayList<Sample> history = new ArrayList<>();
    private Sample current;
    private float dx, dy;

    private MotionEvent(int action, int index, Sample current) {
        this.action = action;
        this.index = index;
        this.current = current;
    }

    /** Creates an event of the finger at an index. */
    public static MotionEvent of(int action, int index, long time, Pointer... pointers) {
        return new MotionEvent(action, index, new Sample(time, pointers));
    }

    public static MotionEvent obtain(MotionEvent other) {
        MotionEvent copy = new MotionEvent(other.action, other.index, other.current);
        copy.history.addAll(other.history);
        copy.dx = other.dx;
        copy.dy = other.dy;
        return copy;
    }

    /** Adds a newer position; the current ones become historical. */
    public MotionEvent batch(long time, Pointer... pointers) {
        history.add(current);
        current = new Sample(time, pointers);
        return this;
    }

    public void recycle() {}

    public void setAction(int action) { this.action = action; }

    public void offsetLocation(float deltaX, float deltaY) {
        dx += deltaX;
        dy += deltaY;
    }

    public int getActionMasked() { return action; }

    public int getActionIndex() { return index; }

    public int getPointerCount() { return current.pointers.length; }

    public int getPointerId(int index) { return current.pointers[index].id; }

    public int findPointerIndex(int id) {
        for (int index = 0; index < getPointerCount(); index++) {
            if (getPointerId(index) == id) return index;
        }
        return -1;
    }

    public float getX() { return getX(0); }

    public float getY() { return getY(0); }

    public float getX(int index) { return current.pointers[index].x + dx; }

    public float getY(int index) { return current.pointers[index].y + dy; }

    public long getEventTime() { return current.time; }

    public int getHistorySize() { return history.size(); }

    public float getHistoricalX(int index, int pos) {
        return history.get(pos).pointers[index].x + dx;
    }

    public float getHistoricalY(int index, int pos) {
        return history.get(pos).pointers[index].y + dy;
    }

    public long getHistoricalEventTime(int pos) { return history.get(pos).time; }
}
