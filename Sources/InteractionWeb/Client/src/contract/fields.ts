// Written by scripts/web/generate.py from Protos/interaction/v1: change those instead.

/**
 * The fields of each message. A field is its name; `=` and its number, unless that is one more than
 * the last one's; the sign of its kind, as schema.ts has them; behind a message's or an enum's the
 * place in the tables, unless it is the first field of that type, which then has the next place;
 * `*` if it is repeated, and `?` if it is there even where it has its default.
 */
export const messageFields =
  // InteractRequest
  "open@events@ack@heartbeat@authRefresh@;" +
  // InteractResponse
  "opened@directives@*ackedEvent#notices@*triggerLines@*heartbeat@nextDeadlineUs%?checkpoint@" +
  "drain@;" +
  // Open
  "level#clientName$clientVersion$sessionId$epoch#experience$environment@capabilities@" +
  "current@timeUs%user$resume@wantsDefinition!;" +
  // Events
  "firstSequence#events@*;" +
  // Ack
  "directive#;" +
  // Heartbeat
  "timeUs%heldDrags@*heldPointers#*;" +
  // AuthRefresh
  "token$;" +
  // Opened
  "outcome:sessionId$experience$experienceDigest$snapshot@triggerLines@10*heartbeatInterval@" +
  "limits@restartReason:appliedEvent#level#;" +
  // Directive
  "sequence#cause@atUs%supersedes#*replacesAll!settings@*timeline@effects@*;" +
  // Notice
  "sequence#reason$violations@*;" +
  // TriggerLines
  "source$offsets.*dragStartSources$*everySample!cellStarts.*fingerOffsets.*;" +
  // HeartbeatReply
  "timeUs%;" +
  // Checkpoint
  "token&event#directive#lifetime@21;" +
  // Drain
  "leaveAfter@21deadline@21;" +
  // Environment
  "width.height.insets@scale.direction:reducedMotion!locale$;" +
  // Capabilities
  "skipsSamples!samplesSprings!resumes!;" +
  // Current
  "selectedTab%?offsets@*floorOpen!signedIn!pages@*badges@*swiping!?;" +
  // Resume
  "token&directive#firstEvent#;" +
  // Event
  "timeUs%scroll@scrollSamples@pointer@tap@selectTab@orderToggle@tick@animationEnded@asset@" +
  "floor@environment@14lifecycle@heldDrags@account@menu@badge@navigate@pageDrag@swiping@" +
  "refreshDone@holdExpired@contentSize@commandId$assetLooped@selectionVerdict@;" +
  // HeldDrag
  "source$drag#;" +
  // Snapshot
  "settings@24*;" +
  // Duration
  "seconds%nanos%;" +
  // StreamLimits
  "maxFrameBytes#maxFrameEvents#maxMalformedEvents#malformedWindow@21idleTimeout@21" +
  "maxUnacknowledgedDirectives#maxUnacknowledgedBytes#maxEventsPerSecond#maxEventBurst#;" +
  // Cause
  "eventSequence#?deadline$?command$?;" +
  // Setting
  "generation#toggle@selection@layout@floor@floorLayout@links@badge@gate@press@transition@" +
  "navigation@refresh@;" +
  // Timeline
  "tracks@*interruption:captures@*staging@*;" +
  // Effect
  "haptic@sound@scrollList@scrollCarousel@refresh@presentMenu@requestLogin@media@perform@" +
  "refusal@askSelection@;" +
  // FieldViolation
  "field$description$;" +
  // Insets
  "top.left.bottom.right.;" +
  // SourceOffset
  "source$y.;" +
  // Page
  "route$style:presented!keyFrame@dx.dy.mask.;" +
  // CurrentBadge
  "tab%content@hidden!move@height.?loop:;" +
  // ScrollEvent
  "source$drag#phase:x.y.velocity.?;" +
  // ScrollSamples
  "source$drag#phase:6deltaUs~*y.*x.*;" +
  // PointerEvent
  "pointer#phase:target$x.y.;" +
  // TapEvent
  "tab%;" +
  // SelectTabEvent
  "tab%;" +
  // OrderToggleEvent
  "toggle$look:;" +
  // TickEvent
  "byServer!;" +
  // AnimationEndedEvent
  "directive#outcome:;" +
  // AssetEvent
  "slot$kind:width.height.;" +
  // FloorEvent
  "command:;" +
  // LifecycleEvent
  "state:;" +
  // HeldDragsEvent
  "drags@19*pointers#*;" +
  // AccountEvent
  "change:;" +
  // MenuEvent
  "chosen%?dismissed@;" +
  // BadgeEvent
  "tab%set@82increase%?decrease%?clear@84hidden!?move@83height.?animate:5?;" +
  // NavigateEvent
  "operation:route$style:4keyFrame@81;" +
  // PageDragEvent
  "subject:phase:translation.velocity.route$;" +
  // SwipingEvent
  "on!;" +
  // RefreshDoneEvent
  ";" +
  // HoldExpiredEvent
  "target:;" +
  // ContentSizeEvent
  "source$width.height.;" +
  // AssetLoopedEvent
  "slot$;" +
  // SelectionVerdictEvent
  "tab%allowed!;" +
  // ToggleState
  "id$look:8name$image$backgroundImage$edge.otherImage$strip!;" +
  // SelectionState
  "selected%items@*orientations@previous%?origin:autorotates!?preferredOrientation:;" +
  // BarLayout
  "frame@81backgroundColor$items@*;" +
  // FloorState
  "phase:behindList!playing!showsTip!hidesViews!holdUs%;" +
  // FloorLayout
  "ready!image@81maskStart.maskEnd.tip@81tipText$tipColor$tipFontSize.backgroundColor$" +
  "assetUrl$assetKind:10assetWidth.assetHeight.prefetch:;" +
  // ScrollLinks
  "links@*;" +
  // BadgeState
  "tab%shown!style:text$dx.dy.height.loop:5loopTimeline@25;" +
  // GateState
  "signedIn!pendingTab%?pendingCondition:;" +
  // PressState
  "tab%?phase:menu@*;" +
  // TransitionState
  "number#phase:outcome:leaving%coming%reset%*links@88*holdUs%;" +
  // NavigationState
  "number#phase:25outcome:26pages@30*hidesBar!links@88*holdUs%captures@68*staging@69*change@;" +
  // RefreshState
  "refreshing!;" +
  // Track
  "target$property:keyframes@*delayUs%durationUs%bezier@spring@steps#?iterations#direction:" +
  "fill:;" +
  // Capture
  "target$frame@81pixelFrame@81subject$;" +
  // Staging
  "target$level:originX.originY.perspective.;" +
  // PlayHaptic
  "haptic:;" +
  // PlaySound
  "name$;" +
  // ScrollList
  "source$y.animated!;" +
  // ScrollCarousel
  "source$item%x.animated!;" +
  // RefreshList
  "source$;" +
  // PresentMenu
  "tab%;" +
  // RequestLogin
  "tab%;" +
  // Media
  "target$name$operation:start.end.;" +
  // Perform
  "tab%kind:value$;" +
  // Refusal
  "selectTab%?floor:11?reason:navigate:14?;" +
  // AskSelection
  "tab%;" +
  // Rect
  "x.y.width.height.;" +
  // BadgeContent
  "text$?count@dot@84newMark@84;" +
  // BadgeMove
  "dx.dy.;" +
  // Nothing
  ";" +
  // ItemLook
  "showsIconAndTitle!showsBadge!image$titleColor$pressed!reacts!;" +
  // Orientations
  "portrait!upsideDown!landscapeLeft!landscapeRight!;" +
  // ItemLayout
  "frame@81icon@81iconInsets@28title@81badge@81text$subtitle@81subtitleText$lottie$" +
  "reaction@25selectedLook@85otherLook@85button@richTitle@*richSubtitle@96*lists$*;" +
  // ScrollLink
  "source$target$property:27startOffset.endOffset.startValue.endValue.dragTarget$;" +
  // MenuEntry
  "id$text$image$;" +
  // NavigationChange
  "operation:14route$style:4;" +
  // Keyframe
  "position.value.;" +
  // CubicBezier
  "x1.y1.x2.y2.;" +
  // Spring
  "dampingRatio.durationUs%initialVelocity.stiffness.damping.;" +
  // BadgeCount
  "count%max%?;" +
  // ButtonLook
  "titleFont@subtitleFont@97subtitleColor$backgroundColor$backgroundImage$cornerRadius." +
  "border@;" +
  // TextSpan
  "text$color$font@97;" +
  // TextFont
  "family$size.?weight#?;" +
  // Border
  "width.?color$;" +
  "";

