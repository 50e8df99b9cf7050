import Foundation
import GRPCCore
import GRPCProtobuf
import SwiftProtobuf

/// The response to a reflection request.
@available(InteractionEngine 1.0, *)
private enum ReflectionResponse {
  case files([Data])
  case services([String])
  case extensions(of: String)
  case error(Status.Code, String)
}

@available(InteractionEngine 1.0, *)
extension DescriptorPool {
  fileprivate func answer(
    _ question: Grpc_Reflection_V1_ServerReflectionRequest.OneOf_MessageRequest?
  ) -> ReflectionResponse {
    switch question {
    case .fileByFilename(let name):
      return self.files(self.file(named: name), for: "file", name)
    case .fileContainingSymbol(let symbol):
      return self.files(self.file(declaring: symbol), for: "symbol", symbol)
    case .fileContainingExtension(let request):
      return .error(
        .notFound, "'\(request.containingType.prefix(128))' has no extensions: all files are proto3"
      )
    case .allExtensionNumbersOfType(let type):
      guard self.file(declaring: type) != nil else {
        return .error(.notFound, "unknown type '\(type.prefix(128))'")
      }
      return .extensions(of: type)
    case .listServices:
      return .services(self.services)
    case .none:
      return .error(.invalidArgument, "the request is empty")
    }
  }

  private func files(_ files: [Data]?, for what: String, _ name: String) -> ReflectionResponse {
    files.map(ReflectionResponse.files)
      ?? .error(.notFound, "unknown \(what) '\(name.prefix(128))'")
  }
}

/// `grpc.reflection.v1.ServerReflection`, and the older `v1alpha`: their messages are the same,
/// field by field.
@available(InteractionEngine 1.0, *)
struct ReflectionRPC: RegistrableRPCService {
  /// The service under both names.
  static let services = ["v1", "v1alpha"].map { version in
    ServiceDescriptor(fullyQualifiedService: "grpc.reflection.\(version).ServerReflection")
  }

  let descriptors: DescriptorPool
  /// The services that the listener does not have.
  var absent: Set<String> = []

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    for service in Self.services {
      router.registerHandler(
        forMethod: MethodDescriptor(service: service, method: "ServerReflectionInfo"),
        deserializer: ProtobufDeserializer<Grpc_Reflection_V1_ServerReflectionRequest>(),
        serializer: ProtobufSerializer<Grpc_Reflection_V1_ServerReflectionResponse>()
      ) { request, context in
        StreamingServerResponse { writer in
          try await untilCancelled(context) {
            for try await question in request.messages {
              try await writer.write(self.answer(question))
            }
          }
          return [:]
        }
      }
    }
  }

  private func answer(
    _ question: Grpc_Reflection_V1_ServerReflectionRequest
  ) -> Grpc_Reflection_V1_ServerReflectionResponse {
    .with {
      $0.validHost = question.host
      $0.originalRequest = question
      switch self.descriptors.answer(question.messageRequest) {
      case .files(let files): $0.fileDescriptorResponse.fileDescriptorProto = files
      case .services(let names):
        let present = names.filter { !self.absent.contains($0) }
        $0.listServicesResponse.service = present.map { name in .with { $0.name = name } }
      case .extensions(let type): $0.allExtensionNumbersResponse.baseTypeName = type
      case .error(let code, let message):
        $0.errorResponse.errorCode = Int32(code.rawValue)
        $0.errorResponse.errorMessage = message
      }
    }
  }
}
