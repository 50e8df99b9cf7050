// A peer of the engine in benchmarks: serves `Interact` with grpc-go.
//
// For the sessions of the benchmark a peer sends the same responses as the engine. It has lists,
// the rocket, tabs, numbers, acknowledgements and heartbeats, but no resumes, second floor,
// pointers, rate limits or timeouts.
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
		// Collect less often: little memory is live, and most of it is short-lived.
		debug.SetGCPercent(800)
	}

	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	options := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxFrameBytes),
		// Without this setting clients assume 100.
		grpc.MaxConcurrentStreams(100_000),
		// Windows of a fixed size, without PINGs to estimate the bandwidth.
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
