/** Loads `offline.js`, which scripts/web/build makes beside the client. */
export const loadChunk = () => import("./offline.js");
