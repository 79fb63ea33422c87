import { createHmac } from "node:crypto";

import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server";

/**
 * Signs the states of forms with a separate key. A state is valid for ten minutes and for the caller who
 * received it.
 */
export function createStateCodec(signingSecret: string): RequestStateCodec {
  const key = createHmac("sha256", signingSecret).update("mcp request state").digest();
  return createRequestStateCodec({ key, bind: ({ http }) => http?.authInfo?.clientId ?? "" });
}
