// Written by scripts/web/generate.py from Protos/interaction/v1: change those instead.
import type { MessageType } from "./fields";

/** A span of time. */
export interface Duration {
  /** Whole seconds. */
  seconds?: number;
  /** Billionths of a second besides. */
  nanos?: number;
}

/** Distances from the edges of the viewport. */
export interface Insets {
  /** Distance from the top, pt; 0 to 100000 in an environment, any number in a layout. */
  top?: number;
  /** Distance from the left, pt; as top. */
  left?: number;
  /** Distance from the bottom, pt; as top. */
  bottom?: number;
  /** Distance from the right, pt; as top. */
  right?: number;
}

/** A rectangle; its origin is the top left corner. */
export interface Rect {
  /** Left edge, pt (px where a field says so). */
  x?: number;
  /** Top edge, pt (px where a field says so). */
  y?: number;
  /** Width, pt (px where a field says so). */
  width?: number;
  /** Height, pt (px where a field says so). */
  height?: number;
}

/** Says by being there all that there is to say. */
export interface Nothing {
}

/** One page above the root. */
export interface Page {
  /** The page, as the client knows it; at most 48 bytes. */
  route?: string;
  /**
   * How it came, and so how it goes; window if unspecified. The server takes a style that it does
   * not know for fade.
   */
  style?: NavigationStyle;
  /** Whether it stands in front of everything instead of on the stack. */
  presented?: boolean;
  /**
   * Where the key view stood when the page came, pt; within −100000 to 100000. Absent where there
   * was none.
   */
  keyFrame?: Rect;
  /**
   * How far it stands to the right of the screen's place once it has come, pt. The server says so;
   * ignored in events. Default: 0.
   */
  dx?: number;
  /**
   * How far it stands below the screen's place once it has come, pt: more than 0 for a sheet,
   * which leaves a part of what lies under it visible (rule N4). Ignored in events. Default: 0.
   */
  dy?: number;
  /**
   * Opacity of the mask over what lies under it once it has come, 0 to 1 (rule N4). Ignored in
   * events. Default: 0.
   */
  mask?: number;
}

/** What a badge says (rules B1, B3). */
export interface BadgeContent {
  /**
   * One of `content`. A caller's text, at most 64 bytes: nothing is a dot, digits are a count,
   * `N+` is one more than N with N as its limit, everything else is a text that does not count.
   */
  text?: string;
  /** One of `content`. A count. */
  count?: BadgeCount;
  /** One of `content`. A dot. */
  dot?: Nothing;
  /** One of `content`. The mark of something new. */
  newMark?: Nothing;
}

/** A count on a badge. */
export interface BadgeCount {
  /** The count, held at 0 to 999999999; 0 does not show. */
  count?: number;
  /** The count beyond which it shows `max+`, 1 to 999999999. Default: the badge's maximum, 99. */
  max?: number;
}

/** How far a badge stands from its usual place. */
export interface BadgeMove {
  /** To the right, pt; −1000 to 1000. */
  dx?: number;
  /** Down, pt; −1000 to 1000. */
  dy?: number;
}

/** What the client's surface is like. */
export interface Environment {
  /** Viewport width, pt; 1 to 100000. */
  width?: number;
  /** Viewport height, pt; 1 to 100000. */
  height?: number;
  /** Safe-area insets; none if absent. */
  insets?: Insets;
  /** Pixels per point; more than 0, at most 10. 0 (unset) means 1. */
  scale?: number;
  /** Layout direction; left to right if unspecified. */
  direction?: LayoutDirection;
  /** Whether the user asked for less motion: every duration is then 0. */
  reducedMotion?: boolean;
  /** BCP 47 tag that chooses texts, at most 35 bytes; empty for the experience's default. */
  locale?: string;
  /**
   * Size of text as the user set it, as a multiple of the platform's default; more than 0, at most
   * 10. 0 (unset) means 1.
   */
  textScale?: number;
}

/** What a client still knows when its session starts anew; origin `restore` of rule T6. */
export interface Current {
  /** The selected tab, from 0; absent keeps the experience's first. */
  selectedTab?: number;
  /** Where the lists stand; at most 16, one per source. */
  offsets?: SourceOffset[];
  /** Whether the second floor is open. */
  floorOpen?: boolean;
  /** Whether the user is signed in (rule T7). */
  signedIn?: boolean;
  /** The pages above the root, the lowest first; at most 16 (rule N2). */
  pages?: Page[];
  /** Badges that do not show what the experience says; at most one for each tab. */
  badges?: CurrentBadge[];
  /** Whether swipes switch tabs; absent where the app has not said so, and the experience does. */
  swiping?: boolean;
}

/** What a badge shows. */
export interface CurrentBadge {
  /** The tab, from 0; one that has a badge. Must be set. */
  tab?: number;
  /** What it says. A badge with content that the server does not know is left out. */
  content?: BadgeContent;
  /** Whether it is hidden by command. */
  hidden?: boolean;
  /** How far it stands from its usual place; absent where the experience says. */
  move?: BadgeMove;
  /** How high it is, pt; 1 to 100. Absent where the experience says. */
  height?: number;
  /** The animation that it plays for ever, or none. Unspecified where the experience says. */
  loop?: BadgeAnimation;
}

/** Where one list stands. */
export interface SourceOffset {
  /** The scroll view, one of the experience's sources. */
  source?: string;
  /** Its vertical offset, pt; −10^7 to 10^7. Must be set. */
  y?: number;
}

/**
 * One thing that happened on the client. What a server does not know of it, because the client is
 * newer, ends nothing: an unknown kind or value is acknowledged and answered with a notice, an
 * unknown field is ignored.
 */
export interface Event {
  /**
   * When it happened, µs on a monotonic clock of the client's, from any origin; at most 2^53. Up
   * to 10 s before session time is applied at session time; earlier, or more than 24 h later, is
   * refused (rule S6).
   */
  timeUs?: number;
  /** One of `kind`. A scroll view moved or changed phase. */
  scroll?: ScrollEvent;
  /** One of `kind`. Several samples of one scroll view; counts as one event for each sample. */
  scrollSamples?: ScrollSamples;
  /** One of `kind`. A finger did something on a named target. */
  pointer?: PointerEvent;
  /** One of `kind`. A finished tap. */
  tap?: TapEvent;
  /** One of `kind`. A tab is to be selected without a tap (rule T6). */
  selectTab?: SelectTabEvent;
  /** One of `kind`. A toggle is ordered to one of its looks (rule R10). */
  orderToggle?: OrderToggleEvent;
  /** One of `kind`. Time has passed: drains the deadlines up to `time_us` (rule S5). */
  tick?: TickEvent;
  /** One of `kind`. A directive's animation is over on the client. */
  animationEnded?: AnimationEndedEvent;
  /** One of `kind`. A picture has arrived, or cannot be had. */
  asset?: AssetEvent;
  /** One of `kind`. The second floor is asked for something (rule F9). */
  floor?: FloorEvent;
  /** One of `kind`. The surface changed; answered with a snapshot (rule D5). */
  environment?: Environment;
  /** One of `kind`. The app left the screen or came back. */
  lifecycle?: LifecycleEvent;
  /**
   * One of `kind`. The client names the drags whose finger is still down (rule S3). Heartbeats
   * carry the same; as an event it is what a recording keeps of them.
   */
  heldDrags?: HeldDragsEvent;
  /** One of `kind`. The user signed in or out, or did not manage to (rule T7). */
  account?: AccountEvent;
  /** One of `kind`. The open menu was used or put away (rule T9). */
  menu?: MenuEvent;
  /** One of `kind`. A tab's badge is to change (rule B2). */
  badge?: BadgeEvent;
  /** One of `kind`. A page is to be pushed, popped, presented or dismissed (rules N1 to N4). */
  navigate?: NavigateEvent;
  /**
   * One of `kind`. A client with gesture recognisers of its own reports a drag of whole pages
   * (rules X7, N5).
   */
  pageDrag?: PageDragEvent;
  /** One of `kind`. Swiping between tabs is turned on or off (rule X7). */
  swiping?: SwipingEvent;
  /** One of `kind`. The data that a refresh asked for are there (rule F13). */
  refreshDone?: RefreshDoneEvent;
  /** One of `kind`. The client waited for a verdict for too long and let go (rule D7). */
  holdExpired?: HoldExpiredEvent;
  /** One of `kind`. A list's content has another size (rule C1). */
  contentSize?: ContentSizeEvent;
  /** One of `kind`. An animated picture has come to the end of a loop (rule F15). */
  assetLooped?: AssetLoopedEvent;
  /** One of `kind`. The client answers whether a tab that was tapped may be selected (rule T5). */
  selectionVerdict?: SelectionVerdictEvent;
  /**
   * The backend's name for it, if a backend ordered it; at most 64 bytes. Only recordings, and
   * clients that replay them, set it.
   */
  commandId?: string;
}

