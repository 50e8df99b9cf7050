package main

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	pb "interaction/v1"
)

const (
	// The level of the contract for which this was built.
	level          = 1
	experience     = "home-without-floor"
	maxFrameBytes  = 64 * 1024
	maxFrameEvents = 1024
	barHeight      = 56
)

// The experience's digest, set by the build.
var digest string

// The constant parts of responses, shared by all of them.
var (
	titles = [tabs]string{"首页", "动态", "消息", "购物车", "我的"}
	images = [tabs]string{
		"tabbar_home", "tabbar_feed", "tabbar_messages", "tabbar_cart", "tabbar_me",
	}
	easeInEaseOut = &pb.Track_Bezier{Bezier: &pb.CubicBezier{X1: 0.42, X2: 0.58, Y2: 1}}

	// Indexed by the tab and the previous tab.
	selections = [tabs][tabs]*pb.Setting_Selection{}
	reactions  = [tabs]*pb.Timeline{}

	logo   = toggleState(pb.ToggleLook_TOGGLE_LOOK_BELOW, "logo", "rocket")
	ship   = toggleState(pb.ToggleLook_TOGGLE_LOOK_ABOVE, "rocket", "logo")
	toLogo = timeline(
		track("toggle/rocket", pb.AnimatedProperty_ANIMATED_PROPERTY_CONTENT_OFFSET_Y, 42, 0, 300_000))
	toShip = timeline(
		track("toggle/rocket", pb.AnimatedProperty_ANIMATED_PROPERTY_CONTENT_OFFSET_Y, 0, 42, 300_000))

	scrollToTop    = [listSources][]*pb.Effect{toTop("home"), toTop("feed")}
	deadlineCauses = [listSources]*pb.Cause{
		{Kind: &pb.Cause_Deadline{Deadline: "settle/home"}},
		{Kind: &pb.Cause_Deadline{Deadline: "settle/feed"}},
	}
	returnCause = &pb.Cause{Kind: &pb.Cause_Deadline{Deadline: "return/rocket"}}

	limits = &pb.StreamLimits{
		MaxFrameBytes: maxFrameBytes, MaxFrameEvents: maxFrameEvents, MaxMalformedEvents: 10,
		MalformedWindowUs: 10_000_000,
		IdleTimeoutUs:     30 * 60_000_000, MaxUnacknowledgedDirectives: 256,
		MaxUnacknowledgedBytes: 256 * 1024, MaxEventsPerSecond: 240, MaxEventBurst: 480,
	}
)

func init() {
	scale := pb.AnimatedProperty_ANIMATED_PROPERTY_SCALE
	for tab := range selections {
		for previous := range selections[tab] {
			state := selectionState(tab)
			state.Selection.Previous = proto.Int32(int32(previous))
			state.Selection.Origin = pb.SelectionOrigin_SELECTION_ORIGIN_USER
			selections[tab][previous] = state
		}
		if tab == homeTab {
			reactions[tab] = timeline(track("tab/0/badge", scale, 0.5, 1, 200_000))
		} else {
			reactions[tab] = timeline(
				track(fmt.Sprintf("tab/%d/icon", tab), scale, 0.5, 1, 250_000),
				track(fmt.Sprintf("tab/%d/title", tab), scale, 0.5, 1, 250_000))
		}
	}
}

func track(
	target string, property pb.AnimatedProperty, from, to float64, durationUs int64,
) *pb.Track {
	return &pb.Track{
		Target: target, Property: property,
		Keyframes:  []*pb.Keyframe{{Value: from}, {Position: 1, Value: to}},
		DurationUs: durationUs, Easing: easeInEaseOut, Iterations: 1,
		Direction: pb.PlaybackDirection_PLAYBACK_DIRECTION_NORMAL, Fill: pb.Fill_FILL_NONE,
	}
}

func timeline(tracks ...*pb.Track) *pb.Timeline {
	return &pb.Timeline{
		Tracks: tracks, Interruption: pb.Interruption_INTERRUPTION_REPLACE_FROM_CURRENT,
	}
}

