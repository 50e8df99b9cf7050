/// Short names for the generated messages.
package enum Proto {
  package typealias Surface = Interaction_V1_Surface
  package typealias Current = Interaction_V1_CurrentState
  package typealias Event = Interaction_V1_InteractionEvent
  package typealias Directive = Interaction_V1_Directive
  package typealias Setting = Interaction_V1_Setting
  package typealias Snapshot = Interaction_V1_Snapshot
  package typealias Timeline = Interaction_V1_Timeline
  package typealias Track = Interaction_V1_Track
  package typealias Request = Interaction_V1_InteractRequest
  package typealias Response = Interaction_V1_InteractResponse
  package typealias SessionState = Interaction_Storage_V1_SessionState
  package typealias SealedSession = Interaction_Storage_V1_SealedSession
  package typealias TraceRecord = Interaction_Storage_V1_TraceRecord
  package typealias TraceHeader = Interaction_Storage_V1_TraceHeader
  package typealias KeptSession = Interaction_Storage_V1_KeptSession
  package typealias ExperienceDefinition = Interaction_V1_ExperienceDefinition
  package typealias VariantsDefinition = Interaction_V1_VariantsDefinition
  package typealias VariantDefinition = Interaction_V1_VariantDefinition
  package typealias VariantSelection = Interaction_V1_VariantSelection
  package typealias VariantBuckets = Interaction_Storage_V1_VariantBuckets
  package typealias FieldViolation = Interaction_V1_FieldViolation
}