/** One report of a scroll view (rule S3). */
export interface ScrollEvent {
  /** The scroll view, one of the experience's sources. */
  source?: string;
  /**
   * The drag, counted by the client from 1 and growing per source; 0 for programmatic moves. A
   * `began` whose number has not grown is dropped, and so is any report of an older drag.
   */
  drag?: number;
  /** Which part of the movement this is; must be specified. */
  phase?: ScrollPhase;
  /** Horizontal offset, pt; −10^7 to 10^7. 0 if absent: most lists have none. */
  x?: number;
  /**
   * Vertical offset without the top inset, pt; −10^7 to 10^7, negative while pulled down. Must be
   * set, also to 0.
   */
  y?: number;
  /**
   * Vertical velocity at `ended`, pt/s, positive when the offset grows; −10^7 to 10^7. If absent
   * the server estimates it (rule S7); a client that skips samples always sends it.
   */
  velocity?: number;
}

/**
 * Samples of one scroll view in one phase of one drag, packed. `delta_us` and `y` have the same
 * length, at least 1; `x` has that length, too, or is empty. The run uses that many sequence
 * numbers, and each sample counts as the scroll event that it stands for: a notice about one has
 * its number and fields such as `scroll.y`.
 */
export interface ScrollSamples {
  /** The scroll view, one of the experience's sources. */
  source?: string;
  /** The drag; 0 for programmatic moves. */
  drag?: number;
  /** The phase of all samples: moved, decelerating or programmatic moved. */
  phase?: ScrollPhase;
  /** Time of each sample after the one before, µs; the first after the event's `time_us`. */
  deltaUs?: number[];
  /** Vertical offsets, pt; −10^7 to 10^7. */
  y?: number[];
  /** Horizontal offsets, pt; −10^7 to 10^7. Either as many as `y`, or none where all are 0. */
  x?: number[];
}

/**
 * One report of a finger on a view that the engine knows: `tab/0` (a tab's item), `pages` (swipes
 * between tabs), `edge` (the pull that takes the top page away), `scan/ROUTE` and `scan` (the pan
 * that presents the page ROUTE downwards, and takes such a page away upwards), `floor/page` (the
 * open second floor). The engine ignores the others.
 */
export interface PointerEvent {
  /** The finger; must be set, also to 0. */
  pointer?: number;
  /** What it did; must be specified. */
  phase?: PointerPhase;
  /** The view under it when it touched down, such as `floor/page`; at most 64 bytes. */
  target?: string;
  /** Horizontal position in the viewport, pt; −10^7 to 10^7. Must be set, but for `cancelled`. */
  x?: number;
  /** Vertical position in the viewport, pt; as `x`. */
  y?: number;
}

/** A finished tap on a tab. */
export interface TapEvent {
  /** The tab, from 0 to the number of items less 1; must be set. */
  tab?: number;
}

/** A tab is to be selected by the app, not by a finger. */
export interface SelectTabEvent {
  /** The tab, from 0 to the number of items less 1; must be set. */
  tab?: number;
}

/**
 * A toggle is ordered to a look; the order stands until the list's next drag or programmatic move.
 */
export interface OrderToggleEvent {
  /** The toggle's name, one of the experience's. */
  toggle?: string;
  /** The look; must be specified. */
  look?: Look;
}

/** Time has passed. */
export interface TickEvent {
  /**
   * Whether a server that heard nothing made it: then it decides no touch while a finger is down
   * (rule S5). Only recordings, and clients that replay them, set it.
   */
  byServer?: boolean;
}

/** A directive's animation is over on the client (rule F7). */
export interface AnimationEndedEvent {
  /** The directive's number, from 1. */
  directive?: number;
  /** How it ended; must be specified. */
  outcome?: AnimationOutcome;
}

/** A picture has arrived, or cannot be had. */
export interface AssetEvent {
  /** Which place it fills; today `floor`. At most 32 bytes. */
  slot?: string;
  /** Whether it moves; must be specified. */
  kind?: AssetKind;
  /**
   * Width, px; −100000 to 100000. Not positive means not ready (rule F10). Must be set, unless the
   * kind is none.
   */
  width?: number;
  /** Height, px; as `width`. */
  height?: number;
}

/** An animated picture has come to the end of a loop; nothing follows from it. */
export interface AssetLoopedEvent {
  /** Which place it fills; today `floor`. At most 32 bytes. */
  slot?: string;
}

/** The second floor is asked for something. */
export interface FloorEvent {
  /** What is asked; must be specified. */
  command?: FloorCommand;
}

/** The app left the screen or came back. */
export interface LifecycleEvent {
  /** Which; must be specified. */
  state?: LifecycleState;
}

/** The drags whose finger is down; any other running drag ends as cancelled. */
export interface HeldDragsEvent {
  /** The drags; at most 16. */
  drags?: HeldDrag[];
  /**
   * The fingers that are down on a view that the engine knows (see PointerEvent); at most 16. Any
   * other running touch ends as cancelled. A client that reports page drags names any number while
   * one goes on.
   */
  pointers?: number[];
}

/** A drag whose finger is down. */
export interface HeldDrag {
  /** The scroll view. */
  source?: string;
  /** The drag's number, from 1. */
  drag?: number;
}

/** The user's account changed. */
export interface AccountEvent {
  /** How; must be specified. */
  change?: AccountChange;
}

/**
 * Whether a tab that was tapped may be selected: the answer to AskSelection. One that no tab waits
 * for changes nothing.
 */
export interface SelectionVerdictEvent {
  /** The tab, from 0 to the number of items less 1; must be set. */
  tab?: number;
  /** Whether it may; if not, the tap is refused. Must be set. */
  allowed?: boolean;
}

/** What became of the open menu. */
export interface MenuEvent {
  /** One of `choice`. The entry at this place was chosen, from 0. */
  chosen?: number;
  /** One of `choice`. It was put away. */
  dismissed?: Nothing;
}

/** A tab's badge is to change. */
export interface BadgeEvent {
  /** The tab, from 0; one that has a badge. Must be set. */
  tab?: number;
  /** One of `operation`. Say this. */
  set?: BadgeContent;
  /** One of `operation`. Count up by this; 0 to 999999999. */
  increase?: number;
  /** One of `operation`. Count down by this; 0 to 999999999. */
  decrease?: number;
  /** One of `operation`. Count nothing. */
  clear?: Nothing;
  /** One of `operation`. Do not show, whatever it counts (true), or show again (false). */
  hidden?: boolean;
  /** One of `operation`. Stand this far from the usual place. */
  move?: BadgeMove;
  /** One of `operation`. Be this high, pt; 1 to 100. */
  height?: number;
  /** One of `operation`. Play this. */
  animate?: BadgeAnimation;
}

/** A request to show another page. */
export interface NavigateEvent {
  /** What to do with the stack; must be specified. */
  operation?: NavigationOperation;
  /** The page, as the client knows it; at most 48 bytes. Empty when a page is taken off. */
  route?: string;
  /** How to get there; the experience's style if unspecified, on the way back the page's own. */
  style?: NavigationStyle;
  /**
   * Where the key view stands, pt, for the styles that have one; within −100000 to 100000. A strip
   * across the middle if absent.
   */
  keyFrame?: Rect;
}

/** A drag of whole pages that the client has recognised with a gesture recogniser of its own. */
export interface PageDragEvent {
  /** What is dragged; must be specified. */
  subject?: PageDragSubject;
  /** Where the drag is on its way; must be specified. */
  phase?: PageDragPhase;
  /**
   * The translation, pt; positive to the right, of a scan downwards; −10^7 to 10^7. Must be set,
   * but for `cancelled`.
   */
  translation?: number;
  /**
   * The velocity, pt/s; positive to the right, of a scan downwards; −10^7 to 10^7. Must be set at
   * `ended`.
   */
  velocity?: number;
  /**
   * The page that a scan presents, as the client knows it; at most 48 bytes. It counts when the
   * drag begins downwards; empty presents none.
   */
  route?: string;
}

/** Swiping between tabs is turned on or off. */
export interface SwipingEvent {
  /** Whether it is on from now on; must be set. */
  on?: boolean;
}

/** The data that a refresh asked for are there. */
export interface RefreshDoneEvent {
}

/** The client waited for a verdict for too long and let go. */
export interface HoldExpiredEvent {
  /** What it had frozen; must be specified. */
  target?: HoldTarget;
}

