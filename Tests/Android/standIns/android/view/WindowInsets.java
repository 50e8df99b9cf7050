package android.view;

public final class WindowInsets {
    private final int left, top, right, bottom;

    public WindowInsets(int left, int top, int right, int bottom) {
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
    }

    public int getSystemWindowInsetLeft() { return left; }

    public int getSystemWindowInsetTop() { return top; }

    public int getSystemWindowInsetRight() { return right; }

    public int getSystemWindowInsetBottom() { return bottom; }
}
