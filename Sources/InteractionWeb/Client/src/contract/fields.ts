// Written by scripts/web/generate.py from Protos/interaction/v1: change those instead.

/**
 * The fields of each message: their names, numbers and types. A type ends with `*` if
 * the field is repeated, and with `?` if it is there even where it has its default.
 */
export const messageFields: Record<string, string> = {
  Duration: "seconds 1 int,nanos 2 int",
  Insets: "top 1 double,left 2 double,bottom 3 double,right 4 double",
  Rect: "x 1 double,y 2 double,width 3 double,height 4 double",
  Nothing: "",
  Page:
    "route 1 string,style 2 NavigationStyle,presented 3 bool,keyFrame 4 Rect,dx 5 double," +
    "dy 6 double,mask 7 double",
  BadgeContent: "text 1 string?,count 2 BadgeCount?,dot 3 Nothing?,newMark 4 Nothing?",
  BadgeCount: "count 1 int,max 2 int?",
  BadgeMove: "dx 1 double,dy 2 double",
  Environment:
    "width 1 double,height 2 double,insets 3 Insets,scale 4 double," +
    "direction 5 LayoutDirection,reducedMotion 6 bool,locale 7 string",
  Current:
    "selectedTab 1 int?,offsets 2 SourceOffset*,floorOpen 3 bool,signedIn 4 bool," +
    "pages 5 Page*,badges 6 CurrentBadge*,swiping 7 bool?",
  CurrentBadge:
    "tab 1 int,content 2 BadgeContent,hidden 3 bool,move 4 BadgeMove,height 5 double?," +
    "loop 6 BadgeAnimation",
  SourceOffset: "source 1 string,y 2 double",
  Event:
    "timeUs 1 int,scroll 2 ScrollEvent?,scrollSamples 3 ScrollSamples?," +
    "pointer 4 PointerEvent?,tap 5 TapEvent?,selectTab 6 SelectTabEvent?," +
    "orderToggle 7 OrderToggleEvent?,tick 8 TickEvent?,animationEnded 9 AnimationEndedEvent?," +
    "asset 10 AssetEvent?,floor 11 FloorEvent?,environment 12 Environment?," +
    "lifecycle 13 LifecycleEvent?,heldDrags 14 HeldDragsEvent?,account 15 AccountEvent?," +
    "menu 16 MenuEvent?,badge 17 BadgeEvent?,navigate 18 NavigateEvent?," +
    "pageDrag 19 PageDragEvent?,swiping 20 SwipingEvent?,refreshDone 21 RefreshDoneEvent?," +
    "holdExpired 22 HoldExpiredEvent?,contentSize 23 ContentSizeEvent?," +
    "assetLooped 25 AssetLoopedEvent?,selectionVerdict 26 SelectionVerdictEvent?," +
    "commandId 24 string",
  ScrollEvent:
    "source 1 string,drag 2 uint,phase 3 ScrollPhase,x 4 double,y 5 double,velocity 6 double?",
  ScrollSamples:
    "source 1 string,drag 2 uint,phase 3 ScrollPhase,deltaUs 4 sint*,y 5 double*,x 6 double*",
  PointerEvent: "pointer 1 uint,phase 2 PointerPhase,target 3 string,x 4 double,y 5 double",
  TapEvent: "tab 1 int",
  SelectTabEvent: "tab 1 int",
  OrderToggleEvent: "toggle 1 string,look 2 Look",
  TickEvent: "byServer 1 bool",
  AnimationEndedEvent: "directive 1 uint,outcome 2 AnimationOutcome",
  AssetEvent: "slot 1 string,kind 2 AssetKind,width 3 double,height 4 double",
  AssetLoopedEvent: "slot 1 string",
  FloorEvent: "command 1 FloorCommand",
  LifecycleEvent: "state 1 LifecycleState",
  HeldDragsEvent: "drags 1 HeldDrag*,pointers 2 uint*",
  HeldDrag: "source 1 string,drag 2 uint",
  AccountEvent: "change 1 AccountChange",
  SelectionVerdictEvent: "tab 1 int,allowed 2 bool",
  MenuEvent: "chosen 1 int?,dismissed 2 Nothing?",
  BadgeEvent:
    "tab 1 int,set 2 BadgeContent?,increase 3 int?,decrease 4 int?,clear 5 Nothing?," +
    "hidden 6 bool?,move 7 BadgeMove?,height 8 double?,animate 9 BadgeAnimation?",
  NavigateEvent:
    "operation 1 NavigationOperation,route 2 string,style 3 NavigationStyle,keyFrame 4 Rect",
  PageDragEvent:
    "subject 1 PageDragSubject,phase 2 PageDragPhase,translation 3 double,velocity 4 double," +
    "route 5 string",
  SwipingEvent: "on 1 bool",
  RefreshDoneEvent: "",
  HoldExpiredEvent: "target 1 HoldTarget",
  ContentSizeEvent: "source 1 string,width 2 double,height 3 double",
  Effect:
    "haptic 1 PlayHaptic?,sound 2 PlaySound?,scrollList 3 ScrollList?," +
    "scrollCarousel 4 ScrollCarousel?,refresh 5 RefreshList?,presentMenu 6 PresentMenu?," +
    "requestLogin 7 RequestLogin?,media 8 Media?,perform 9 Perform?,refusal 10 Refusal?," +
    "askSelection 11 AskSelection?",
  PlayHaptic: "haptic 1 Haptic",
  PlaySound: "name 1 string",
  ScrollList: "source 1 string,y 2 double,animated 3 bool",
  ScrollCarousel: "source 1 string,item 2 int,x 3 double,animated 4 bool",
  RefreshList: "source 1 string",
  PresentMenu: "tab 1 int",
  RequestLogin: "tab 1 int",
  AskSelection: "tab 1 int",
  Media: "target 1 string,name 2 string,operation 3 MediaOperation,start 4 double,end 5 double",
  Perform: "tab 1 int,kind 2 ActionKind,value 3 string",
  Refusal:
    "selectTab 1 int?,floor 2 FloorCommand?,navigate 4 NavigationOperation?," +
    "reason 3 RefusalReason",
  Timeline:
    "tracks 1 Track*,interruption 2 Interruption,captures 3 Capture*,staging 4 Staging*",
  Staging:
    "target 1 string,level 2 StagingLevel,originX 3 double,originY 4 double," +
    "perspective 5 double",
  Capture: "target 1 string,frame 2 Rect,pixelFrame 3 Rect,subject 4 string",
  Track:
    "target 1 string,property 2 AnimatedProperty,keyframes 3 Keyframe*,delayUs 4 int," +
    "durationUs 5 int,bezier 6 CubicBezier?,spring 7 Spring?,steps 8 uint?,iterations 9 uint," +
    "direction 10 PlaybackDirection,fill 11 Fill",
  Keyframe: "position 1 double,value 2 double",
  CubicBezier: "x1 1 double,y1 2 double,x2 3 double,y2 4 double",
  Spring:
    "dampingRatio 1 double,durationUs 2 int,initialVelocity 3 double,stiffness 4 double," +
    "damping 5 double",
  ScrollLinks: "links 1 ScrollLink*",
  ScrollLink:
    "source 1 string,target 2 string,property 3 AnimatedProperty,startOffset 4 double," +
    "endOffset 5 double,startValue 6 double,endValue 7 double,dragTarget 8 string",
  Setting:
    "generation 1 uint,toggle 2 ToggleState?,selection 3 SelectionState?,layout 4 BarLayout?," +
    "floor 5 FloorState?,floorLayout 6 FloorLayout?,links 7 ScrollLinks?,badge 8 BadgeState?," +
    "gate 9 GateState?,press 10 PressState?,transition 11 TransitionState?," +
    "navigation 12 NavigationState?,refresh 13 RefreshState?",
  ToggleState:
    "id 1 string,look 2 Look,name 3 string,image 4 string,backgroundImage 5 string," +
    "edge 6 double,otherImage 7 string,strip 8 bool",
  SelectionState:
    "selected 1 int,items 2 ItemLook*,orientations 3 Orientations,previous 4 int?," +
    "origin 5 SelectionOrigin,autorotates 6 bool?,preferredOrientation 7 Orientation",
  Orientations: "portrait 1 bool,upsideDown 2 bool,landscapeLeft 3 bool,landscapeRight 4 bool",
  ItemLook:
    "showsIconAndTitle 1 bool,showsBadge 2 bool,image 3 string,titleColor 4 string," +
    "pressed 5 bool,reacts 6 bool",
  BarLayout: "frame 1 Rect,backgroundColor 2 string,items 3 ItemLayout*",
  ItemLayout:
    "frame 1 Rect,icon 2 Rect,iconInsets 3 Insets,title 4 Rect,badge 5 Rect,text 6 string," +
    "subtitle 7 Rect,subtitleText 8 string,lottie 9 string,reaction 10 Timeline," +
    "selectedLook 11 ItemLook,otherLook 12 ItemLook,button 13 ButtonLook," +
    "richTitle 14 TextSpan*,richSubtitle 15 TextSpan*,lists 16 string*",
  ButtonLook:
    "titleFont 1 TextFont,subtitleFont 2 TextFont,subtitleColor 3 string," +
    "backgroundColor 4 string,backgroundImage 5 string,cornerRadius 6 double,border 7 Border",
  TextFont: "family 1 string,size 2 double?,weight 3 uint?",
  Border: "width 1 double?,color 2 string",
  TextSpan: "text 1 string,color 2 string,font 3 TextFont",
  FloorState:
    "phase 1 FloorPhase,behindList 2 bool,playing 3 bool,showsTip 4 bool,hidesViews 5 bool," +
    "holdUs 6 int",
  FloorLayout:
    "ready 1 bool,image 2 Rect,maskStart 3 double,maskEnd 4 double,tip 5 Rect," +
    "tipText 6 string,tipColor 7 string,tipFontSize 8 double,backgroundColor 9 string," +
    "assetUrl 10 string,assetKind 11 AssetKind,assetWidth 12 double,assetHeight 13 double," +
    "prefetch 14 FloorPrefetch",
  BadgeState:
    "tab 1 int,shown 2 bool,style 3 BadgeStyle,text 4 string,dx 5 double,dy 6 double," +
    "height 7 double,loop 8 BadgeAnimation,loopTimeline 9 Timeline",
  GateState: "signedIn 1 bool,pendingTab 2 int?,pendingCondition 3 PendingCondition",
  PressState: "tab 1 int?,phase 2 PressPhase,menu 3 MenuEntry*",
  MenuEntry: "id 1 string,text 2 string,image 3 string",
  TransitionState:
    "number 1 uint,phase 2 TransitionPhase,outcome 3 TransitionOutcome,leaving 4 int," +
    "coming 5 int,reset 6 int*,links 7 ScrollLink*,holdUs 8 int",
  NavigationState:
    "number 1 uint,phase 2 TransitionPhase,outcome 3 TransitionOutcome,pages 4 Page*," +
    "hidesBar 5 bool,links 6 ScrollLink*,holdUs 7 int,captures 8 Capture*,staging 9 Staging*," +
    "change 10 NavigationChange",
  NavigationChange: "operation 1 NavigationOperation,route 2 string,style 3 NavigationStyle",
  RefreshState: "refreshing 1 bool",
  Snapshot: "settings 1 Setting*",
  Directive:
    "sequence 1 uint,cause 2 Cause,atUs 3 int,supersedes 4 uint*,replacesAll 5 bool," +
    "settings 6 Setting*,timeline 7 Timeline,effects 8 Effect*",
  Cause: "eventSequence 1 uint?,deadline 2 string?,command 3 string?",
  InteractRequest:
    "open 1 Open?,events 2 Events?,ack 3 Ack?,heartbeat 4 Heartbeat?," +
    "authRefresh 5 AuthRefresh?",
  InteractResponse:
    "opened 1 Opened,directives 2 Directive*,ackedEvent 3 uint,notices 4 Notice*," +
    "triggerLines 5 TriggerLines*,heartbeat 6 HeartbeatReply,nextDeadlineUs 7 int?," +
    "checkpoint 8 Checkpoint,drain 9 Drain",
  Open:
    "level 1 uint,clientName 2 string,clientVersion 3 string,sessionId 4 string,epoch 5 uint," +
    "experience 6 string,environment 7 Environment,capabilities 8 Capabilities," +
    "current 9 Current,timeUs 10 int,user 11 string,resume 12 Resume,wantsDefinition 13 bool",
  Resume: "token 1 bytes,directive 2 uint,firstEvent 3 uint",
  Checkpoint: "token 1 bytes,event 2 uint,directive 3 uint,lifetime 4 Duration",
  Drain: "leaveAfter 1 Duration,deadline 2 Duration",
  AuthRefresh: "token 1 string",
  Capabilities: "skipsSamples 1 bool,samplesSprings 2 bool,resumes 3 bool",
  Opened:
    "outcome 1 OpenOutcome,sessionId 2 string,experience 3 string,experienceDigest 4 string," +
    "snapshot 5 Snapshot,triggerLines 6 TriggerLines*,heartbeatInterval 7 Duration," +
    "limits 8 StreamLimits,restartReason 9 RestartReason,appliedEvent 10 uint,level 11 uint",
  StreamLimits:
    "maxFrameBytes 1 uint,maxFrameEvents 2 uint,maxMalformedEvents 3 uint," +
    "malformedWindow 4 Duration,idleTimeout 5 Duration,maxUnacknowledgedDirectives 6 uint," +
    "maxUnacknowledgedBytes 7 uint,maxEventsPerSecond 8 uint,maxEventBurst 9 uint",
  Events: "firstSequence 1 uint,events 2 Event*",
  Ack: "directive 1 uint",
  Heartbeat: "timeUs 1 int,heldDrags 2 HeldDrag*,heldPointers 3 uint*",
  HeartbeatReply: "timeUs 1 int",
  Notice: "sequence 1 uint,reason 2 string,violations 3 FieldViolation*",
  FieldViolation: "field 1 string,description 2 string",
  TriggerLines:
    "source 1 string,offsets 2 double*,dragStartSources 3 string*,everySample 4 bool," +
    "cellStarts 5 double*,fingerOffsets 6 double*",
};