/** A list's content has another size. */
export interface ContentSizeEvent {
  /** The scroll view, one of the experience's sources. */
  source?: string;
  /** Width, pt; 0 to 10^7. Must be set. */
  width?: number;
  /** Height, pt; 0 to 10^7. Must be set. */
  height?: number;
}

/** Something that happens once on the client and leaves nothing to keep. */
export interface Effect {
  /** One of `kind`. Let the device be felt. */
  haptic?: PlayHaptic;
  /** One of `kind`. Let something be heard. */
  sound?: PlaySound;
  /** One of `kind`. Scroll a list. */
  scrollList?: ScrollList;
  /** One of `kind`. Scroll a carousel to one of its items. */
  scrollCarousel?: ScrollCarousel;
  /** One of `kind`. Fetch a list's data anew. */
  refresh?: RefreshList;
  /** One of `kind`. Show the menu of a tab. */
  presentMenu?: PresentMenu;
  /** One of `kind`. Ask the user to sign in. */
  requestLogin?: RequestLogin;
  /** One of `kind`. Play or stop an animation file. */
  media?: Media;
  /** One of `kind`. Do what a tab does instead of being selected. */
  perform?: Perform;
  /** One of `kind`. Know that a request was refused and changed nothing. */
  refusal?: Refusal;
  /** One of `kind`. Answer whether a tab may be selected. */
  askSelection?: AskSelection;
}

/** Let the device be felt (rule T8). */
export interface PlayHaptic {
  /** How. */
  haptic?: Haptic;
}

/** Let something be heard (rule T8). */
export interface PlaySound {
  /** The sound file, as the client knows it. */
  name?: string;
}

/** Scroll a list (rules R8, T15). */
export interface ScrollList {
  /** The scroll view. */
  source?: string;
  /** Where to, pt. */
  y?: number;
  /** Whether the way there is shown. */
  animated?: boolean;
}

/** Scroll a carousel so that one of its items stands in the middle (rule C1). */
export interface ScrollCarousel {
  /** The scroll view. */
  source?: string;
  /** The item, from 0, repeated ones counted. */
  item?: number;
  /** The offset at which it does, pt. */
  x?: number;
  /** Whether the way there is shown. */
  animated?: boolean;
}

/** Fetch a list's data anew (rules F13, R8). */
export interface RefreshList {
  /** The scroll view. */
  source?: string;
}

/** Show the menu of a tab; its entries are in the press that the same directive sets (rule T9). */
export interface PresentMenu {
  /** The tab. */
  tab?: number;
}

/** Ask the user to sign in, for a tab that waits for it (rule T7). */
export interface RequestLogin {
  /** The tab. */
  tab?: number;
}

/**
 * Answer with a SelectionVerdictEvent whether a tab that was tapped may be selected; it waits for
 * that (rule T5).
 */
export interface AskSelection {
  /** The tab. */
  tab?: number;
}

/** Play or stop an animation file (rule T8). */
export interface Media {
  /** The view that shows it, as a path. */
  target?: string;
  /** The file, as the client knows it. */
  name?: string;
  /** What to do with it. */
  operation?: MediaOperation;
  /** Where the segment starts, as a part of the whole, 0 to 1. */
  start?: number;
  /** Where the segment ends, as a part of the whole, 0 to 1. */
  end?: number;
}

/** Do what a tab does instead of being selected (rule T7). */
export interface Perform {
  /** The tab. */
  tab?: number;
  /** What kind of thing it does. */
  kind?: ActionKind;
  /** The place, the message in the session's locale, or the address. */
  value?: string;
}

/** A request was refused. */
export interface Refusal {
  /** One of `request`. Selecting this tab. */
  selectTab?: number;
  /** One of `request`. This of the second floor. */
  floor?: FloorCommand;
  /** One of `request`. Showing another page. */
  navigate?: NavigationOperation;
  /** Why not. */
  reason?: RefusalReason;
}

/** An animation of one or more properties that starts and ends as one (rule D2). */
export interface Timeline {
  /** The properties that move. */
  tracks?: Track[];
  /** Pictures that are taken of views before the animation starts (rule F6). */
  captures?: Capture[];
  /** How views are arranged while it runs. */
  staging?: Staging[];
}

/**
 * How a view is arranged while an animation runs; of two that stand above the others, the later
 * one stands above the earlier one.
 */
export interface Staging {
  /** The view, as a path. */
  target?: string;
  /** Where it stands among the views that the animation moves. */
  level?: StagingLevel;
  /** The point that turning and scaling leave in place, as a part of the width. */
  originX?: number;
  /** The same, as a part of the height. */
  originY?: number;
  /** Perspective of the third dimension, as m34 of a Core Animation transform; 0 is none. */
  perspective?: number;
}

/**
 * A picture of a view that an animation moves in the view's place. While the pictures of
 * `page/outgoing` or of `page/incoming` cover the screen together, and no track moves that page
 * itself, the page is hidden; else it stays in view. Any other view hides only if its state says
 * so, as the list and the bar do by `FloorState.hides_views`.
 */
export interface Capture {
  /** The picture, as a path. */
  target?: string;
  /** The part of the screen that it shows, pt. */
  frame?: Rect;
  /** The view that it is taken of, as a path. */
  subject?: string;
}

/** One property of one target over time. */
export interface Track {
  /** The view that moves, as a path such as `tab/0/badge`. */
  target?: string;
  /** What moves. */
  property?: AnimatedProperty;
  /**
   * The values on the way, at least two; positions grow from 0 to 1. Progress, once eased, finds
   * its value on the straight line between two of them, and beyond 0 and 1 on the first and last
   * line. Two at one position are a jump: the first ends what comes before, the second begins what
   * comes after.
   */
  keyframes?: Keyframe[];
  /** Start after the timeline's start, µs. */
  delayUs?: number;
  /** Length of one iteration, µs. */
  durationUs?: number;
  /** One of `easing`. Along a cubic Bézier. */
  bezier?: CubicBezier;
  /**
   * One of `easing`. Like a spring that starts with each iteration, until duration_us is over:
   * then 1 is reached.
   */
  spring?: Spring;
  /**
   * One of `easing`. In this many equal jumps, each at the end of an equal part of the time; at
   * least 1.
   */
  steps?: number;
  /** How often it runs; 0 means for ever. */
  iterations?: number;
  /** Which way the iterations run. */
  direction?: PlaybackDirection;
  /** What holds before and after. */
  fill?: Fill;
}

/** A value at a part of the way. */
export interface Keyframe {
  /** The part of the way, 0 to 1. */
  position?: number;
  /** The value there, in the property's unit. */
  value?: number;
}

/** An easing curve from (0, 0) to (1, 1) (rule M1). */
export interface CubicBezier {
  /** First control point's time, 0 to 1. */
  x1?: number;
  /** First control point's progress. */
  y1?: number;
  /** Second control point's time, 0 to 1. */
  x2?: number;
  /** Second control point's progress. */
  y2?: number;
}

/** A spring, in UIKit's and in physical form (rule M2). */
export interface Spring {
  /** Damping ratio; more than 0. */
  dampingRatio?: number;
  /** UIKit's duration, µs. */
  durationUs?: number;
  /** Initial velocity, whole distances per second; positive towards the end. */
  initialVelocity?: number;
}

/** What follows the finger. */
export interface ScrollLinks {
  /** The links; none while nothing follows. */
  links?: ScrollLink[];
}

/**
 * A property that follows a list's offset or a finger instead of time (rule D6). The client
 * evaluates it at its own frame rate; outside the range the nearer end holds.
 */
export interface ScrollLink {
  /** The scroll view whose vertical offset drives it; empty if a finger does. */
  source?: string;
  /** The view that moves, as a path. */
  target?: string;
  /** What moves. */
  property?: AnimatedProperty;
  /** The offset or translation at which start_value holds, pt. */
  startOffset?: number;
  /** The offset or translation at which end_value holds, pt. */
  endOffset?: number;
  /** The value at start_offset, in the property's unit. */
  startValue?: number;
  /** The value at end_offset, in the property's unit. */
  endValue?: number;
  /**
   * The view on which the finger touched down whose translation drives it, as a path: downwards on
   * `floor/page` (rule F16) and `scan`, to the right elsewhere (X7, N5). Empty if a scroll view
   * does.
   */
  dragTarget?: string;
}

/**
 * One piece of visible state. A client keeps the newest of each kind (of each toggle and badge);
 * one whose generation is not newer is old news.
 */
