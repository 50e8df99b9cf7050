// Serves the contract's main job, `Interact`, with grpc-go: what the engine is measured against.
//
// A peer does for a session of the benchmark what the engine does, and answers the same: it follows
// the lists, the rocket and the tabs, numbers, acknowledges, answers heartbeats.
// It has none of the rest: resuming, the second floor, pointers, limits of rate and silence.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	pb "interaction/v1"
)

func main() {
	port := flag.Int("port", 0, "where to listen on loopback; 0 takes any that is free")
	certificate := flag.String("tls-certificate", "", "encrypts, with this file, PEM")
	key := flag.String("tls-key", "", "the certificate's key, PEM")
	flag.Parse()
	if os.Getenv("GOGC") == "" {
		// Little is alive and much is short-lived: collecting so often would be for nothing.
		debug.SetGCPercent(800)
	}

	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	options := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxFrameBytes),
		// Clients take what is not said for 100.
		grpc.MaxConcurrentStreams(100_000),
		// Windows of a fixed size: without measuring the line by a PING for what comes in.
		grpc.InitialWindowSize(1 << 20), grpc.InitialConnWindowSize(1 << 20),
	}
	if *certificate != "" {
		tls, err := credentials.NewServerTLSFromFile(*certificate, *key)
		if err != nil {
			log.Fatal(err)
		}
		options = append(options, grpc.Creds(tls))
	}
	server := grpc.NewServer(options...)
	pb.RegisterInteractionServiceServer(server, service{})
	fmt.Printf("listening on %v\n", listener.Addr())

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		server.Stop()
	}()
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
