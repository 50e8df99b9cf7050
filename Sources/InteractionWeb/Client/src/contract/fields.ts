// Written by scripts/web/generate.py from Protos/interaction/v1: change those instead.

/**
 * The fields of each message. A field is its name; `=` and its number, unless that is one more than
 * the last one's; the sign of its kind, as schema.ts has them; behind a message's or an enum's the
 * place in the tables, unless it is the first field of that type, which then has the next place;
 * `*` if it is repeated, and `?` if it is there even where it has its default. Signs and letters
 * are those that code has often, since so they pack better.
 */
export const messageFields =
  // InteractRequest
  "open(events(ack(heartbeat(authRefresh(;" +
  // InteractResponse
  "opened(directives(*ackedEvent}notices(*triggerLines(*heartbeat(nextDeadlineUs)?checkpoint(" +
  "drain(;" +
  // Open
  "level}clientName,clientVersion,sessionId,epoch}experience,environment(capabilities(" +
  "current(timeUs)user,resume(wantsDefinition{;" +
  // Events
  "firstSequence}events(*;" +
  // Ack
  "directive};" +
  // Heartbeat
  "timeUs)heldDrags(*heldPointers}*;" +
  // AuthRefresh
  "token,;" +
  // Opened
  "outcome:sessionId,experience,experienceDigest,snapshot(triggerLines(10*heartbeatInterval(" +
  "limits(restartReason:appliedEvent}level};" +
  // Directive
  "sequence}cause(atUs)supersedes}*replacesAll{settings(*timeline(effects(*;" +
  // Notice
  "sequence}reason,violations(*;" +
  // TriggerLines
  "source,offsets.*dragStartSources,*everySample{cellStarts.*fingerOffsets.*;" +
  // HeartbeatReply
  "timeUs);" +
  // Checkpoint
  "token&event}directive}lifetime(21;" +
  // Drain
  "leaveAfter(21deadline(21;" +
  // Environment
  "width.height.insets(scale.direction:reducedMotion{locale,textScale.;" +
  // Capabilities
  "skipsSamples{samplesSprings{resumes{;" +
  // Current
  "selectedTab)?offsets(*floorOpen{signedIn{pages(*badges(*swiping{?;" +
  // Resume
  "token&directive}firstEvent};" +
  // Event
  "timeUs)scroll(scrollSamples(pointer(tap(selectTab(orderToggle(tick(animationEnded(asset(" +
  "floor(environment(14lifecycle(heldDrags(account(menu(badge(navigate(pageDrag(swiping(" +
  "refreshDone(holdExpired(contentSize(commandId,assetLooped(selectionVerdict(;" +
  // HeldDrag
  "source,drag};" +
  // Snapshot
  "settings(24*;" +
  // Duration
  "seconds)nanos);" +
  // StreamLimits
  "maxUnacknowledgedDirectives=6};" +
  // Cause
  "eventSequence}?deadline,?command,?;" +
  // Setting
  "generation}toggle(selection(layout(floor(floorLayout(links(badge(gate(press(transition(" +
  "navigation(refresh(;" +
  // Timeline
  "tracks(*captures=3(*staging(*;" +
  // Effect
  "haptic(sound(scrollList(scrollCarousel(refresh(presentMenu(requestLogin(media(perform(" +
  "refusal(askSelection(;" +
  // FieldViolation
  "field,description,;" +
  // Insets
  "top.left.bottom.right.;" +
  // SourceOffset
  "source,y.?;" +
  // Page
  "route,style:presented{keyFrame(dx.dy.mask.;" +
  // CurrentBadge
  "tab)?content(hidden{move(height.?loop:;" +
  // ScrollEvent
  "source,drag}phase:x.y.?velocity.?;" +
  // ScrollSamples
  "source,drag}phase:5deltaUs-*y.*x.*;" +
  // PointerEvent
  "pointer}?phase:target,x.?y.?;" +
  // TapEvent
  "tab)?;" +
  // SelectTabEvent
  "tab)?;" +
  // OrderToggleEvent
  "toggle,look:;" +
  // TickEvent
  "byServer{;" +
  // AnimationEndedEvent
  "directive}outcome:;" +
  // AssetEvent
  "slot,kind:width.?height.?;" +
  // FloorEvent
  "command:;" +
  // LifecycleEvent
  "state:;" +
  // HeldDragsEvent
  "drags(19*pointers}*;" +
  // AccountEvent
  "change:;" +
  // MenuEvent
  "chosen)?dismissed(;" +
  // BadgeEvent
  "tab)?set(82increase)?decrease)?clear(84hidden{?move(83height.?animate:4?;" +
  // NavigateEvent
  "operation:route,style:3keyFrame(81;" +
  // PageDragEvent
  "subject:phase:translation.?velocity.?route,;" +
  // SwipingEvent
  "on{?;" +
  // RefreshDoneEvent
  ";" +
  // HoldExpiredEvent
  "target:;" +
  // ContentSizeEvent
  "source,width.?height.?;" +
  // AssetLoopedEvent
  "slot,;" +
  // SelectionVerdictEvent
  "tab)?allowed{?;" +
  // ToggleState
  "id,look:7name,image,backgroundImage,edge.otherImage,strip{;" +
  // SelectionState
  "selected)items(*orientations(previous)?origin:autorotates{?preferredOrientation:;" +
  // BarLayout
  "frame(81backgroundColor,items(*;" +
  // FloorState
  "phase:behindList{playing{showsTip{hidesViews{holdUs);" +
  // FloorLayout
  "ready{image(81maskStart.maskEnd.tip(81tipText,tipColor,tipFontSize.backgroundColor," +
  "assetUrl,assetKind:9assetWidth.assetHeight.prefetch:;" +
  // ScrollLinks
  "links(*;" +
  // BadgeState
  "tab)shown{style:text,dx.dy.height.loop:4loopTimeline(25;" +
  // GateState
  "signedIn{pendingTab)?pendingCondition:;" +
  // PressState
  "tab)?phase:menu(*;" +
  // TransitionState
  "number}phase:outcome:leaving)coming)reset)*links(88*holdUs);" +
  // NavigationState
  "number}phase:24outcome:25pages(30*hidesBar{links(88*holdUs)captures(68*staging(69*change(;" +
  // RefreshState
  "refreshing{;" +
  // Track
  "target,property:keyframes(*delayUs)durationUs)bezier(spring(steps}?iterations}direction:" +
  "fill:;" +
  // Capture
  "target,frame(81subject=4,;" +
  // Staging
  "target,level:originX.originY.perspective.;" +
  // PlayHaptic
  "haptic:;" +
  // PlaySound
  "name,;" +
  // ScrollList
  "source,y.animated{;" +
  // ScrollCarousel
  "source,item)x.animated{;" +
  // RefreshList
  "source,;" +
  // PresentMenu
  "tab);" +
  // RequestLogin
  "tab);" +
  // Media
  "target,name,operation:start.end.;" +
  // Perform
  "tab)kind:value,;" +
  // Refusal
  "selectTab)?floor:10?reason:navigate:13?;" +
  // AskSelection
  "tab);" +
  // Rect
  "x.y.width.height.;" +
  // BadgeContent
  "text,?count(dot(84newMark(84;" +
  // BadgeMove
  "dx.dy.;" +
  // Nothing
  ";" +
  // ItemLook
  "showsIconAndTitle{showsBadge{image,titleColor,pressed{reacts{;" +
  // Orientations
  "portrait{upsideDown{landscapeLeft{landscapeRight{;" +
  // ItemLayout
  "frame(81icon(81iconInsets(28title(81badge(81text,subtitle(81subtitleText,lottie," +
  "reaction(25selectedLook(85otherLook(85button(richTitle(*richSubtitle(96*lists,*;" +
  // ScrollLink
  "source,target,property:26startOffset.endOffset.startValue.endValue.dragTarget,;" +
  // MenuEntry
  "id,text,image,;" +
  // NavigationChange
  "operation:13route,style:3;" +
  // Keyframe
  "position.value.;" +
  // CubicBezier
  "x1.y1.x2.y2.;" +
  // Spring
  "dampingRatio.durationUs)initialVelocity.;" +
  // BadgeCount
  "count)max)?;" +
  // ButtonLook
  "titleFont(subtitleFont(97subtitleColor,backgroundColor,backgroundImage,cornerRadius." +
  "border(;" +
  // TextSpan
  "text,color,font(97;" +
  // TextFont
  "family,size.?weight}?;" +
  // Border
  "width.?color,;" +
  "";