export interface Setting {
  /** Counts the changes, from 1. */
  generation?: number;
  /** One of `state`. A toggle's look. */
  toggle?: ToggleState;
  /** One of `state`. Which tab is selected. */
  selection?: SelectionState;
  /** One of `state`. Where the tab bar and its items stand. */
  layout?: BarLayout;
  /** One of `state`. What the second floor shows. */
  floor?: FloorState;
  /** One of `state`. Where the second floor's parts stand. */
  floorLayout?: FloorLayout;
  /** One of `state`. What follows the finger. */
  links?: ScrollLinks;
  /** One of `state`. What a tab's badge shows. */
  badge?: BadgeState;
  /** One of `state`. Whether a tab waits to be selected, and whether the user is signed in. */
  gate?: GateState;
  /** One of `state`. The finger on the bar, and the menu that it may have opened. */
  press?: PressState;
  /** One of `state`. Whether the pages of two tabs are changing places. */
  transition?: TransitionState;
  /** One of `state`. The pages above the root. */
  navigation?: NavigationState;
  /** One of `state`. Whether the list that can be pulled refreshes its data. */
  refresh?: RefreshState;
}

/** A toggle's look (rules R1 to R11). */
export interface ToggleState {
  /** The toggle's name. */
  id?: string;
  /** Which of its looks it shows. */
  look?: Look;
  /** What the look is called, such as `rocket`. */
  name?: string;
  /** The look's image. */
  image?: string;
  /** The image behind both looks. */
  backgroundImage?: string;
  /** Edge of the pictures, pt. */
  edge?: number;
  /**
   * The image of its other look, which a switch brings; empty if the server does not say (rule
   * R7).
   */
  otherImage?: string;
  /**
   * Whether its looks are the two pages of one strip, the look below first, of which it shows one;
   * else each has a picture of its own (rule R7). Default: no.
   */
  strip?: boolean;
}

/**
 * Which tab is selected, how that came about, and how the items look (rules T3 to T6, T12 to T14).
 */
export interface SelectionState {
  /** The selected tab, from 0. */
  selected?: number;
  /** The items in order. */
  items?: ItemLook[];
  /** The orientations that the selected tab's page allows (rule T13). */
  orientations?: Orientations;
  /** The tab selected before; absent until another one has been selected. */
  previous?: number;
  /** Who asked for the newest selection; at launch, the app. */
  origin?: SelectionOrigin;
  /** Whether that page turns with the device by itself; absent means that it does (rule T13). */
  autorotates?: boolean;
  /**
   * The orientation in which that page is first presented; unspecified for the way the device is
   * held (rule T13).
   */
  preferredOrientation?: Orientation;
}

/** Which ways a page may be held. */
export interface Orientations {
  /** Upright. */
  portrait?: boolean;
  /** Upside down. */
  upsideDown?: boolean;
  /** With the device's top to the left. */
  landscapeLeft?: boolean;
  /** With the device's top to the right. */
  landscapeRight?: boolean;
}

/** How one tab looks. */
export interface ItemLook {
  /** Whether icon and title show. */
  showsIconAndTitle?: boolean;
  /** Whether the big badge shows. */
  showsBadge?: boolean;
  /** The icon's image. */
  image?: string;
  /** The title's colour, RRGGBB. */
  titleColor?: string;
  /** Whether a button looks pressed; in a bar of buttons only (rule T12). */
  pressed?: boolean;
  /**
   * Whether a tap may show its result (looks and reaction of ItemLayout) on touch-up, at once. The
   * server confirms it by a selection with the next generation; a refusal or another generation
   * takes it back without animation (rule T14). No item's may while the server refuses taps: under
   * the second floor (rule F1), and while pages come and go (rule N3).
   */
  reacts?: boolean;
}

/** Where the tab bar and its items stand (rules T1, T2). */
export interface BarLayout {
  /** The bar in the viewport, with the safe area below it. */
  frame?: Rect;
  /** Background colour, RRGGBB. */
  backgroundColor?: string;
  /** The items in order. */
  items?: ItemLayout[];
}

/** Where one tab stands. */
export interface ItemLayout {
  /** The item in the bar. */
  frame?: Rect;
  /** The icon in the item. */
  icon?: Rect;
  /** What a hump adds to the icon's edges; negative grows it. */
  iconInsets?: Insets;
  /** The title in the item. */
  title?: Rect;
  /** The big badge in the item. */
  badge?: Rect;
  /** The title's text in the session's locale. */
  text?: string;
  /** A button's second title; absent where there is none (rule T12). */
  subtitle?: Rect;
  /** The second title's text in the session's locale. */
  subtitleText?: string;
  /**
   * The Lottie animation that stands in for the image: at its last frame while selected, else at
   * its first (rule T8).
   */
  lottie?: string;
  /** What a plain tap plays where the selection says that the item reacts (rule T14). */
  reaction?: Timeline;
  /**
   * How it looks while it is selected: what a tap shows at once where the selection says that the
   * item reacts; absent if the server does not say. `reacts` means nothing here (rule T14).
   */
  selectedLook?: ItemLook;
  /** How it looks while it is not: what the tab that a tap leaves shows at once, likewise. */
  otherLook?: ItemLook;
  /** How a button is drawn; absent where that is the client's own choice (rule T12). */
  button?: ButtonLook;
  /**
   * What stands in for `text`, in a client that shows rich texts; none if it is plain (rule T12).
   */
  richTitle?: TextSpan[];
  /** What stands in for `subtitle_text`, in the same way (rule T12). */
  richSubtitle?: TextSpan[];
  /**
   * The lists that lie on the tab's page and move with it, by the names of their sources; those of
   * no tab are always in view (rules S2, X1).
   */
  lists?: string[];
}

/**
 * How a button of the bar is drawn beyond its place and its state (rule T12). What is left out is
 * the client's own choice.
 */
export interface ButtonLook {
  /** The title's font. Default: the client's own. */
  titleFont?: TextFont;
  /** The second title's font. Default: the client's own. */
  subtitleFont?: TextFont;
  /** The second title's colour, RRGGBB. Default: the title's. */
  subtitleColor?: string;
  /** Background colour, RRGGBB. Default: none. */
  backgroundColor?: string;
  /** The image that fills the background, over its colour; at most 64 bytes. Default: none. */
  backgroundImage?: string;
  /** Radius of the corners, pt; 0 to 1000. Default: 0. */
  cornerRadius?: number;
  /** The frame about it. Default: none. */
  border?: Border;
}

/** A font (rule T12). What is left out is the client's own choice. */
export interface TextFont {
  /** The family, as the client knows it; at most 64 bytes. Default: the platform's own. */
  family?: string;
  /** Its size, pt; 1 to 200. Default: the client's own. */
  size?: number;
  /**
   * How heavy it is, with 400 for regular and 700 for bold; 1 to 1000 units. Default: the client's
   * own.
   */
  weight?: number;
}

/** A frame about a view, inside its edge (rule T12). */
export interface Border {
  /** Its width, pt; 0.1 to 100. Default: 1. */
  width?: number;
  /** Its colour, RRGGBB. Default: 000000. */
  color?: string;
}

/** A part of a rich text (rule T12). */
export interface TextSpan {
  /** What it says in the session's locale. */
  text?: string;
  /** Its colour, RRGGBB; empty for that of the text around it. */
  color?: string;
  /** Its font; what it leaves out is as in the text around it. */
  font?: TextFont;
}

/** What the second floor shows (rules F1 to F3, F7). */
export interface FloorState {
  /** Where it is on its way. */
  phase?: FloorPhase;
  /** Whether it replaces the list's background. */
  behindList?: boolean;
  /**
   * Whether its image plays; each time that this becomes true it plays from its first frame (F15).
   */
  playing?: boolean;
  /** Whether its tip shows. */
  showsTip?: boolean;
  /** Whether list, bar and navigation bar are hidden behind their pictures. */
  hidesViews?: boolean;
  /**
   * How long the list, or the open page, stays where the finger leaves it, waiting for a verdict,
   * µs; 0 if it does not (rules D7, F16).
   */
  holdUs?: number;
}

/** Where the second floor's parts stand (rule F10). */
export interface FloorLayout {
  /** Whether the image has arrived with a positive size. */
  ready?: boolean;
  /** The image behind the list. */
  image?: Rect;
  /** Where the image's mask starts to fade from white to clear, as a part of its height, 0 to 1. */
  maskStart?: number;
  /** Where the mask is clear, 0 to 1. */
  maskEnd?: number;
  /** The tip below the image. */
  tip?: Rect;
  /** The tip's text in the session's locale. */
  tipText?: string;
  /** The tip's colour, RRGGBB; the text is centred. */
  tipColor?: string;
  /** The tip's font size, pt. */
  tipFontSize?: number;
  /** The colour behind the image, RRGGBB. */
  backgroundColor?: string;
  /** Where the image comes from; empty if nowhere (rule F15). */
  assetUrl?: string;
  /**
   * Whether it moves; unspecified until it is known, which may be when the client has loaded it.
   */
  assetKind?: AssetKind;
  /** Its width, px; 0 where only the client knows it, as above. */
  assetWidth?: number;
  /** Its height, px; as its width. */
  assetHeight?: number;
  /** When the client may load it (rule F15). */
  prefetch?: FloorPrefetch;
}

