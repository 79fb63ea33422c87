import { z } from "zod";

import { createUploadUrl } from "#api/doors/mcp/create-upload-url.ts";
import { defineTool } from "#api/doors/mcp/tool.ts";
import { createAsset } from "#api/routes/assets/create-asset.ts";
import type { assetSchema } from "#api/schemas/asset.ts";

export const addFile = defineTool({
  name: "add_file",
  permission: "assets:write",
  title: "Add a file",
  description:
    "Adds a file for inputs of generate: from a public url, or, without url, returns a URL to which a shell " +
    "uploads a local file once. Never send the bytes of a file as an argument.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    url: z.string().optional(),
    name: z.string().optional().describe("Display name."),
  }),
  async run({ url, name }, call) {
    if (url !== undefined) {
      const body = { url, name };
      const asset = (await call.callRoute(createAsset, { body })) as z.input<typeof assetSchema>;
      const { assetId, kind, contentType, bytes } = asset;
      return {
        content: [
          { type: "text", text: `assetId ${assetId} (${kind}, ${contentType}, ${bytes} bytes)` },
        ],
        structuredContent: { assetId, kind, contentType, bytes },
      };
    }
    const upload = await createUploadUrl(name, call);
    const command = `curl --fail-with-body -T FILE '${upload.url}'`;
    return {
      content: [
        {
          type: "text",
          text:
            `Run: ${command}\nThe response has the assetId for inputs. The URL works once, until ` +
            `${upload.expiresAt}, for a file of at most ${upload.bytesMax} bytes.`,
        },
      ],
      structuredContent: { ...upload, method: "PUT", command },
    };
  },
});
