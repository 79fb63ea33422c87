import { EngineRequests } from "@gme/client/requests";

import { fetchOrTake } from "./early-reads.ts";
import { accessToken } from "./session.ts";

/** Client of the engine that has served this page, with the session's access token. */
export const engine = new EngineRequests({
  baseUrl: location.origin,
  accessToken,
  retriesMax: 2,
  fetch: fetchOrTake,
});
