package android.content.res;

import android.os.LocaleList;
import java.util.Locale;

public final class Configuration {
    public static final int UI_MODE_NIGHT_MASK = 0x30;
    public static final int UI_MODE_NIGHT_YES = 0x20;

    public float fontScale = 1;
    public int uiMode;
    public Locale locale = Locale.ENGLISH;

    public LocaleList getLocales() { return new LocaleList(locale); }
}
