/** Loads `offline.js`, which scripts/web/build makes beside the client. */
export const loadChunk = (): Promise<typeof import("./offline")> => import("./offline.js");