/** The names of each enum's values, from 0, and before them what they begin with. */
export const enumNames: Record<string, string> = {
  BadgeAnimation:
    "BADGE_ANIMATION_,UNSPECIFIED,NONE,ALERT,SHAKE,SCALE_LOOP,SHAKE_LOOP,BOUNCE_LOOP," +
    "BREATHE_LOOP,ALERT_AND_SHAKE",
  NavigationStyle:
    "NAVIGATION_STYLE_,UNSPECIFIED,WINDOW,SYSTEM,SPRING,FADE,DEFAULT,SLIDE,PAGE,OMNI,KEY_MOVE," +
    "ZOOM_TO,TWITTER,POP_TIP,FLIP,ELEVATE,SCAN",
  LayoutDirection: "LAYOUT_DIRECTION_,UNSPECIFIED,LEFT_TO_RIGHT,RIGHT_TO_LEFT",
  ScrollPhase:
    "SCROLL_PHASE_,UNSPECIFIED,BEGAN,MOVED,ENDED,CANCELLED,DECELERATING,SETTLED," +
    "PROGRAMMATIC_BEGAN,PROGRAMMATIC_MOVED,PROGRAMMATIC_ENDED",
  PointerPhase: "POINTER_PHASE_,UNSPECIFIED,DOWN,MOVED,UP,CANCELLED",
  Look: "LOOK_,UNSPECIFIED,BELOW,ABOVE",
  AnimationOutcome: "ANIMATION_OUTCOME_,UNSPECIFIED,FINISHED,CANCELLED",
  AssetKind: "ASSET_KIND_,UNSPECIFIED,STILL,ANIMATED,NONE",
  FloorCommand: "FLOOR_COMMAND_,UNSPECIFIED,OPEN,CLOSE,PEEK",
  LifecycleState: "LIFECYCLE_STATE_,UNSPECIFIED,FOREGROUND,BACKGROUND",
  AccountChange: "ACCOUNT_CHANGE_,UNSPECIFIED,SIGNED_IN,SIGNED_OUT,LOGIN_FAILED",
  NavigationOperation: "NAVIGATION_OPERATION_,UNSPECIFIED,PUSH,POP,POP_TO_ROOT,PRESENT,DISMISS",
  PageDragSubject: "PAGE_DRAG_SUBJECT_,UNSPECIFIED,TABS,BACK,SCAN",
  PageDragPhase: "PAGE_DRAG_PHASE_,UNSPECIFIED,BEGAN,MOVED,ENDED,CANCELLED",
  HoldTarget: "HOLD_TARGET_,UNSPECIFIED,FLOOR,TABS,BACK",
  Haptic: "HAPTIC_,UNSPECIFIED,NONE,LIGHT,MEDIUM,HEAVY,SELECTION",
  MediaOperation: "MEDIA_OPERATION_,UNSPECIFIED,PLAY,STOP",
  ActionKind: "ACTION_KIND_,UNSPECIFIED,ROUTE,TOAST,URL",
  RefusalReason:
    "REFUSAL_REASON_,UNSPECIFIED,DISABLED,BUSY,NOT_OPEN,ABSENT,LOGIN_REQUIRED,LOGIN_FAILED," +
    "TIMED_OUT,ASSET_NOT_READY,NO_PAGE,TOO_MANY_PAGES,VETOED",
  StagingLevel: "STAGING_LEVEL_,UNSPECIFIED,UNCHANGED,BELOW,ABOVE",
  Interruption: "INTERRUPTION_,UNSPECIFIED,REPLACE_FROM_CURRENT",
  AnimatedProperty:
    "ANIMATED_PROPERTY_,UNSPECIFIED,OPACITY,SCALE,TRANSLATE_X,TRANSLATE_Y,ROTATION,ROTATION_Y," +
    "CONTENT_OFFSET_Y,FRAME,TRANSLATE_Z,ROTATION_X,CENTER_X,SCREEN_CENTER_X,CENTER_Y," +
    "SHADOW_OPACITY,MASK_DIAMETER,SCALE_X,SCALE_Y,SHADOW_OFFSET_X,SHADOW_OFFSET_Y," +
    "SHADOW_RADIUS,MASK_WIDTH,MASK_HEIGHT",
  PlaybackDirection:
    "PLAYBACK_DIRECTION_,UNSPECIFIED,NORMAL,REVERSE,ALTERNATE,ALTERNATE_REVERSE",
  Fill: "FILL_,UNSPECIFIED,NONE,FORWARDS,BACKWARDS,BOTH",
  Orientation: "ORIENTATION_,UNSPECIFIED,PORTRAIT,UPSIDE_DOWN,LANDSCAPE_LEFT,LANDSCAPE_RIGHT",
  SelectionOrigin: "SELECTION_ORIGIN_,UNSPECIFIED,USER,PROGRAMMATIC,RESTORE",
  FloorPhase: "FLOOR_PHASE_,UNSPECIFIED,CLOSED,PULLING,TIP,ARMED,OPENING,OPEN,CLOSING",
  FloorPrefetch: "FLOOR_PREFETCH_,UNSPECIFIED,EAGER,LAZY",
  BadgeStyle: "BADGE_STYLE_,UNSPECIFIED,DOT,NUMBER,TEXT,NEW",
  PendingCondition: "PENDING_CONDITION_,UNSPECIFIED,LOGIN,CLIENT",
  PressPhase: "PRESS_PHASE_,UNSPECIFIED,POSSIBLE,BEGAN,CHANGED,ENDED,CANCELLED,FAILED",
  TransitionPhase: "TRANSITION_PHASE_,UNSPECIFIED,IDLE,RUNNING,INTERACTIVE",
  TransitionOutcome: "TRANSITION_OUTCOME_,UNSPECIFIED,FINISHED,CANCELLED",
  OpenOutcome: "OPEN_OUTCOME_,UNSPECIFIED,NEW,RESUMED,RESTARTED",
  RestartReason:
    "RESTART_REASON_,UNSPECIFIED,INVALID_TOKEN,UNKNOWN_KEY,EXPIRED,UNKNOWN_EXPERIENCE," +
    "EVENTS_MISSING,DIRECTIVES_MISSING,NEWER_STATE",
};
