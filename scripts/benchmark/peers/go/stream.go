package main

import (
	"io"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	pb "interaction/v1"
)

// The maximum time until an applied event is acknowledged, and the maximum number of such events.
const (
	ackDelay  = 100 * time.Millisecond
	ackEvents = 32
)

type service struct {
	pb.UnimplementedInteractionServiceServer
}

// Interact runs a stream to its end, in the goroutine of the call.
func (service) Interact(server pb.InteractionService_InteractServer) error {
	stream := &stream{server: server}
	defer stream.close()
	request := new(pb.InteractRequest)
	for {
		// Unlike Recv, reuses the message.
		err := server.RecvMsg(request)
		if err == io.EOF {
			return stream.farewell()
		}
		if err == nil {
			err = stream.receive(request)
		}
		if err != nil {
			return err
		}
	}
}

// stream has the numbers and acknowledgements of a stream.
type stream struct {
	server pb.InteractionService_InteractServer
	// Locked by the handling of frames and by the timer.
	mutex   sync.Mutex
	session *session
	// The last event that was applied, and the last that was acknowledged.
	applied, acked uint64
	// The last directive that the client has acknowledged.
	confirmed uint64
	// The time since which an event is unacknowledged; zero if none is.
	owedSince time.Time
	timer     *time.Timer
	isWaiting bool
	isClosed  bool
	// Reused for all responses, which nothing reads after they are sent.
	response pb.InteractResponse
}

func (s *stream) receive(request *pb.InteractRequest) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	answers, err := s.take(request)
	if err != nil {
		return err
	}
	if answers || s.applied >= s.acked+ackEvents {
		return s.send()
	}
	if s.applied > s.acked && s.owedSince.IsZero() {
		s.owedSince = time.Now()
		s.wait(ackDelay)
	}
	return nil
}

// take handles a frame; it returns whether a response must be sent at once.
func (s *stream) take(request *pb.InteractRequest) (bool, error) {
	if open, ok := request.Frame.(*pb.InteractRequest_Open); ok {
		if s.session != nil {
			return false, status.Error(codes.FailedPrecondition, "the session is already open")
		}
		return true, s.open(open.Open)
	}
	if s.session == nil {
		return false, status.Error(codes.FailedPrecondition, "the first frame must be 'open'")
	}
	switch frame := request.Frame.(type) {
	case *pb.InteractRequest_Events:
		return s.takeEvents(frame.Events)
	case *pb.InteractRequest_Ack:
		if frame.Ack.Directive >= s.session.nextDirective {
			return false, status.Error(codes.InvalidArgument, "ack.directive was never sent")
		}
		if frame.Ack.Directive > s.confirmed {
			s.confirmed = frame.Ack.Directive
		}
		return false, nil
	case *pb.InteractRequest_Heartbeat:
		s.response.Heartbeat = &pb.HeartbeatReply{TimeUs: frame.Heartbeat.TimeUs}
		s.session.hold(frame.Heartbeat, s.applied)
		return true, nil
	default:
		return false, status.Error(codes.InvalidArgument, "frame must be one that is known")
	}
}

func (s *stream) open(open *pb.Open) error {
	if open.Level < 1 || len(open.SessionId) == 0 || len(open.SessionId) > 64 {
		return status.Error(codes.InvalidArgument, "open is malformed")
	}
	if open.Experience != "" && open.Experience != experience {
		return status.Error(codes.NotFound, "there is no such experience")
	}
	if !(open.Surface.GetWidth() > 0 && open.Surface.GetHeight() > 0) {
		return status.Error(codes.InvalidArgument, "open.surface is malformed")
	}
	s.session = newSession(open)
	s.response.Opened = opened(open)
	return nil
}

func (s *stream) takeEvents(events *pb.EventBatch) (bool, error) {
	count := 0
	for _, event := range events.Events {
		count += samples(event)
	}
	if count < 1 || count > maxFrameEvents || events.FirstSequence < 1 {
		return false, status.Error(codes.InvalidArgument, "events are malformed")
	}
	first := events.FirstSequence
	if first > s.applied+1 {
		return false, status.Errorf(codes.FailedPrecondition,
			"received event %d instead of %d", first, s.applied+1)
	}
	// Duplicates are only acknowledged again.
	isRepeated := first <= s.applied
	for _, event := range events.Events {
		s.session.apply(event, first, s.applied)
		first += uint64(samples(event))
	}
	if first > s.applied {
		s.applied = first - 1
	}
	return isRepeated || len(s.session.directives) > 0, nil
}

// send sends the waiting directives with an acknowledgement.
func (s *stream) send() error {
	response := &s.response
	if s.applied > s.acked || response.Heartbeat == nil {
		response.AckedEvent = s.applied
	}
	s.acked = s.applied
	s.owedSince = time.Time{}
	response.Directives = s.session.directives
	if due := s.session.nextDeadline(); due != never {
		response.NextDeadlineUs = &due
	}
	err := s.server.SendMsg(response)
	s.session.clear()
	response.Reset()
	return err
}

// wait sets the timer of acknowledge, unless it is set.
func (s *stream) wait(delay time.Duration) {
	if s.isWaiting {
		return
	}
	s.isWaiting = true
	if s.timer == nil {
		s.timer = time.AfterFunc(delay, s.acknowledge)
	} else {
		s.timer.Reset(delay)
	}
}

// acknowledge is called by the timer; another frame may have acknowledged meanwhile.
func (s *stream) acknowledge() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.isWaiting = false
	if s.isClosed || s.owedSince.IsZero() {
		return
	}
	if age := time.Since(s.owedSince); age < ackDelay {
		s.wait(ackDelay - age)
		return
	}
	// If the stream is broken, the receiving goroutine gets the error.
	_ = s.send()
}

// farewell sends the last frame when the client has ended its stream.
func (s *stream) farewell() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.applied == s.acked {
		return nil
	}
	return s.send()
}

func (s *stream) close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.isClosed = true
	if s.timer != nil {
		s.timer.Stop()
	}
}
