package android.os;

public class Build {
    public static class VERSION {
        /** A test may change it. */
        public static int SDK_INT = 34;
    }
}