/** The names of each enum's values, from 1; 0 is UNSPECIFIED. */
export const enumNames =
  // OpenOutcome
  "NEW,RESUMED,RESTARTED;" +
  // RestartReason
  "INVALID_TOKEN,UNKNOWN_KEY,EXPIRED,UNKNOWN_EXPERIENCE,EVENTS_MISSING,DIRECTIVES_MISSING," +
  "NEWER_STATE;" +
  // LayoutDirection
  "LEFT_TO_RIGHT,RIGHT_TO_LEFT;" +
  // Interruption
  "REPLACE_FROM_CURRENT;" +
  // NavigationStyle
  "WINDOW,SYSTEM,SPRING,FADE,DEFAULT,SLIDE,PAGE,OMNI,KEY_MOVE,ZOOM_TO,TWITTER,POP_TIP,FLIP," +
  "ELEVATE,SCAN;" +
  // BadgeAnimation
  "NONE,ALERT,SHAKE,SCALE_LOOP,SHAKE_LOOP,BOUNCE_LOOP,BREATHE_LOOP,ALERT_AND_SHAKE;" +
  // ScrollPhase
  "BEGAN,MOVED,ENDED,CANCELLED,DECELERATING,SETTLED,PROGRAMMATIC_BEGAN,PROGRAMMATIC_MOVED," +
  "PROGRAMMATIC_ENDED;" +
  // PointerPhase
  "DOWN,MOVED,UP,CANCELLED;" +
  // Look
  "BELOW,ABOVE;" +
  // AnimationOutcome
  "FINISHED,CANCELLED;" +
  // AssetKind
  "STILL,ANIMATED,NONE;" +
  // FloorCommand
  "OPEN,CLOSE,PEEK;" +
  // LifecycleState
  "FOREGROUND,BACKGROUND;" +
  // AccountChange
  "SIGNED_IN,SIGNED_OUT,LOGIN_FAILED;" +
  // NavigationOperation
  "PUSH,POP,POP_TO_ROOT,PRESENT,DISMISS;" +
  // PageDragSubject
  "TABS,BACK,SCAN;" +
  // PageDragPhase
  "BEGAN,MOVED,ENDED,CANCELLED;" +
  // HoldTarget
  "FLOOR,TABS,BACK;" +
  // SelectionOrigin
  "USER,PROGRAMMATIC,RESTORE;" +
  // Orientation
  "PORTRAIT,UPSIDE_DOWN,LANDSCAPE_LEFT,LANDSCAPE_RIGHT;" +
  // FloorPhase
  "CLOSED,PULLING,TIP,ARMED,OPENING,OPEN,CLOSING;" +
  // FloorPrefetch
  "EAGER,LAZY;" +
  // BadgeStyle
  "DOT,NUMBER,TEXT,NEW;" +
  // PendingCondition
  "LOGIN,CLIENT;" +
  // PressPhase
  "POSSIBLE,BEGAN,CHANGED,ENDED,CANCELLED,FAILED;" +
  // TransitionPhase
  "IDLE,RUNNING,INTERACTIVE;" +
  // TransitionOutcome
  "FINISHED,CANCELLED;" +
  // AnimatedProperty
  "OPACITY,SCALE,TRANSLATE_X,TRANSLATE_Y,ROTATION,ROTATION_Y,CONTENT_OFFSET_Y,FRAME," +
  "TRANSLATE_Z,ROTATION_X,CENTER_X,SCREEN_CENTER_X,CENTER_Y,SHADOW_OPACITY,MASK_DIAMETER," +
  "SCALE_X,SCALE_Y,SHADOW_OFFSET_X,SHADOW_OFFSET_Y,SHADOW_RADIUS,MASK_WIDTH,MASK_HEIGHT;" +
  // PlaybackDirection
  "NORMAL,REVERSE,ALTERNATE,ALTERNATE_REVERSE;" +
  // Fill
  "NONE,FORWARDS,BACKWARDS,BOTH;" +
  // StagingLevel
  "UNCHANGED,BELOW,ABOVE;" +
  // Haptic
  "NONE,LIGHT,MEDIUM,HEAVY,SELECTION;" +
  // MediaOperation
  "PLAY,STOP;" +
  // ActionKind
  "ROUTE,TOAST,URL;" +
  // RefusalReason
  "DISABLED,BUSY,NOT_OPEN,ABSENT,LOGIN_REQUIRED,LOGIN_FAILED,TIMED_OUT,ASSET_NOT_READY," +
  "NO_PAGE,TOO_MANY_PAGES,VETOED;" +
  "";