/** What a tab's badge shows (rules B1, B2). */
export interface BadgeState {
  /** The tab. */
  tab?: number;
  /** Whether it shows at all. */
  shown?: boolean;
  /** How it is drawn. */
  style?: BadgeStyle;
  /** What it says. */
  text?: string;
  /** How far it stands to the right of its usual place, pt. */
  dx?: number;
  /** How far it stands below its usual place, pt. */
  dy?: number;
  /** How high it is, pt. */
  height?: number;
  /** The animation that it plays for ever. */
  loop?: BadgeAnimation;
  /**
   * What `loop` plays: a client that has been told the state alone starts it, one that plays it
   * already goes on (rules B4, D5). Absent for nothing, as with reduced motion.
   */
  loopTimeline?: Timeline;
}

/** Whether a tab waits to be selected, and for what (rules T5, T7). */
export interface GateState {
  /** Whether the user is signed in. */
  signedIn?: boolean;
  /** The tab that waits; absent if none does. */
  pendingTab?: number;
  /** What it waits for; unspecified for the user to sign in. */
  pendingCondition?: PendingCondition;
}

/** The finger on the bar, and the menu that it may have opened (rule T9). */
export interface PressState {
  /** The tab that the newest long press is or was about; absent before the first. */
  tab?: number;
  /** How far it has come. */
  phase?: PressPhase;
  /** The entries of the menu at that tab; none unless it is open. */
  menu?: MenuEntry[];
}

/** One entry of a menu. */
export interface MenuEntry {
  /** The app's name for it. */
  id?: string;
  /** What it says in the session's locale. */
  text?: string;
  /** Its picture. */
  image?: string;
}

/** Whether the pages of two tabs are changing places (rules X1 to X7). */
export interface TransitionState {
  /** The transition, counted from 1; 0 before the first. */
  number?: number;
  /** Where it is on its way. */
  phase?: TransitionPhase;
  /** How it ended; unspecified unless it is over. */
  outcome?: TransitionOutcome;
  /** The tab whose page leaves. */
  leaving?: number;
  /** The tab whose page comes. */
  coming?: number;
  /**
   * The tabs whose pages are as the layout has them now that it is over: in their places, opaque,
   * and without whatever else moved (rule X5).
   */
  reset?: number[];
  /** What follows the finger while it is interactive (rule D6). */
  links?: ScrollLink[];
  /** How long the pages stay where the finger leaves them, waiting for a verdict, µs (rule D7). */
  holdUs?: number;
}

/** The pages above the root, and what moves them (rules N1 to N5). */
export interface NavigationState {
  /** The transition, counted from 1; 0 before the first. */
  number?: number;
  /** Where it is on its way; input is blocked while it runs (rule N3). */
  phase?: TransitionPhase;
  /** How it ended; unspecified unless it is over. */
  outcome?: TransitionOutcome;
  /** The pages, the lowest first. */
  pages?: Page[];
  /** Whether the tab bar is hidden (rule N2). */
  hidesBar?: boolean;
  /** What follows the finger while it is interactive (rule D6). */
  links?: ScrollLink[];
  /** How long the page stays where the finger leaves it, waiting for a verdict, µs (rule D7). */
  holdUs?: number;
  /** Pictures that are taken before the finger moves the page. */
  captures?: Capture[];
  /** How views are arranged while the finger moves the page. */
  staging?: Staging[];
  /**
   * What the newest transition did to the stack; absent before the first. While it is interactive,
   * what it is about to do: `pages` change when the finger has let go.
   */
  change?: NavigationChange;
}

/** What a transition does to the stack of pages. */
export interface NavigationChange {
  /** What happens. */
  operation?: NavigationOperation;
  /** The page that comes or goes. */
  route?: string;
  /** How: a style whose animation is not sent is the platform's own. */
  style?: NavigationStyle;
}

/** Whether a list refreshes its data (rule F13). */
export interface RefreshState {
  /** Whether it does. */
  refreshing?: boolean;
}

/** The whole visible state: all a client needs to draw everything. */
export interface Snapshot {
  /** The newest setting of everything that can be set, in a fixed order. */
  settings?: Setting[];
}

/**
 * One order to the client: settings, an animation and effects. All directives have this one shape:
 * a client keeps the settings, plays the timeline and carries out the effects, in this order.
 * Applying one twice, or after a newer one, changes nothing: a setting carries a generation (rule
 * D1), and of a directive that is not newer than the last one applied there are no effects. What a
 * client does not know it leaves out, and acknowledges the directive all the same.
 */
export interface Directive {
  /** Session-wide number, from 1. */
  sequence?: number;
  /** Why it was sent. */
  cause?: Cause;
  /**
   * Session time of the cause, µs. If this plus the animation's length lies before the client's
   * own session time the client shows the end state, else it plays the whole from now (rule D4).
   */
  atUs?: number;
  /**
   * Earlier directives that were never sent, because this one came while they waited: they count
   * as applied with it.
   */
  supersedes?: number[];
  /**
   * Whether `settings` are everything there is to show: they replace what the client has, whatever
   * their generations, and nothing animates (rule D5).
   */
  replacesAll?: boolean;
  /** State that holds from now on: where a timeline plays, from its end. */
  settings?: Setting[];
  /** What plays; absent if the settings show at once. */
  timeline?: Timeline;
  /** What happens once, besides. */
  effects?: Effect[];
}

/** Why a directive was sent. */
export interface Cause {
  /** One of `kind`. The event of this number; 0 for the session's opening. */
  eventSequence?: number;
  /** One of `kind`. The deadline of this name, such as `settle/home`. */
  deadline?: string;
  /** One of `kind`. The command that a backend gave under this name. */
  command?: string;
}

/** A frame from the client; at most 64 KiB. */
export interface InteractRequest {
  /** One of `frame`. Opens the session; first and only once. */
  open?: Open;
  /** One of `frame`. Things that happened. */
  events?: Events;
  /** One of `frame`. What the client has applied. */
  ack?: Ack;
  /** One of `frame`. The client is still there. */
  heartbeat?: Heartbeat;
  /** One of `frame`. A newer proof of who the client is. */
  authRefresh?: AuthRefresh;
}

/**
 * A frame from the server. It is applied whole or not at all; parts that are absent say nothing.
 */
export interface InteractResponse {
  /** Answers `open`; only in the first frame. */
  opened?: Opened;
  /** What to show, in order. */
  directives?: Directive[];
  /** The last event applied; 0 says nothing. Sent at least every 100 ms or 32 events. */
  ackedEvent?: number;
  /** Events and frames that were refused; the events' numbers are used up all the same. */
  notices?: Notice[];
  /** Replaces the trigger lines of these sources. */
  triggerLines?: TriggerLines[];
  /** Answers a heartbeat. */
  heartbeat?: HeartbeatReply;
  /**
   * The earliest deadline, µs of session time: the client sends a tick when it passes. Absent if
   * nothing is due.
   */
  nextDeadlineUs?: number;
  /**
   * From where the session can be resumed, all of this frame applied. Only for clients that
   * resume.
   */
  checkpoint?: Checkpoint;
  /** The server goes down, or sends the session elsewhere. */
  drain?: Drain;
}

/** Opens a session. */
export interface Open {
  /**
   * The level of this contract that the client was built for, from 1; must be specified. A client
   * of an older level gets keyframes in the place of springs, and `fade` in the place of a younger
   * style of navigation or of tab transitions. What else it does not know it leaves out.
   */
  level?: number;
  /** The client's name; at most 64 bytes, no control characters. */
  clientName?: string;
  /** The client's version; at most 64 bytes, no control characters. */
  clientVersion?: string;
  /** The session's name, made by the client; 1 to 64 bytes of A-Z a-z 0-9 . _ - */
  sessionId?: string;
  /**
   * Grows with each of the client's connections of this session; 0 (unset) means 1. A client that
   * forgets its number when it ends starts from the time of day.
   */
  epoch?: number;
  /** The experience's name; empty for `home-refined`. */
  experience?: string;
  /** The client's surface. */
  environment?: Environment;
  /** What the client can do. */
  capabilities?: Capabilities;
  /** What the client still shows; absent for a fresh start. */
  current?: Current;
  /** The client's time, µs: where session time starts. At most 2^53. */
  timeUs?: number;
  /**
   * The user, by the name that backends use; at most 64 bytes, empty for none. ControlService
   * reaches all sessions of one user. Where clients prove who they are it is the proof's subject:
   * empty, or the same.
   */
  user?: string;
  /** Where to go on from, after a connection was lost; absent for a new session. */
  resume?: Resume;
  /**
   * Whether the answer is to bring the experience itself, for a client that decides on its own
   * while it has no server; see `Opened.definition`.
   */
  wantsDefinition?: boolean;
}

