import type { IncomingMessage } from "node:http";

import { z } from "zod";

import { assetBytesMax, storeAssetFile, tooLarge } from "#api/accept/store-asset.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { allowUploadTime } from "#api/http-server.ts";
import { watchSender } from "#api/http/read-upload.ts";
import { defineRoute } from "#api/http/route.ts";
import { checkAccountState } from "#api/middleware/account-state.ts";
import { checkPermission } from "#api/middleware/permission.ts";
import { registerAsset } from "#api/routes/assets/create-asset.ts";
import { assetSchema } from "#api/schemas/asset.ts";
import type { Caller } from "#db/caller.ts";
import { reopenUploadLink, takeUploadLink } from "#db/jobs/upload-links.ts";

export const uploadFile = defineRoute({
  method: "put",
  path: "/uploads/{token}",
  operationId: "uploadFile",
  summary: "Upload a file to an upload URL",
  description:
    "Takes the bytes of one file, as `curl -T photo.png` sends them. The tool `add_file` of the Model Context " +
    "Protocol returns the URL; it requires no credential, works once, and only for some minutes.",
  tags: ["Files"],
  access: "public",
  hidesPath: true,
  takesFile: true,
  params: z.object({ token: z.string().min(1).max(200) }),
  status: 201,
  response: assetSchema,
  errors: [
    "upload_link_invalid",
    "asset_invalid",
    "asset_too_large",
    "asset_limit_reached",
    "permission_missing",
    "account_suspended",
    "account_closing",
    "payment_overdue",
    "address_not_allowed",
    "request_aborted",
  ],
  async handle(input, dependencies) {
    const { params, request, upload } = input;
    if (upload === null) throw new Error("expected a request with a file");
    const em = dependencies.em.fork();
    const { caller, name } = await takeUploadLink(em, params.token);
    checkAccountState(caller, request.address);
    checkPermission(caller, "assets:write");
    try {
      const file = await receive(upload, caller, request.signal, dependencies);
      const row = { ...file, outputId: null, name, source: "upload" as const };
      return await registerAsset({ row }, { ...input, caller, idempotency: null }, dependencies);
    } catch (error) {
      // Reads and drops the rest of the body: the response is sent on the same connection.
      upload.resume();
      await reopenUploadLink(em.fork(), params.token);
      throw error;
    }
  },
});

async function receive(
  upload: IncomingMessage,
  { plan }: Caller,
  signal: AbortSignal,
  { storage, settings }: RequestDependencies,
) {
  const bytesMax = assetBytesMax(plan, settings.inputBytesMax);
  if (Number(upload.headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  allowUploadTime(upload);
  const stopWatching = watchSender(upload, (error) => upload.destroy(error));
  try {
    const body: AsyncIterable<Uint8Array> = upload.iterator({ destroyOnReturn: false });
    return await storeAssetFile(storage, body, { bytesMax, signal });
  } finally {
    stopWatching();
  }
}