func toTop(source string) []*pb.Effect {
	scroll := &pb.ScrollList{Source: source, Animated: true}
	return []*pb.Effect{{Kind: &pb.Effect_ScrollList{ScrollList: scroll}}}
}

func toggleState(look pb.ToggleLook, name, other string) *pb.Setting_Toggle {
	return &pb.Setting_Toggle{Toggle: &pb.ToggleState{
		Id: "rocket", Look: look, Name: name, Image: "tabbar_home_selected_" + name,
		BackgroundImage: "tabbar_home_selected_background", Edge: 42,
		OtherImage: "tabbar_home_selected_" + other, Strip: true,
	}}
}

// selectionState returns the looks of all items while a tab is selected (rules T3, T13, T14).
func selectionState(selected int) *pb.Setting_Selection {
	state := &pb.SelectionState{
		Selected: int32(selected),
		Orientations: &pb.Orientations{
			Portrait: true, UpsideDown: true, LandscapeLeft: true, LandscapeRight: true,
		},
	}
	for tab, image := range images {
		look := &pb.ItemLook{Image: image, TitleColor: "575D66", Reacts: true}
		if tab == selected {
			look = &pb.ItemLook{Image: image + "_selected", TitleColor: "18A2FF"}
		}
		look.ShowsBadge = tab == selected && tab == homeTab
		look.ShowsIconAndTitle = !look.ShowsBadge
		state.Items = append(state.Items, look)
	}
	return &pb.Setting_Selection{Selection: state}
}

func selectDirective(from, to int32, generation uint32) *pb.Directive {
	setting := &pb.Setting{Generation: generation, State: selections[to][from]}
	return &pb.Directive{Settings: []*pb.Setting{setting}, Timeline: reactions[to]}
}

func toggleDirective(isAbove, isAnimated bool, generation uint32) *pb.Directive {
	state, way := logo, toLogo
	if isAbove {
		state, way = ship, toShip
	}
	if !isAnimated {
		way = nil
	}
	setting := &pb.Setting{Generation: generation, State: state}
	return &pb.Directive{Settings: []*pb.Setting{setting}, Timeline: way}
}

// opened returns the response to the opening of a new session, with its snapshot.
func opened(open *pb.Open) *pb.Opened {
	settings := []*pb.Setting{
		{Generation: 1, State: selectionState(homeTab)},
		{Generation: 1, State: &pb.Setting_Layout{Layout: barLayout(open.Surface)}},
		{Generation: 1, State: logo},
	}
	return &pb.Opened{
		Level: level, Outcome: pb.OpenOutcome_OPEN_OUTCOME_NEW, SessionId: open.SessionId,
		Experience: experience, ExperienceDigest: digest,
		Snapshot:            &pb.Snapshot{Settings: settings},
		HeartbeatIntervalUs: 10_000_000, Limits: limits,
	}
}

// barLayout returns the frames of the bar and its items (rules T1, T2).
func barLayout(surface *pb.Surface) *pb.BarLayout {
	height := barHeight + surface.GetInsets().GetBottom()
	bar := &pb.BarLayout{
		Frame: &pb.Rect{
			Y: surface.Height - height, Width: surface.Width, Height: height,
		},
		BackgroundColor: "FFFFFF",
	}
	width := surface.Width / tabs
	for tab, title := range titles {
		bar.Items = append(bar.Items, &pb.ItemLayout{
			Frame:    &pb.Rect{X: float64(tab) * width, Width: width, Height: barHeight},
			Icon:     &pb.Rect{X: width/2 - 14, Y: 7, Width: 28, Height: 28},
			Title:    &pb.Rect{Y: 37, Width: width, Height: 14},
			Badge:    &pb.Rect{X: width/2 - 21, Y: 7, Width: 42, Height: 42},
			Text:     title,
			Reaction: reactions[tab],
		})
	}
	return bar
}