/**
 * Where a client goes on from: the newest checkpoint that it has, and how far it has come since.
 * It keeps every event after the checkpoint, and sends it again.
 */
export interface Resume {
  /** The checkpoint's token, as it came; at most 4096 bytes. */
  token?: Uint8Array;
  /** The last directive applied: directives up to it do not come again. */
  directive?: number;
  /** The number of the oldest event that the client still has, or will send next if it has none. */
  firstEvent?: number;
}

/**
 * A session at one moment, sealed: any server that has the key continues it. What the client does
 * with it is keep the newest, and hand it over in `Open.resume`.
 */
export interface Checkpoint {
  /** The sealed session; at most 4096 bytes. It says nothing to a client. */
  token?: Uint8Array;
  /** The last event that it contains: newer ones have to be kept. */
  event?: number;
  /** The last directive that it contains. */
  directive?: number;
  /** How long it can be resumed from. */
  lifetime?: Duration;
}

/**
 * The session has to go elsewhere: the client ends its stream, best between two gestures, and
 * opens again with `resume`; any other server will do.
 */
export interface Drain {
  /** How long to wait before leaving, so that not all clients come at once. */
  leaveAfter?: Duration;
  /** When the server ends the stream itself. */
  deadline?: Duration;
}

/**
 * A newer proof of who the client is, of the same subject: the stream goes on until that expires.
 */
export interface AuthRefresh {
  /** The token, as it would stand after `Bearer`; at most 8192 bytes. */
  token?: string;
}

/** What a client can do. */
export interface Capabilities {
  /** Whether it leaves out scroll samples between trigger lines, and sends velocities itself. */
  skipsSamples?: boolean;
  /**
   * Whether it knows no springs: it gets their curves as keyframes, 60 to the second, with
   * straight lines between them (rule X2).
   */
  samplesSprings?: boolean;
  /** Whether it keeps checkpoints to resume from; without it none are sent. */
  resumes?: boolean;
}

/** The session is open. */
export interface Opened {
  /** How it came about. */
  outcome?: OpenOutcome;
  /** The session's name. */
  sessionId?: string;
  /** The experience's name. */
  experience?: string;
  /** SHA-256 of the experience's definition, hexadecimal. */
  experienceDigest?: string;
  /** Everything to show. Absent after a resume: what the client shows stays. */
  snapshot?: Snapshot;
  /** Where decisions can fall; empty if the client did not ask for them. */
  triggerLines?: TriggerLines[];
  /**
   * How often the client sends something at least; the session ends after three intervals of
   * silence.
   */
  heartbeatInterval?: Duration;
  /** What the server accepts. */
  limits?: StreamLimits;
  /** Why nothing could be resumed; only with `restarted`. */
  restartReason?: RestartReason;
  /** The last event applied: the client goes on with the next. 0 unless resumed. */
  appliedEvent?: number;
  /**
   * The level of this contract that the server was built for. Each field and value that is younger
   * than level 1 says in its comment since which level it is there.
   */
  level?: number;
}

/** What the server accepts on one stream. */
export interface StreamLimits {
  /** Directives that may be unacknowledged before newer ones wait. */
  maxUnacknowledgedDirectives?: number;
}

/** Things that happened, in order. */
export interface Events {
  /**
   * Number of the first event; the client counts from 1. Numbers already applied are skipped, a
   * gap ends the stream.
   */
  firstSequence?: number;
  /** The events; 1 to 1024, counting packed samples one by one. */
  events?: Event[];
}

/**
 * What the client has applied; due at least every 32 directives, since no more than
 * `limits.max_unacknowledged_directives` are sent ahead of it.
 */
export interface Ack {
  /** The last directive applied. */
  directive?: number;
}

/** The client is still there. */
export interface Heartbeat {
  /** The client's time, µs. */
  timeUs?: number;
  /** The drags whose finger is down; a running drag that is not named ends as cancelled. */
  heldDrags?: HeldDrag[];
  /**
   * The fingers that are down on a view that the engine knows (see PointerEvent); at most 16. A
   * running touch that is not named ends as cancelled.
   */
  heldPointers?: number[];
}

/** The server is still there. */
export interface HeartbeatReply {
  /** The time of the heartbeat that this answers, µs. */
  timeUs?: number;
}

/**
 * An event or a frame was refused: an event's number is used up, the session is unchanged, the
 * stream goes on.
 */
export interface Notice {
  /** The event's number; 0 if it is about a frame, or about nothing that was sent. */
  sequence?: number;
  /**
   * Why: `MALFORMED_EVENT`; `UNKNOWN_EVENT` or `UNKNOWN_FRAME` if a newer server would know it,
   * which counts towards no limit; `TOKEN_EXPIRES` when a newer proof of who the client is has to
   * come.
   */
  reason?: string;
  /** What is wrong, field by field. */
  violations?: FieldViolation[];
}

/** One thing that is wrong with a message. */
export interface FieldViolation {
  /** The field's path, such as `scroll.y`. */
  field?: string;
  /** What is wrong, with the limit. */
  description?: string;
}

/**
 * The offsets of one list at which anything can be decided. Strictly between two lines, and inside
 * one phase of one drag, samples may be left out; one on a line is always sent.
 */
export interface TriggerLines {
  /** The scroll view. */
  source?: string;
  /** The lines, pt, ascending. */
  offsets?: number[];
  /** Sources whose latest drag's start offset is one more line. */
  dragStartSources?: string[];
  /**
   * Whether no sample of this list may be left out, because where it stands sideways counts, or
   * because other lists' samples are compared with it.
   */
  everySample?: boolean;
  /**
   * Those of `offsets` that belong to the cell above: a sample on one of them may be left out
   * beside others of that cell. A sample on any other line is always sent.
   */
  cellStarts?: number[];
  /**
   * Those of `offsets` that count only for samples of the phase moved: nothing is decided where a
   * list coasts, or is moved by the app, across them.
   */
  fingerOffsets?: number[];
}

/** How a badge moves (rule B4). A new animation replaces the one that runs. */
export type BadgeAnimation =
  /** Not an animation: refused in events; in an experience, the default. */
  | "unspecified"
  /** None; ends what runs. */
  | "none"
  /** From small to full size, once. */
  | "alert"
  /** Falls 20 pt and bounces, for 2 s unless the badge says otherwise, once. */
  | "shake"
  /** Swells and shrinks, for ever. */
  | "scale_loop"
  /** Swings to and fro, for ever. */
  | "shake_loop"
  /** Jumps, for ever. */
  | "bounce_loop"
  /** Fades and comes back, for ever. */
  | "breathe_loop"
  /** Alert and shake at once, for 2 s unless the badge says otherwise, once. */
  | "alert_and_shake";

/** How one page makes room for another (rule N4). W and H are the container's size. */
export type NavigationStyle =
  /** By the experience. */
  | "unspecified"
  /** The whole window moves over a picture of itself, 0.25 s (rule N1). */
  | "window"
  /** The platform's own; nothing is sent. */
  | "system"
  /** The pages slide on a spring (rules X1, X2). */
  | "spring"
  /** The new page appears, 0.3 s. */
  | "fade"
  /** The new page comes in over the old one, which gives way by W/3, 0.3 s. */
  | "default"
  /** The pages slide side by side, 0.3 s. */
  | "slide"
  /** The old page sinks back, the new one comes over it, 0.6 s. */
  | "page"
  /** The page opens at the key view's lower edge, 0.3 s. */
  | "omni"
  /** A copy of the key view moves up while the page appears, 0.3 s. */
  | "key_move"
  /** The key view is pressed, then travels to its place on the new page, 0.6 s. */
  | "zoom_to"
  /** Presents: the old page tilts back, the new one comes up, 0.3 s. */
  | "twitter"
  /** Presents: a sheet springs up, 0.3 s. */
  | "pop_tip"
  /** Presents: the page turns about its right edge, 0.6 s. */
  | "flip"
  /** Presents: a growing mask uncovers the page, 0.5 s. */
  | "elevate"
  /** Presents: the new page comes down behind the old one, which leaves downwards, 0.3 s. */
  | "scan";

/** Which way positions run. */
export type LayoutDirection =
  /** Not said: left to right. */
  | "unspecified"
  /** Left to right. */
  | "left_to_right"
  /** Right to left. */
  | "right_to_left";

