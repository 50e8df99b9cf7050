package main

import (
	"google.golang.org/grpc/encoding"
	"google.golang.org/protobuf/proto"
	pb "interaction/v1"
)

// codec takes the place of grpc-go's own, which goes a long way around for generated code of old,
// and lets go of all that a message holds before it reads into it.
type codec struct{}

func init() { encoding.RegisterCodec(codec{}) }

func (codec) Name() string { return "proto" }

func (codec) Marshal(message interface{}) ([]byte, error) {
	return proto.Marshal(message.(proto.Message))
}

func (codec) Unmarshal(bytes []byte, message interface{}) error {
	request, ok := message.(*pb.InteractRequest)
	if !ok {
		return proto.Unmarshal(bytes, message.(proto.Message))
	}
	// Most frames are events, as was the one before.
	if events := request.GetEvents(); events != nil {
		events.FirstSequence = 0
		events.Events = events.Events[:0]
	} else {
		request.Reset()
	}
	return proto.UnmarshalOptions{Merge: true, DiscardUnknown: true}.Unmarshal(bytes, request)
}
