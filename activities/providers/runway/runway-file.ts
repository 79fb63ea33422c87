import { z } from "zod";

import type { AdapterInput, AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import { checkBytes, dataAddress } from "#activities/providers/encode-input.ts";
import { plainDialect } from "#activities/providers/error-dialect.ts";
import { requestNothing } from "#activities/providers/http.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import type { EmbeddedFile } from "#activities/providers/request-body.ts";
import {
  storageAddress,
  storageDialect,
  uploadOnce,
  uploadTimeoutMs,
} from "#activities/providers/upload-storage.ts";
import provider from "#catalog/providers/runway.ts";
import { extensionOf } from "#storage/media-type.ts";

/** Limits for files that Runway fetches itself, over TLS and without following redirects. */
const addressBytesMax = {
  image: 16_000_000,
  mask: 16_000_000,
  video: 32_000_000,
  audio: 32_000_000,
};
const addressCharactersMax = 2_048;
/** Runway accepts data URLs of 5 MiB; base64 takes a quarter of them. */
const dataBytesMax = 3_900_000;
const uploadBytesMax = 200_000_000;

const slotSchema = z.object({
  uploadUrl: z.url(),
  fields: z.record(z.string(), z.string()),
  runwayUri: z.string().startsWith("runway://"),
});

const client = createClient(provider, plainDialect);

/**
 * Encodes an input: its URL where Runway can fetch it, a data URL for a small file, otherwise an upload,
 * which Runway keeps for a day. All are free. Throws `input_too_large`.
 */
export async function fileForRunway(
  input: AdapterInput,
  { inputsAreReachable }: Pick<AdapterRequest, "inputsAreReachable">,
  call: ProviderCall,
): Promise<string | EmbeddedFile> {
  const { kind, bytes, url } = input;
  const canFetch =
    url.startsWith("https://") &&
    url.length <= addressCharactersMax &&
    bytes <= addressBytesMax[kind];
  if (inputsAreReachable && canFetch) return url;
  if (bytes <= dataBytesMax) return dataAddress(input, dataBytesMax);
  checkBytes(input, uploadBytesMax);
  return uploadOnce(input, call, async () => upload(input, call));
}

async function upload(input: AdapterInput, call: ProviderCall): Promise<string> {
  const fileName = `${input.kind}.${extensionOf(input.contentType)}`;
  const { data } = await client.json("POST", "/v1/uploads", {
    call,
    paid: false,
    body: { filename: fileName, type: "ephemeral" },
    schema: slotSchema,
  });
  const fields = Object.entries(data.fields).map(([name, value]) => ({ name, value }));
  await requestNothing("POST", storageAddress(data.uploadUrl, call), {
    call,
    paid: false,
    timeoutMs: uploadTimeoutMs,
    form: [...fields, { name: "file", fileName, file: input }],
    dialect: storageDialect,
  });
  return data.runwayUri;
}