/** The words of each enum's values, from 1; 0 is `unspecified`. */
export const enumNames =
  // OpenOutcome
  "new,resumed,restarted;" +
  // RestartReason
  "invalid_token,unknown_key,expired,unknown_experience,events_missing,directives_missing," +
  "newer_state;" +
  // LayoutDirection
  "left_to_right,right_to_left;" +
  // NavigationStyle
  "window,system,spring,fade,default,slide,page,omni,key_move,zoom_to,twitter,pop_tip,flip," +
  "elevate,scan;" +
  // BadgeAnimation
  "none,alert,shake,scale_loop,shake_loop,bounce_loop,breathe_loop,alert_and_shake;" +
  // ScrollPhase
  "began,moved,ended,cancelled,decelerating,settled,programmatic_began,programmatic_moved," +
  "programmatic_ended;" +
  // PointerPhase
  "down,moved,up,cancelled;" +
  // Look
  "below,above;" +
  // AnimationOutcome
  "finished,cancelled;" +
  // AssetKind
  "still,animated,none;" +
  // FloorCommand
  "open,close,peek;" +
  // LifecycleState
  "foreground,background;" +
  // AccountChange
  "signed_in,signed_out,login_failed;" +
  // NavigationOperation
  "push,pop,pop_to_root,present,dismiss;" +
  // PageDragSubject
  "tabs,back,scan;" +
  // PageDragPhase
  "began,moved,ended,cancelled;" +
  // HoldTarget
  "floor,tabs,back;" +
  // SelectionOrigin
  "user,programmatic,restore;" +
  // Orientation
  "portrait,upside_down,landscape_left,landscape_right;" +
  // FloorPhase
  "closed,pulling,tip,armed,opening,open,closing;" +
  // FloorPrefetch
  "eager,lazy;" +
  // BadgeStyle
  "dot,number,text,new;" +
  // PendingCondition
  "login,client;" +
  // PressPhase
  "possible,began,changed,ended,cancelled,failed;" +
  // TransitionPhase
  "idle,running,interactive;" +
  // TransitionOutcome
  "finished,cancelled;" +
  // AnimatedProperty
  "opacity,scale,translate_x,translate_y,rotation,rotation_y,content_offset_y,frame," +
  "translate_z,rotation_x,center_x,screen_center_x,center_y,shadow_opacity,mask_diameter," +
  "scale_x,scale_y,shadow_offset_x,shadow_offset_y,shadow_radius,mask_width,mask_height;" +
  // PlaybackDirection
  "normal,reverse,alternate,alternate_reverse;" +
  // Fill
  "none,forwards,backwards,both;" +
  // StagingLevel
  "unchanged,below,above;" +
  // Haptic
  "none,light,medium,heavy,selection;" +
  // MediaOperation
  "play,stop;" +
  // ActionKind
  "route,toast,url;" +
  // RefusalReason
  "disabled,busy,not_open,absent,login_required,login_failed,timed_out,asset_not_ready," +
  "no_page,too_many_pages,vetoed;" +
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