/** The messages by their places in the tables. */
export enum MessageType {
  InteractRequest,
  InteractResponse,
  Open,
  Events,
  Ack,
  Heartbeat,
  AuthRefresh,
  Opened,
  Directive,
  Notice,
  TriggerLines,
  HeartbeatReply,
  Checkpoint,
  Drain,
  Environment,
  Capabilities,
  Current,
  Resume,
  Event,
  HeldDrag,
  Snapshot,
  Duration,
  StreamLimits,
  Cause,
  Setting,
  Timeline,
  Effect,
  FieldViolation,
  Insets,
  SourceOffset,
  Page,
  CurrentBadge,
  ScrollEvent,
  ScrollSamples,
  PointerEvent,
  TapEvent,
  SelectTabEvent,
  OrderToggleEvent,
  TickEvent,
  AnimationEndedEvent,
  AssetEvent,
  FloorEvent,
  LifecycleEvent,
  HeldDragsEvent,
  AccountEvent,
  MenuEvent,
  BadgeEvent,
  NavigateEvent,
  PageDragEvent,
  SwipingEvent,
  RefreshDoneEvent,
  HoldExpiredEvent,
  ContentSizeEvent,
  AssetLoopedEvent,
  SelectionVerdictEvent,
  ToggleState,
  SelectionState,
  BarLayout,
  FloorState,
  FloorLayout,
  ScrollLinks,
  BadgeState,
  GateState,
  PressState,
  TransitionState,
  NavigationState,
  RefreshState,
  Track,
  Capture,
  Staging,
  PlayHaptic,
  PlaySound,
  ScrollList,
  ScrollCarousel,
  RefreshList,
  PresentMenu,
  RequestLogin,
  Media,
  Perform,
  Refusal,
  AskSelection,
  Rect,
  BadgeContent,
  BadgeMove,
  Nothing,
  ItemLook,
  Orientations,
  ItemLayout,
  ScrollLink,
  MenuEntry,
  NavigationChange,
  Keyframe,
  CubicBezier,
  Spring,
  BadgeCount,
  ButtonLook,
  TextSpan,
  TextFont,
  Border,
}

/** The enums by their places in the tables. */
export enum EnumType {
  OpenOutcome,
  RestartReason,
  LayoutDirection,
  Interruption,
  NavigationStyle,
  BadgeAnimation,
  ScrollPhase,
  PointerPhase,
  Look,
  AnimationOutcome,
  AssetKind,
  FloorCommand,
  LifecycleState,
  AccountChange,
  NavigationOperation,
  PageDragSubject,
  PageDragPhase,
  HoldTarget,
  SelectionOrigin,
  Orientation,
  FloorPhase,
  FloorPrefetch,
  BadgeStyle,
  PendingCondition,
  PressPhase,
  TransitionPhase,
  TransitionOutcome,
  AnimatedProperty,
  PlaybackDirection,
  Fill,
  StagingLevel,
  Haptic,
  MediaOperation,
  ActionKind,
  RefusalReason,
}
