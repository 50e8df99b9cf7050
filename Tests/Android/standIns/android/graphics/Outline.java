package android.graphics;

/** An outline that keeps its last shape, for tests. */
public final class Outline {
    public String shape = "";

    public void setRect(int left, int top, int right, int bottom) {
        shape = "rect " + left + " " + top + " " + right + " " + bottom;
    }

    public void setOval(int left, int top, int right, int bottom) {
        shape = "oval " + left + " " + top + " " + right + " " + bottom;
    }
}
