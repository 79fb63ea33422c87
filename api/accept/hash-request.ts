import { createHash } from "node:crypto";

import type { JobRequest } from "#db/entities/job.ts";
import { canonicalJson } from "#domain/canonical-json.ts";

/**
 * SHA-256 of the fields that decide the result and its model. Leaves out limits, labels and webhook URLs: the
 * limit is checked against the price, and the others change nothing.
 */
export function hashRequest(request: JobRequest): Buffer {
  const { message, parseIntent, prompt, capability, inputs, parameters } = request;
  const { model, provider, routing } = request;
  const what = { message, parseIntent, prompt, capability, inputs, parameters };
  return createHash("sha256")
    .update(canonicalJson({ ...what, model, provider, routing }))
    .digest();
}
