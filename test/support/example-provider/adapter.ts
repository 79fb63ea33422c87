import { z } from "zod";

import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { AppError } from "#domain/errors.ts";

import provider from "./row.ts";

const errorSchema = z.object({ code: z.string(), message: z.string().nullish() });

const dialect: ErrorDialect = {
  read(body) {
    const error = errorSchema.safeParse(body).data;
    return error === undefined
      ? { words: [] }
      : { words: [error.code], reason: error.message ?? undefined };
  },
  rules: [{ words: ["unsafe"], code: "content_refused" }],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ id: z.string().min(1) });
const imageSchema = z.object({ status: z.string(), url: z.url().nullish() });
const handleSchema = z.object({ id: z.string() });

/** Adapter of Acme (its API reference, read 2026-11). */
export const acme: ProviderAdapter = {
  async submit(request, call) {
    const callback = request.callback && { webhook_url: request.callback.url };
    const { data, answer } = await client.json("POST", "/v1/images", {
      call,
      paid: true,
      body: {
        model: request.upstreamModel,
        ...toBody(mapForProvider(request).values),
        ...callback,
      },
      schema: acceptedSchema,
    });
    return {
      state: "accepted",
      handle: { id: data.id },
      providerRequestId: answer.requestId ?? data.id,
    };
  },

  async poll(handle, call) {
    const { id } = handleSchema.parse(handle);
    const { data } = await client.json("GET", `/v1/images/${encodeURIComponent(id)}`, {
      call,
      paid: false,
      schema: imageSchema,
    });
    switch (data.status) {
      case "ready":
        if (data.url == null) throw unreadable(false, "a result without a URL");
        return {
          state: "succeeded",
          result: { files: [{ source: { url: data.url }, contentType: "image/png" }] },
        };
      case "failed":
        throw new AppError("provider_failed", { details: { reason: data.status } });
      default:
        return { state: "running" };
    }
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v1/account", { call, paid: false });
  },
};
