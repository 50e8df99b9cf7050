package android.graphics;

public final class Rect {
    public int left, top, right, bottom;

    public void set(int left, int top, int right, int bottom) {
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
    }

    public void offset(int dx, int dy) { set(left + dx, top + dy, right + dx, bottom + dy); }
}
