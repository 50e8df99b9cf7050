package main

import (
	"google.golang.org/grpc/encoding"
	"google.golang.org/protobuf/proto"
	pb "interaction/v1"
)

// codec replaces that of grpc-go, which supports old generated code at some cost, and releases the
// content of a message before it decodes into it.
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
	// Most frames are events, like the previous one.
	if events := request.GetEvents(); events != nil {
		events.FirstSequence = 0
		events.Events = events.Events[:0]
	} else {
		request.Reset()
	}
	return proto.UnmarshalOptions{Merge: true, DiscardUnknown: true}.Unmarshal(bytes, request)
}
