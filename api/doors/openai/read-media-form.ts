import type { IncomingMessage } from "node:http";

import { type BroughtAsset, toName, toRow } from "#api/accept/bring-asset.ts";
import {
  assetBytesMax,
  type AssetFile,
  storeAssetFile,
  tooLarge,
} from "#api/accept/store-asset.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { readForm } from "#api/http/read-upload.ts";
import type { RouteInput } from "#api/http/route.ts";
import { createAsset } from "#db/jobs/assets.ts";
import { AppError } from "#domain/errors.ts";

type Asking = Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">;

/** Files of a form in storage, which are no assets until `keep`. */
export interface MediaForm<Fields> {
  readonly fields: Fields;
  readonly sha256: readonly string[];
  /** Makes assets of the files, and returns their ids in the order of the form. */
  readonly keep: () => Promise<string[]>;
  /** Deletes the files that no asset has. */
  readonly discard: () => Promise<void>;
}

/** Fields of a form, and the bytes of its texts: the prompt is the longest. */
const formFields = { fields: 30, fieldSize: 140_000 };
const textBytesMax = 262_144;

/** Reads a form with files of the given fields. Throws like `bringUpload`, and what `parse` throws. */
export async function readMediaForm<Fields>(
  upload: IncomingMessage,
  {
    fileFields,
    filesMax,
    parse,
  }: {
    readonly fileFields: readonly string[];
    readonly filesMax: number;
    readonly parse: (fields: Readonly<Record<string, string>>) => Fields;
  },
  { caller, request }: Asking,
  dependencies: RequestDependencies,
): Promise<MediaForm<Fields>> {
  const { storage, settings, em } = dependencies;
  const bytesMax = assetBytesMax(caller.plan, settings.inputBytesMax);
  const announced = Number(upload.headers["content-length"] ?? 0);
  if (announced > bytesMax * filesMax + textBytesMax) throw tooLarge(bytesMax);
  const { signal } = request;
  const form = await readForm(upload, {
    limits: { ...formFields, files: filesMax },
    async store({ field, fileName, body }) {
      if (!fileFields.includes(field)) throw unexpectedFile(field, fileFields);
      return { fileName, file: await storeAssetFile(storage, body, { bytesMax, signal }) };
    },
    discard: async ({ file }) => storage.delete(file.storageKey),
  });
  const files = form.files.map(({ stored }) => stored);
  const unkept = new Set(files.map(({ file }) => file.storageKey));
  const discard = async () => {
    for (const key of unkept) await storage.delete(key);
    unkept.clear();
  };
  try {
    return {
      fields: parse(form.fields),
      sha256: files.map(({ file }) => file.sha256),
      discard,
      async keep() {
        const ids: string[] = [];
        for (const { fileName, file } of files) {
          const { organizationId, accountId } = caller;
          const row = rowOf(file, fileName);
          const { asset, created } = await createAsset(em.fork(), {
            ...row,
            organizationId,
            accountId,
          });
          if (created) unkept.delete(file.storageKey);
          ids.push(asset.id);
        }
        return ids;
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function rowOf(file: AssetFile, fileName: string): Extract<BroughtAsset, { row: unknown }>["row"] {
  return toRow(file, { name: toName(fileName), source: "upload" });
}

function unexpectedFile(field: string, known: readonly string[]): AppError {
  const message = `The field takes no file; files are in ${known.join(", ")}.`;
  return new AppError("request_invalid", {
    issues: [{ pointer: `/${field}`, code: "unknown_field", message }],
  });
}
