package android.util;

public class DisplayMetrics {
    public float density = 1;
    public int densityDpi = 160;
}
