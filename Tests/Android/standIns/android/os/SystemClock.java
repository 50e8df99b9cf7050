package android.os;

public final class SystemClock {
    public static long elapsedRealtimeNanos() {
        return System.nanoTime();
    }
}
