// What the package offers: sessions, what they show, and how a page shows it.
export * from "./contract/messages";
export * from "./dom/listPort";
export * from "./dom/renderer";
export * from "./dom/screen";
export * from "./dom/view";
export * from "./presentedSession";
export * from "./presenter/presenter";
export * from "./presenter/scene";
export * from "./reporter/input";
export * from "./reporter/scrollReporter";
export * from "./session/checkpointStore";
export * from "./session/configuration";
export * from "./session/page";
export * from "./session/session";
export * from "./session/sessionError";
export * from "./session/socket";
export * from "./session/updates";
// The one with all its numbers.
export type { Rect } from "./presenter/scene";
