import type { AcceptedJob, Question } from "@gme/client";

import { engine } from "./engine.ts";

/** Sends the request that a question names for one of its options. */
export async function sendAnswer({
  path,
  body,
}: Question["options"][number]["request"]): Promise<AcceptedJob> {
  if (!path.startsWith("/v1/")) throw new Error(`${path} is not a path of the API`);
  const response = await engine.fetch(path as `/v1/${string}`, { method: "POST", body });
  return (await response.json()) as AcceptedJob;
}
