package main

import (
	"math"

	pb "interaction/v1"
)

// listPhase is the movement of a list.
type listPhase int

const (
	resting listPhase = iota
	// A finger is down.
	dragging
	// The finger has lifted.
	coasting
	// The app scrolls it.
	moving
)

// step is the meaning of a report for the rocket.
type step int

const (
	began step = iota
	dragged
	coasted
	// The drag has ended: settled or cancelled.
	over
	// The scroll by the app has ended.
	arrived
)

// list follows one scroll view (rule S3).
type list struct {
	phase listPhase
	// The number of the drag.
	drag, lastEnded uint32
	// The deadline at which deceleration or a scroll counts as ended.
	until int64
	y     float64
}

func (l *list) rest() {
	if l.phase == coasting {
		l.ended(l.drag)
	}
	l.phase, l.until = resting, never
}

func (l *list) end(drag uint32) {
	l.ended(drag)
	l.phase, l.until = resting, never
}

func (l *list) ended(drag uint32) {
	if drag > l.lastEnded {
		l.lastEnded = drag
	}
}

// scroll handles a report: first ends what it implies has ended, then applies it.
func (s *session) scroll(source int, phase pb.ScrollPhase, drag uint32, y float64) {
	l := &s.lists[source]
	isOwn := (l.phase == dragging || l.phase == coasting) && drag == l.drag
	switch phase {
	case pb.ScrollPhase_SCROLL_PHASE_BEGAN:
		s.interrupt(source)
		s.begin(source, drag, y)

	case pb.ScrollPhase_SCROLL_PHASE_MOVED:
		switch {
		case isOwn && l.phase == dragging:
			l.y = y
			s.feed(source, dragged)
		case !isOwn && drag > l.lastEnded:
			// The start of the drag was lost.
			s.interrupt(source)
			if drag > l.lastEnded {
				s.begin(source, drag, y)
			}
		}

	case pb.ScrollPhase_SCROLL_PHASE_ENDED:
		switch {
		case isOwn && l.phase == dragging:
			s.coast(source, drag, y)
		case l.phase == resting && drag > l.lastEnded:
			s.coast(source, drag, y)
			s.feed(source, began)
		case l.phase == resting && drag == l.lastEnded:
			s.coast(source, drag, y)
			s.feed(source, coasted)
		}

	case pb.ScrollPhase_SCROLL_PHASE_DECELERATING:
		switch {
		case isOwn, l.phase == resting && drag == l.lastEnded:
			s.coast(source, drag, y)
			s.feed(source, coasted)
		case l.phase == resting && drag > l.lastEnded:
			s.coast(source, drag, y)
			s.feed(source, began)
		}

	case pb.ScrollPhase_SCROLL_PHASE_SETTLED, pb.ScrollPhase_SCROLL_PHASE_CANCELLED:
		if isOwn || l.phase == resting && drag >= l.lastEnded {
			l.end(drag)
			l.y = y
			s.feed(source, over)
		}

	case pb.ScrollPhase_SCROLL_PHASE_PROGRAMMATIC_BEGAN,
		pb.ScrollPhase_SCROLL_PHASE_PROGRAMMATIC_MOVED,
		pb.ScrollPhase_SCROLL_PHASE_PROGRAMMATIC_ENDED:
		s.move(source, phase, y)
	}
}

func (s *session) begin(source int, drag uint32, y float64) {
	l := &s.lists[source]
	l.phase, l.drag, l.until, l.y = dragging, drag, never, y
	s.feed(source, began)
}

func (s *session) coast(source int, drag uint32, y float64) {
	l := &s.lists[source]
	l.ended(drag)
	l.phase, l.drag, l.until, l.y = coasting, drag, s.now+settleTime, y
}

func (s *session) move(source int, phase pb.ScrollPhase, y float64) {
	l := &s.lists[source]
	if l.phase == dragging || l.phase == coasting {
		// The finger may still be down: its next report starts the drag again.
		l.rest()
		s.feed(source, over)
	}
	l.y = y
	if phase == pb.ScrollPhase_SCROLL_PHASE_PROGRAMMATIC_ENDED {
		l.rest()
		s.feed(source, arrived)
		return
	}
	l.phase, l.until = moving, s.now+moveTime
	if phase == pb.ScrollPhase_SCROLL_PHASE_PROGRAMMATIC_MOVED {
		s.feed(source, coasted)
	}
}

// interrupt ends the drag or scroll that moves the list.
func (s *session) interrupt(source int) {
	l := &s.lists[source]
	switch l.phase {
	case dragging, coasting:
		l.end(l.drag)
		s.feed(source, over)
	case moving:
		l.rest()
		s.feed(source, arrived)
	}
}

// latch is the state of the rocket's latch.
type latch int

const (
	// Samples lead to no decision.
	idle latch = iota
	// A drag has set the latch.
	armed
	// The list scrolls to its top; the rocket does not switch meanwhile.
	returning
)

// rocket is the toggle of the list home.
type rocket struct {
	phase latch
	// The sample before, while armed.
	reference float64
	// The deadline at which the scroll to the top counts as ended.
	until   int64
	isAbove bool
}

func (r *rocket) rest() { r.phase, r.until = idle, never }

// feed passes a step of its list to the rocket.
func (s *session) feed(source int, step step) {
	if source != home {
		return
	}
	r := &s.rocket
	y := s.lists[home].y
	switch step {
	case began:
		r.phase, r.until, r.reference = armed, never, math.Max(y, 0)
		s.reconcile(true)
	case dragged, coasted:
		switch r.phase {
		case armed:
			s.sample(y)
		case returning:
			if step == dragged {
				r.rest()
				s.reconcile(true)
			} else {
				r.until = s.now + returnTime
			}
		}
	case over:
		if r.phase != returning {
			r.rest()
			s.reconcile(true)
		}
	case arrived:
		if r.phase == returning {
			r.rest()
		}
		s.reconcile(true)
	}
}

// sample switches once per drag when the threshold is crossed (rules R1 to R5).
func (s *session) sample(y float64) {
	r := &s.rocket
	reference := r.reference
	// Overscroll belongs to the second floor (rule S4).
	r.reference = math.Max(y, 0)
	if y < 0 || s.selected != homeTab {
		return
	}
	isUp := reference <= threshold && y > threshold
	isDown := reference >= threshold && y < threshold
	if isUp && !r.isAbove || isDown && r.isAbove {
		r.phase = idle
		s.swap(isUp, math.Abs(y-reference) <= s.viewportHeight)
	}
}

// reconcile sets the look that fits the offset at rest (rule R6).
func (s *session) reconcile(isAnimated bool) {
	isAbove := s.lists[home].y > threshold
	if s.selected == homeTab && isAbove != s.rocket.isAbove {
		s.swap(isAbove, isAnimated)
	}
}
