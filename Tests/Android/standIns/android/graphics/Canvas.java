package android.graphics;

import java.util.ArrayList;

/** A canvas that records its calls, for tests. */
public class Canvas {
    public final ArrayList<String> calls = new ArrayList<>();

    public Canvas() {}

    public Canvas(Bitmap bitmap) {}

    public void translate(float dx, float dy) { calls.add("translate " + dx + " " + dy); }

    public void drawBitmap(Bitmap bitmap, Rect src, Rect dst, Paint paint) {
        calls.add("bitmap " + bitmap.getWidth() + " " + bitmap.getHeight() + " in " + dst.right
            + " " + dst.bottom);
    }
}
