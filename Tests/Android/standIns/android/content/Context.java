package android.content;

import android.content.res.Resources;

public class Context {
    private final Resources resources = new Resources();
    private final ContentResolver resolver = new ContentResolver() {};

    public Resources getResources() { return resources; }

    public ContentResolver getContentResolver() { return resolver; }
}
