import Foundation
import GRPCCore
import SwiftProtobuf

/// What is asked of reflection, in either version.
enum ReflectionQuestion {
  case file(String)
  case symbol(String)
  case fileOfExtension(of: String)
  case extensionNumbers(of: String)
  case services
}

/// What reflection answers, in either version.
enum ReflectionAnswer {
  case files([Data])
  case services([String])
  case extensions(of: String)
  case error(Status.Code, String)
}

extension DescriptorPool {
  func answer(_ question: ReflectionQuestion?) -> ReflectionAnswer {
    switch question {
    case .file(let name):
      return self.files(self.file(named: name), for: "file", name)
    case .symbol(let symbol):
      return self.files(self.file(declaring: symbol), for: "symbol", symbol)
    case .fileOfExtension(let type):
      return .error(.notFound, "'\(type.prefix(128))' has no extensions: everything is proto3")
    case .extensionNumbers(let type):
      guard self.file(declaring: type) != nil else {
        return .error(.notFound, "there is no type '\(type.prefix(128))'")
      }
      return .extensions(of: type)
    case .services:
      return .services(self.services)
    case .none:
      return .error(.invalidArgument, "the question is empty")
    }
  }

  private func files(_ files: [Data]?, for what: String, _ name: String) -> ReflectionAnswer {
    files.map(ReflectionAnswer.files)
      ?? .error(.notFound, "there is no \(what) '\(name.prefix(128))'")
  }
}

/// `grpc.reflection.v1.ServerReflection`.
struct ReflectionRPC: Grpc_Reflection_V1_ServerReflection.SimpleServiceProtocol {
  let descriptors: DescriptorPool

  func serverReflectionInfo(
    request: RPCAsyncSequence<Grpc_Reflection_V1_ServerReflectionRequest, any Error>,
    response writer: RPCWriter<Grpc_Reflection_V1_ServerReflectionResponse>,
    context: ServerContext
  ) async throws {
    for try await question in request {
      try await writer.write(self.answer(question))
    }
  }

  private func answer(
    _ question: Grpc_Reflection_V1_ServerReflectionRequest
  ) -> Grpc_Reflection_V1_ServerReflectionResponse {
    .with {
      $0.validHost = question.host
      $0.originalRequest = question
      switch self.descriptors.answer(question.messageRequest.map(ReflectionQuestion.init)) {
      case .files(let files): $0.fileDescriptorResponse.fileDescriptorProto = files
      case .services(let names):
        $0.listServicesResponse.service = names.map { name in .with { $0.name = name } }
      case .extensions(let type): $0.allExtensionNumbersResponse.baseTypeName = type
      case .error(let code, let message):
        $0.errorResponse.errorCode = Int32(code.rawValue)
        $0.errorResponse.errorMessage = message
      }
    }
  }
}

extension ReflectionQuestion {
  fileprivate init(_ proto: Grpc_Reflection_V1_ServerReflectionRequest.OneOf_MessageRequest) {
    switch proto {
    case .fileByFilename(let name): self = .file(name)
    case .fileContainingSymbol(let symbol): self = .symbol(symbol)
    case .fileContainingExtension(let request): self = .fileOfExtension(of: request.containingType)
    case .allExtensionNumbersOfType(let type): self = .extensionNumbers(of: type)
    case .listServices: self = .services
    }
  }
}

/// `grpc.reflection.v1alpha.ServerReflection`.
struct ReflectionAlphaRPC: Grpc_Reflection_V1alpha_ServerReflection.SimpleServiceProtocol {
  let descriptors: DescriptorPool

  func serverReflectionInfo(
    request: RPCAsyncSequence<Grpc_Reflection_V1alpha_ServerReflectionRequest, any Error>,
    response writer: RPCWriter<Grpc_Reflection_V1alpha_ServerReflectionResponse>,
    context: ServerContext
  ) async throws {
    for try await question in request {
      try await writer.write(self.answer(question))
    }
  }

  private func answer(
    _ question: Grpc_Reflection_V1alpha_ServerReflectionRequest
  ) -> Grpc_Reflection_V1alpha_ServerReflectionResponse {
    .with {
      $0.validHost = question.host
      $0.originalRequest = question
      switch self.descriptors.answer(question.messageRequest.map(ReflectionQuestion.init)) {
      case .files(let files): $0.fileDescriptorResponse.fileDescriptorProto = files
      case .services(let names):
        $0.listServicesResponse.service = names.map { name in .with { $0.name = name } }
      case .extensions(let type): $0.allExtensionNumbersResponse.baseTypeName = type
      case .error(let code, let message):
        $0.errorResponse.errorCode = Int32(code.rawValue)
        $0.errorResponse.errorMessage = message
      }
    }
  }
}

extension ReflectionQuestion {
  fileprivate init(_ proto: Grpc_Reflection_V1alpha_ServerReflectionRequest.OneOf_MessageRequest) {
    switch proto {
    case .fileByFilename(let name): self = .file(name)
    case .fileContainingSymbol(let symbol): self = .symbol(symbol)
    case .fileContainingExtension(let request): self = .fileOfExtension(of: request.containingType)
    case .allExtensionNumbersOfType(let type): self = .extensionNumbers(of: type)
    case .listServices: self = .services
    }
  }
}
