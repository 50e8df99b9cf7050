package main

import (
	"math"

	pb "interaction/v1"
)

// The rules for lists (S3, S5), for the rocket (R1 to R9) and for tabs (T4 to T6), in session time,
// µs.
const (
	threshold   = 456
	settleTime  = 1_000_000
	moveTime    = 2_000_000
	returnTime  = 2_000_000
	lateness    = 10_000_000
	haste       = 24 * 60 * 60 * 1_000_000
	latest      = 1 << 53
	farthest    = 1e7
	never       = math.MaxInt64
	tabs        = 5
	homeTab     = 0
	feedTab     = 1
	home, feed  = 0, 1
	listSources = 2
)

type session struct {
	now            int64
	viewportHeight float64
	lists          [listSources]list
	rocket         rocket
	selected       int32
	// The generations of the rocket and the selection.
	rocketGeneration, selectionGeneration uint32
	nextDirective                         uint64
	// The directives of the frame.
	directives []*pb.Directive
	cause      *pb.Cause
	sequence   uint64
}

func newSession(open *pb.Open) *session {
	s := &session{
		now: open.TimeUs, viewportHeight: open.Surface.Height, nextDirective: 1,
		rocketGeneration: 1, selectionGeneration: 1,
	}
	for source := range s.lists {
		s.lists[source].until = never
	}
	s.rocket.until = never
	return s
}

// clear removes the directives after they are sent.
func (s *session) clear() {
	for index := range s.directives {
		s.directives[index] = nil
	}
	s.directives = s.directives[:0]
}

// samples returns the number of events in a message.
func samples(event *pb.InteractionEvent) int {
	if packed, ok := event.Kind.(*pb.InteractionEvent_ScrollSamples); ok && len(packed.ScrollSamples.Y) > 1 {
		return len(packed.ScrollSamples.Y)
	}
	return 1
}

// apply applies the events of a message, numbered from first, except those up to known.
func (s *session) apply(event *pb.InteractionEvent, first, known uint64) {
	s.sequence = first
	switch kind := event.Kind.(type) {
	case *pb.InteractionEvent_ScrollSamples:
		s.applyRun(kind.ScrollSamples, event.TimeUs, known)
	case *pb.InteractionEvent_Scroll:
		scroll := kind.Scroll
		source := source(scroll.Source)
		if first > known && source >= 0 && isNear(scroll.X) && isNear(scroll.Y) &&
			s.advance(event.TimeUs) {
			s.scroll(source, scroll.Phase, scroll.Drag, scroll.Y)
		}
	case *pb.InteractionEvent_Tap:
		tab := kind.Tap.Tab
		if first > known && tab >= 0 && tab < tabs && s.advance(event.TimeUs) {
			s.tap(tab)
		}
	default:
		// All other events only advance session time.
		if first > known {
			s.advance(event.TimeUs)
		}
	}
}

func (s *session) applyRun(run *pb.ScrollSamples, time int64, known uint64) {
	source := source(run.Source)
	if source < 0 || len(run.DeltaUs) != len(run.Y) ||
		len(run.X) != 0 && len(run.X) != len(run.Y) {
		return
	}
	switch run.Phase {
	case pb.ScrollPhase_SCROLL_PHASE_MOVED, pb.ScrollPhase_SCROLL_PHASE_DECELERATING,
		pb.ScrollPhase_SCROLL_PHASE_PROGRAMMATIC_MOVED:
	default:
		return
	}
	for index, y := range run.Y {
		time += run.DeltaUs[index]
		if s.sequence > known && isNear(y) && (len(run.X) == 0 || isNear(run.X[index])) &&
			s.advance(time) {
			s.scroll(source, run.Phase, run.Drag, y)
		}
		s.sequence++
	}
}

// hold handles a heartbeat, which cancels the drags that it does not name (rule S3).
func (s *session) hold(heartbeat *pb.Heartbeat, applied uint64) {
	s.sequence = applied
	if !s.advance(heartbeat.TimeUs) {
		return
	}
	for index := range s.lists {
		list := &s.lists[index]
		isHeld := list.phase != dragging
		for _, held := range heartbeat.HeldDrags {
			isHeld = isHeld || source(held.Source) == index && held.Drag == list.drag
		}
		if !isHeld {
			list.rest()
			s.feed(index, over)
		}
	}
}

func source(name string) int {
	switch name {
	case "home":
		return home
	case "feed":
		return feed
	}
	return -1
}

// isNear is also false for NaN.
func isNear(place float64) bool { return math.Abs(place) <= farthest }

// advance applies the deadlines up to time, then sets session time; false if it is not acceptable.
func (s *session) advance(time int64) bool {
	if time < -latest || time > latest || s.now-time > lateness || time-s.now > haste {
		return false
	}
	for due := s.nextDeadline(); due <= time; due = s.nextDeadline() {
		if due > s.now {
			s.now = due
		}
		s.ring(due)
	}
	if time > s.now {
		s.now = time
	}
	s.cause = nil
	return true
}

func (s *session) nextDeadline() int64 {
	due := s.rocket.until
	for index := range s.lists {
		if until := s.lists[index].until; until < due {
			due = until
		}
	}
	return due
}

// ring applies the first deadline that has passed.
func (s *session) ring(due int64) {
	for index := range s.lists {
		list := &s.lists[index]
		if list.until != due {
			continue
		}
		s.cause = deadlineCauses[index]
		if list.phase == moving {
			list.rest()
			s.feed(index, arrived)
		} else {
			list.rest()
			s.feed(index, over)
		}
		return
	}
	s.cause = returnCause
	s.rocket.rest()
	s.reconcile(true)
}

// tap selects a tab, or handles a tap on the selected one (rules T5, R8).
func (s *session) tap(tab int32) {
	if tab != s.selected {
		s.selectTab(tab)
		return
	}
	switch tab {
	case homeTab:
		if s.rocket.phase != returning && s.rocket.isAbove {
			s.rocket.phase, s.rocket.until = returning, s.now+returnTime
			s.swap(false, true)
			s.emit(&pb.Directive{Effects: scrollToTop[home]})
		}
	case feedTab:
		s.emit(&pb.Directive{Effects: scrollToTop[feed]})
	}
}

func (s *session) selectTab(tab int32) {
	for index := range s.lists {
		// A scroll by the app continues.
		if list := &s.lists[index]; list.phase == dragging || list.phase == coasting {
			list.end(list.drag)
			s.feed(index, over)
		}
	}
	from := s.selected
	s.selected = tab
	s.selectionGeneration++
	s.emit(selectDirective(from, tab, s.selectionGeneration))
	if tab == homeTab && s.rocket.phase != returning {
		s.reconcile(false)
	}
}

// swap shows the rocket, or the logo.
func (s *session) swap(isAbove, isAnimated bool) {
	s.rocket.isAbove = isAbove
	s.rocketGeneration++
	s.emit(toggleDirective(isAbove, isAnimated, s.rocketGeneration))
}

func (s *session) emit(directive *pb.Directive) {
	directive.Sequence = s.nextDirective
	directive.AtUs = s.now
	directive.Cause = s.cause
	if s.cause == nil {
		directive.Cause = &pb.Cause{Kind: &pb.Cause_EventSequence{EventSequence: s.sequence}}
	}
	s.nextDirective++
	s.directives = append(s.directives, directive)
}