/** Which part of a movement a report belongs to. */
export type ScrollPhase =
  /** Not a phase: refused. */
  | "unspecified"
  /** A finger starts to drag. */
  | "began"
  /** The finger moved the content. */
  | "moved"
  /** The finger lifted. */
  | "ended"
  /** The system took the drag away. */
  | "cancelled"
  /** The content coasts. */
  | "decelerating"
  /** The content rests. */
  | "settled"
  /** The app starts to move the content. */
  | "programmatic_began"
  /** The app moved the content. */
  | "programmatic_moved"
  /** The app's move is over. */
  | "programmatic_ended";

/** What a finger did. */
export type PointerPhase =
  /** Not a phase: refused. */
  | "unspecified"
  /** It touched down. */
  | "down"
  /** It moved. */
  | "moved"
  /** It lifted. */
  | "up"
  /** The system took it away. */
  | "cancelled";

/** Which of its two looks a toggle shows. */
export type Look =
  /** Not a look: refused in events. */
  | "unspecified"
  /** At and below the threshold: the logo. */
  | "below"
  /** Past the threshold: the rocket. */
  | "above";

/** How an animation ended. */
export type AnimationOutcome =
  /** Not an outcome: refused. */
  | "unspecified"
  /** It ran to its end. */
  | "finished"
  /** It was removed, replaced or backgrounded. */
  | "cancelled";

/** Whether a picture moves. */
export type AssetKind =
  /** Not a kind: refused in events. */
  | "unspecified"
  /** One frame. */
  | "still"
  /** Several frames that play. */
  | "animated"
  /** There is no picture: it cannot be had. */
  | "none";

/** What may be asked of the second floor. */
export type FloorCommand =
  /** Not a command: refused. */
  | "unspecified"
  /** Open. */
  | "open"
  /** Close, or remember to as soon as it has opened. */
  | "close"
  /** Show for a moment that it is there. */
  | "peek";

/** Whether the app is on the screen. */
export type LifecycleState =
  /** Not a state: refused. */
  | "unspecified"
  /** It is on the screen again; answered with a snapshot. */
  | "foreground"
  /** It left the screen: running drags are cancelled. */
  | "background";

/** A change of the user's account. */
export type AccountChange =
  /** Not a change: refused. */
  | "unspecified"
  /** The user is signed in: a tab that waits is selected. */
  | "signed_in"
  /** The user is signed out: a tab that asks for a login is left. */
  | "signed_out"
  /** The login that was asked for did not come about. */
  | "login_failed";

/** What to do with the stack of pages. */
export type NavigationOperation =
  /** Not an operation: refused. */
  | "unspecified"
  /** Put a page on top. */
  | "push"
  /** Take the top page off. */
  | "pop"
  /** Take all pages off. */
  | "pop_to_root"
  /** Put a page in front of everything. */
  | "present"
  /** Take the presented page away. */
  | "dismiss";

/** What is dragged. */
export type PageDragSubject =
  /** Nothing: refused. */
  | "unspecified"
  /** The tabs' pages, sideways. */
  | "tabs"
  /** The top page, from its edge. */
  | "back"
  /** A page of `scan`: downwards it is presented, upwards taken away. */
  | "scan";

/** Where a drag of pages is on its way. */
export type PageDragPhase =
  /** Not a phase: refused. */
  | "unspecified"
  /** It has been recognised. */
  | "began"
  /** It goes on. */
  | "moved"
  /** The finger lifted. */
  | "ended"
  /** The system took it away. */
  | "cancelled";

/** What a client freezes on release until the engine has decided (rule D7). */
export type HoldTarget =
  /** Nothing: refused. */
  | "unspecified"
  /** The list that is pulled down far enough for the second floor. */
  | "floor"
  /** The tabs' pages. */
  | "tabs"
  /** The page above the root that a finger takes away or presents. */
  | "back";

/** How a device makes itself felt, in UIKit's words. */
export type Haptic =
  /** Never sent; in an experience, the default. */
  | "unspecified"
  /** Not at all. */
  | "none"
  /** A light tap. */
  | "light"
  /** A medium tap. */
  | "medium"
  /** A heavy tap. */
  | "heavy"
  /** A tick, as of a wheel. */
  | "selection";

/** What to do with an animation file. */
export type MediaOperation =
  /** Never sent. */
  | "unspecified"
  /** Play the segment from its start. */
  | "play"
  /** Stop where it is. */
  | "stop";

/** What a tab may do instead of being selected. */
export type ActionKind =
  /** Never sent. */
  | "unspecified"
  /** Goes to a place in the app. */
  | "route"
  /** Shows a passing message. */
  | "toast"
  /** Opens an address. */
  | "url";

/** Why a request was refused. */
export type RefusalReason =
  /** Never sent. */
  | "unspecified"
  /** The item is not enabled. */
  | "disabled"
  /** The second floor is already open, opening or closing, or pages are moving. */
  | "busy"
  /** The second floor is not open. */
  | "not_open"
  /** The experience has nothing of the kind. */
  | "absent"
  /** The user has to be signed in. */
  | "login_required"
  /** The login that it waited for did not come about. */
  | "login_failed"
  /** The login, or the client's answer, that it waited for took too long. */
  | "timed_out"
  /** The picture that it shows has not arrived. */
  | "asset_not_ready"
  /** There is no page to take away. */
  | "no_page"
  /** There are too many pages already. */
  | "too_many_pages"
  /** The client, which was asked, did not allow it. */
  | "vetoed";

/** Where a view stands among those that an animation moves. */
export type StagingLevel =
  /** Never sent. */
  | "unspecified"
  /** Where it is. */
  | "unchanged"
  /** Under the others. */
  | "below"
  /** Over the others. */
  | "above";

/** What a track moves. */
export type AnimatedProperty =
  /** Never sent. */
  | "unspecified"
  /** Opacity, 0 to 1. */
  | "opacity"
  /** Size relative to the layout's. */
  | "scale"
  /** Horizontal distance from the layout's place, pt. */
  | "translate_x"
  /** Vertical distance from the layout's place, pt. */
  | "translate_y"
  /** Turn in the plane, rad; clockwise. */
  | "rotation"
  /** Turn about the vertical axis, rad; the left edge comes towards the eye. */
  | "rotation_y"
  /** Content offset of a strip, pt. */
  | "content_offset_y"
  /** Frame of a sequence, from 0. */
  | "frame"
  /** Distance towards the eye, pt; needs a perspective. */
  | "translate_z"
  /** Turn about the horizontal axis, rad; the lower edge comes towards the eye. */
  | "rotation_x"
  /** Horizontal place of the middle in the coordinates of the view that holds it, pt. */
  | "center_x"
  /** The same on the screen, for clients whose pictures do not move with the window (rule N1). */
  | "screen_center_x"
  /** Vertical place of the middle, pt. */
  | "center_y"
  /** Opacity of the view's shadow, 0 to 1. */
  | "shadow_opacity"
  /** Diameter of a round mask about the view's middle, pt. */
  | "mask_diameter"
  /** Width relative to the layout's, on top of SCALE. */
  | "scale_x"
  /** Height relative to the layout's, on top of SCALE. */
  | "scale_y"
  /** How far the view's shadow lies to its right, pt; negative to its left (rule N4). */
  | "shadow_offset_x"
  /** How far the view's shadow lies below it, pt; negative above it (rule N4). */
  | "shadow_offset_y"
  /**
   * How far the view's shadow is blurred, pt: the standard deviation, as the shadow radius of a
   * Core Animation layer (N4).
   */
  | "shadow_radius"
  /** Width of an elliptical mask about the origin of the view's staging, pt (rule N4). */
  | "mask_width"
  /** Height of the same mask, pt (rule N4). */
  | "mask_height";

/** Which way iterations run. */
export type PlaybackDirection =
  /** Never sent. */
  | "unspecified"
  /** Forwards. */
  | "normal"
  /** Backwards, along the same curve from its end to its start. */
  | "reverse"
  /** Forwards and backwards in turn. */
  | "alternate"
  /** Backwards and forwards in turn. */
  | "alternate_reverse";

/**
 * What holds outside of a track's time, until its timeline is over: when its last track ends or,
 * where the engine waits for that end, when a directive says so.
 */
export type Fill =
  /** Never sent. */
  | "unspecified"
  /** The layout's own value. */
  | "none"
  /** After the end, the last value. */
  | "forwards"
  /** Before the start, the first value. */
  | "backwards"
  /** Both. */
  | "both";

/** One way in which a page may be held (rule T13). */
export type Orientation =
  /** Not said: the way the device is held. */
  | "unspecified"
  /** Upright. */
  | "portrait"
  /** Upside down. */
  | "upside_down"
  /** With the device's top to the left. */
  | "landscape_left"
  /** With the device's top to the right. */
  | "landscape_right";

