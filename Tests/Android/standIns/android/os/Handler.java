package android.os;

import java.util.ArrayDeque;

/** A handler of the main thread, whose calls a test makes. */
public class Handler {
    /** The calls that were posted, for tests. */
    public static final ArrayDeque<Runnable> posted = new ArrayDeque<>();

    public Handler(Looper looper) {}

    public final boolean post(Runnable r) { return posted.add(r); }
}
