// The package's exports: sessions, presenters and renderers. This order compresses well.
export * from "./presenter/presenter";
export * from "./contract/messages";
export * from "./dom/scrollBox";
export * from "./dom/renderer";
export { surfaceOf } from "./dom/surface";
export type { DrawContent, ListView, NodeOptions } from "./dom/view";
export type { PresentedElement, PresentedScene } from "./presenter/scene";
export * from "./session/sessionError";
export * from "./reporter/input";
export * from "./reporter/scrollReporter";
export * from "./session/pageLifecycle";
export * from "./session/checkpointStore";
export type { LocalEngine, OfflinePolicy } from "./offline/policy";
export type { SessionConfiguration } from "./session/configuration";
export * from "./session/session";
export * from "./dom/screen";
export { browserSocket } from "./session/socket";
export type { Connect, Socket } from "./session/socket";
export * from "./presentedSession";
export * from "./session/updates";
// The variant in which every number is required.
export type { Rect } from "./presenter/scene";
