// The module `offline.js`: decisions without a server. The client loads it when it needs it.
export * from "./offline/engineModule";
export * from "./offline/localEngine";
export * from "./offline/moduleError";
export type { ModuleSource } from "./offline/moduleSource";