/** Who asked for a selection. */
export type SelectionOrigin =
  /** Never sent. */
  | "unspecified"
  /** A tap. */
  | "user"
  /** The app or a backend. */
  | "programmatic"
  /** A former session. */
  | "restore";

/** Where the second floor is on its way. */
export type FloorPhase =
  /** Never sent. */
  | "unspecified"
  /** Out of sight. */
  | "closed"
  /** The list is pulled down. */
  | "pulling"
  /** The tip shows. */
  | "tip"
  /** A release now opens it. */
  | "armed"
  /** The opening choreography runs. */
  | "opening"
  /** Its page fills the screen. */
  | "open"
  /** The closing animation runs. */
  | "closing";

/** When a client may load the second floor's image; the names are those of HTML's `loading`. */
export type FloorPrefetch =
  /** Not said: eager. */
  | "unspecified"
  /** As soon as it knows the layout. */
  | "eager"
  /**
   * When a pull begins or the floor is ordered to open or peek, also where that is refused since
   * the asset is not ready, and not before.
   */
  | "lazy";

/** How a badge is drawn. */
export type BadgeStyle =
  /** Never sent. */
  | "unspecified"
  /** A dot. */
  | "dot"
  /** A count. */
  | "number"
  /** A text. */
  | "text"
  /** The mark of something new. */
  | "new";

/** What a tab waits for before it is selected (rules T5, T7). */
export type PendingCondition =
  /** Not said: the user to sign in. */
  | "unspecified"
  /** The user has to sign in. */
  | "login"
  /** The client has to allow it. */
  | "client";

/** How far a long press has come. */
export type PressPhase =
  /** Never sent. */
  | "unspecified"
  /** Nothing yet. */
  | "possible"
  /** The finger has rested long enough. */
  | "began"
  /** It moved since. */
  | "changed"
  /** It lifted. */
  | "ended"
  /** The system took it away. */
  | "cancelled"
  /** It moved too early. */
  | "failed";

/** Where a transition is on its way. */
export type TransitionPhase =
  /** Never sent. */
  | "unspecified"
  /** Nothing moves. */
  | "idle"
  /** The animation of the directive that brought this runs. */
  | "running"
  /** A finger moves the pages. */
  | "interactive";

/** How a transition ended. */
export type TransitionOutcome =
  /** It has not, or there was none. */
  | "unspecified"
  /** The new page is in place. */
  | "finished"
  /** It was taken back or cut off. */
  | "cancelled";

/** How an open session came about. */
export type OpenOutcome =
  /** Never sent. */
  | "unspecified"
  /** It is new. */
  | "new"
  /** It goes on where it was; nothing is lost. */
  | "resumed"
  /** It could not be resumed: a new one has begun with `current`, and numbers start from 1. */
  | "restarted";

/** Why a session could not be resumed. */
export type RestartReason =
  /** It was, or did not have to be. */
  | "unspecified"
  /** The token is not one, or has been changed. */
  | "invalid_token"
  /** It was sealed with a key that the server does not have, or no longer. */
  | "unknown_key"
  /** It is too old. */
  | "expired"
  /** The server does not have the version of the experience that the session runs with. */
  | "unknown_experience"
  /** The client no longer has all events since the checkpoint. */
  | "events_missing"
  /** The client has not applied all directives up to the checkpoint. */
  | "directives_missing"
  /** It holds what only a newer server knows. */
  | "newer_state";

/** The messages by their types. */
export interface Messages {
  [MessageType.Duration]: Duration;
  [MessageType.Insets]: Insets;
  [MessageType.Rect]: Rect;
  [MessageType.Nothing]: Nothing;
  [MessageType.Page]: Page;
  [MessageType.BadgeContent]: BadgeContent;
  [MessageType.BadgeCount]: BadgeCount;
  [MessageType.BadgeMove]: BadgeMove;
  [MessageType.Environment]: Environment;
  [MessageType.Current]: Current;
  [MessageType.CurrentBadge]: CurrentBadge;
  [MessageType.SourceOffset]: SourceOffset;
  [MessageType.Event]: Event;
  [MessageType.ScrollEvent]: ScrollEvent;
  [MessageType.ScrollSamples]: ScrollSamples;
  [MessageType.PointerEvent]: PointerEvent;
  [MessageType.TapEvent]: TapEvent;
  [MessageType.SelectTabEvent]: SelectTabEvent;
  [MessageType.OrderToggleEvent]: OrderToggleEvent;
  [MessageType.TickEvent]: TickEvent;
  [MessageType.AnimationEndedEvent]: AnimationEndedEvent;
  [MessageType.AssetEvent]: AssetEvent;
  [MessageType.AssetLoopedEvent]: AssetLoopedEvent;
  [MessageType.FloorEvent]: FloorEvent;
  [MessageType.LifecycleEvent]: LifecycleEvent;
  [MessageType.HeldDragsEvent]: HeldDragsEvent;
  [MessageType.HeldDrag]: HeldDrag;
  [MessageType.AccountEvent]: AccountEvent;
  [MessageType.SelectionVerdictEvent]: SelectionVerdictEvent;
  [MessageType.MenuEvent]: MenuEvent;
  [MessageType.BadgeEvent]: BadgeEvent;
  [MessageType.NavigateEvent]: NavigateEvent;
  [MessageType.PageDragEvent]: PageDragEvent;
  [MessageType.SwipingEvent]: SwipingEvent;
  [MessageType.RefreshDoneEvent]: RefreshDoneEvent;
  [MessageType.HoldExpiredEvent]: HoldExpiredEvent;
  [MessageType.ContentSizeEvent]: ContentSizeEvent;
  [MessageType.Effect]: Effect;
  [MessageType.PlayHaptic]: PlayHaptic;
  [MessageType.PlaySound]: PlaySound;
  [MessageType.ScrollList]: ScrollList;
  [MessageType.ScrollCarousel]: ScrollCarousel;
  [MessageType.RefreshList]: RefreshList;
  [MessageType.PresentMenu]: PresentMenu;
  [MessageType.RequestLogin]: RequestLogin;
  [MessageType.AskSelection]: AskSelection;
  [MessageType.Media]: Media;
  [MessageType.Perform]: Perform;
  [MessageType.Refusal]: Refusal;
  [MessageType.Timeline]: Timeline;
  [MessageType.Staging]: Staging;
  [MessageType.Capture]: Capture;
  [MessageType.Track]: Track;
  [MessageType.Keyframe]: Keyframe;
  [MessageType.CubicBezier]: CubicBezier;
  [MessageType.Spring]: Spring;
  [MessageType.ScrollLinks]: ScrollLinks;
  [MessageType.ScrollLink]: ScrollLink;
  [MessageType.Setting]: Setting;
  [MessageType.ToggleState]: ToggleState;
  [MessageType.SelectionState]: SelectionState;
  [MessageType.Orientations]: Orientations;
  [MessageType.ItemLook]: ItemLook;
  [MessageType.BarLayout]: BarLayout;
  [MessageType.ItemLayout]: ItemLayout;
  [MessageType.ButtonLook]: ButtonLook;
  [MessageType.TextFont]: TextFont;
  [MessageType.Border]: Border;
  [MessageType.TextSpan]: TextSpan;
  [MessageType.FloorState]: FloorState;
  [MessageType.FloorLayout]: FloorLayout;
  [MessageType.BadgeState]: BadgeState;
  [MessageType.GateState]: GateState;
  [MessageType.PressState]: PressState;
  [MessageType.MenuEntry]: MenuEntry;
  [MessageType.TransitionState]: TransitionState;
  [MessageType.NavigationState]: NavigationState;
  [MessageType.NavigationChange]: NavigationChange;
  [MessageType.RefreshState]: RefreshState;
  [MessageType.Snapshot]: Snapshot;
  [MessageType.Directive]: Directive;
  [MessageType.Cause]: Cause;
  [MessageType.InteractRequest]: InteractRequest;
  [MessageType.InteractResponse]: InteractResponse;
  [MessageType.Open]: Open;
  [MessageType.Resume]: Resume;
  [MessageType.Checkpoint]: Checkpoint;
  [MessageType.Drain]: Drain;
  [MessageType.AuthRefresh]: AuthRefresh;
  [MessageType.Capabilities]: Capabilities;
  [MessageType.Opened]: Opened;
  [MessageType.StreamLimits]: StreamLimits;
  [MessageType.Events]: Events;
  [MessageType.Ack]: Ack;
  [MessageType.Heartbeat]: Heartbeat;
  [MessageType.HeartbeatReply]: HeartbeatReply;
  [MessageType.Notice]: Notice;
  [MessageType.FieldViolation]: FieldViolation;
  [MessageType.TriggerLines]: TriggerLines;
}
