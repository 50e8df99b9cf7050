package android.view.accessibility;

import java.util.ArrayList;

public class AccessibilityNodeInfo {
    public static final int ACTION_CLICK = 16;
    public static final int ACTION_LONG_CLICK = 32;

    public static final class AccessibilityAction {
        public static final AccessibilityAction ACTION_CLICK =
            new AccessibilityAction(AccessibilityNodeInfo.ACTION_CLICK, null);
        public static final AccessibilityAction ACTION_LONG_CLICK =
            new AccessibilityAction(AccessibilityNodeInfo.ACTION_LONG_CLICK, null);

        private final int id;
        private final CharSequence label;

        public AccessibilityAction(int actionId, CharSequence label) {
            this.id = actionId;
            this.label = label;
        }

        public int getId() { return id; }

        public CharSequence getLabel() { return label; }
    }

    public static final class CollectionInfo {
        public static final int SELECTION_MODE_SINGLE = 1;

        /** The number of items, for tests. */
        public final int columns;

        private CollectionInfo(int columns) { this.columns = columns; }

        public static CollectionInfo obtain(int rowCount, int columnCount, boolean hierarchical,
            int selectionMode) {
            return new CollectionInfo(columnCount);
        }
    }

    public static final class CollectionItemInfo {
        /** The place among the items, for tests. */
        public final int column;

        private CollectionItemInfo(int column) { this.column = column; }

        public static CollectionItemInfo obtain(int rowIndex, int rowSpan, int columnIndex,
            int columnSpan, boolean heading, boolean selected) {
            return new CollectionItemInfo(columnIndex);
        }
    }

    private final ArrayList<AccessibilityAction> actions = new ArrayList<>();
    private CharSequence className = "android.view.View";
    private boolean isSelected, isClickable, isLongClickable;
    private boolean isEnabled = true;
    private CollectionInfo collection;
    private CollectionItemInfo item;

    public ArrayList<AccessibilityAction> getActionList() { return actions; }

    public void addAction(AccessibilityAction action) { actions.add(action); }

    public CharSequence getClassName() { return className; }

    public void setClassName(CharSequence className) { this.className = className; }

    public boolean isSelected() { return isSelected; }

    public void setSelected(boolean selected) { isSelected = selected; }

    public boolean isEnabled() { return isEnabled; }

    public void setEnabled(boolean enabled) { isEnabled = enabled; }

    public boolean isClickable() { return isClickable; }

    public void setClickable(boolean clickable) { isClickable = clickable; }

    public boolean isLongClickable() { return isLongClickable; }

    public void setLongClickable(boolean longClickable) { isLongClickable = longClickable; }

    public CollectionInfo getCollectionInfo() { return collection; }

    public void setCollectionInfo(CollectionInfo collectionInfo) { collection = collectionInfo; }

    public CollectionItemInfo getCollectionItemInfo() { return item; }

    public void setCollectionItemInfo(CollectionItemInfo collectionItemInfo) {
        item = collectionItemInfo;
    }
}
