import { z } from "zod";

import type { ProviderCall } from "#activities/providers/adapter.ts";

import { questions } from "./own-client.ts";

const modelsMax = 1_000;

const listSchema = z.object({
  data: z.array(z.object({ id: z.string().min(1) })).max(modelsMax),
});

/**
 * Lists the models of a server. Null for a server that has no list, such as SGLang, which describes its only model, or
 * faster-whisper-server.
 */
export async function discover(call: ProviderCall): Promise<readonly string[] | null> {
  const { data } = await questions.json("GET", "/models", {
    call,
    paid: false,
    schema: z.unknown(),
  });
  const list = listSchema.safeParse(data).data;
  return list === undefined ? null : list.data.map(({ id }) => id);
}
