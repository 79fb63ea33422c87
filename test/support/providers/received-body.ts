import { z } from "zod";

import type { Received } from "./simulator.ts";

export function receivedJson({ body }: Received): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(body.toString("utf8")));
}

/** Reads a form as a server does, with the platform's parser. */
export async function receivedForm({ body, headers }: Received): Promise<FormData> {
  const type = headers["content-type"] ?? "";
  return new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
}

/** A string or number field, as a string. */
export function wordIn(
  fields: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const value = fields[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
