// A peer of the engine in benchmarks: serves `Interact` with gRPC C++.
//
// For the sessions of the benchmark a peer sends the same responses as the engine. It has lists,
// the rocket, tabs, numbers, acknowledgements and heartbeats, but no resumes, second floor,
// pointers, rate limits or timeouts.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <absl/synchronization/mutex.h>
#include <grpcpp/grpcpp.h>

#include "acknowledger.h"
#include "interaction/v1/interaction_service.grpc.pb.h"
#include "messages.h"
#include "stream.h"

namespace peer {

struct Options {
  std::string port = "0";
  // Files, PEM.
  std::string certificate;
  std::string key;
};

namespace {

class Service final : public pb::InteractionService::CallbackService {
 public:
  Reactor* Interact(grpc::CallbackServerContext*) override {
    return Stream::Begin(acknowledger_);
  }

 private:
  Acknowledger acknowledger_;
};

std::string Read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// With TLS if there are certificate files.
std::shared_ptr<grpc::ServerCredentials> Credentials(const Options& options) {
  if (options.certificate.empty()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions tls;
  tls.pem_key_cert_pairs.push_back({Read(options.key), Read(options.certificate)});
  return grpc::SslServerCredentials(tls);
}

}  // namespace

int Run(const Options& options) {
  // Only for this thread, not for those that the server starts.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  // Debian's packages enable it, although it is meant for debugging.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);

  Service service;
  int bound = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:" + options.port, Credentials(options), &bound);
  builder.SetMaxReceiveMessageSize(kMaxFrameBytes);
  // Without this setting clients assume 100.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 100'000);
  builder.RegisterService(&service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server || bound == 0) {
    std::fprintf(stderr, "peer-cpp: cannot listen on 127.0.0.1:%s\n", options.port.c_str());
    return 1;
  }
  std::printf("listening on 127.0.0.1:%d\n", bound);
  std::fflush(stdout);

  int signal = 0;
  sigwait(&signals, &signal);
  server->Shutdown(std::chrono::system_clock::now());
  server->Wait();
  return 0;
}

}  // namespace peer

int main(int count, char** arguments) {
  peer::Options options;
  for (int index = 1; index < count; index += 2) {
    const std::string name = arguments[index];
    std::string* value = name == "--port"              ? &options.port
                         : name == "--tls-certificate" ? &options.certificate
                         : name == "--tls-key"         ? &options.key
                                                       : nullptr;
    if (!value || index + 1 == count) {
      std::fprintf(stderr, "usage: peer-cpp [--port PORT] [--tls-certificate FILE --tls-key FILE]\n");
      return 64;
    }
    *value = arguments[index + 1];
  }
  return peer::Run(options);
}
