import type { AcceptedJob, Question } from "@gme/client";

import { sendJson } from "./send-json.ts";
import { accessToken } from "./session.ts";

/** Sends the request that a question names for one of its options. */
export async function sendAnswer({
  path,
  body,
}: Question["options"][number]["request"]): Promise<AcceptedJob> {
  const token = await accessToken({ expired: false });
  if (!path.startsWith("/v1/")) throw new Error(`${path} is not a path of the API`);
  return sendJson(path as `/v1/${string}`, body, { authorization: `Bearer ${token}` });
}
