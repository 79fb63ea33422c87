import { createHash } from "node:crypto";

import { canonicalJson } from "#api/http/canonical-json.ts";
import type { JobRequest } from "#db/entities/job.ts";

/**
 * SHA-256 of what decides what is made and by whom. What limits, labels or tells of it is left out:
 * a limit is checked with the price, the rest changes nothing.
 */
export function hashRequest(request: JobRequest): Buffer {
  const { message, parseIntent, prompt, capability, inputs, parameters } = request;
  const { model, provider, routing } = request;
  const what = { message, parseIntent, prompt, capability, inputs, parameters };
  return createHash("sha256")
    .update(canonicalJson({ ...what, model, provider, routing }))
    .digest();
}
