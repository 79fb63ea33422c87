import type { IncomingMessage } from "node:http";

import { assetBytesMax, storeAssetFile, tooLarge } from "#api/accept/store-asset.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { type FormFields, readForm } from "#api/http/read-upload.ts";
import type { RouteInput } from "#api/http/route.ts";
import { AppError } from "#domain/errors.ts";

import { type SentFiles, toSentFiles } from "./keep-files.ts";

type Asking = Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">;

export interface MediaForm<Fields> extends SentFiles {
  readonly fields: Fields;
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
    readonly parse: (fields: FormFields) => Fields;
  },
  { caller, request }: Asking,
  dependencies: RequestDependencies,
): Promise<MediaForm<Fields>> {
  const { storage, settings } = dependencies;
  const bytesMax = assetBytesMax(caller.plan, settings.inputBytesMax);
  const announced = Number(upload.headers["content-length"] ?? 0);
  if (announced > bytesMax * filesMax + textBytesMax) throw tooLarge(bytesMax);
  const { signal } = request;
  const form = await readForm(upload, {
    limits: { ...formFields, files: filesMax },
    async store({ field, fileName, body }) {
      if (!fileFields.includes(field)) throw unexpectedFile(field, fileFields);
      return { field, fileName, file: await storeAssetFile(storage, body, { bytesMax, signal }) };
    },
    discard: async ({ file }) => storage.delete(file.storageKey),
  });
  const sent = toSentFiles(
    form.files.map(({ stored }) => stored),
    caller,
    dependencies,
  );
  try {
    return { fields: parse(form.fields), ...sent };
  } catch (error) {
    await sent.discard();
    throw error;
  }
}

function unexpectedFile(field: string, known: readonly string[]): AppError {
  const message = `The field takes no file; files are in ${known.join(", ")}.`;
  return new AppError("request_invalid", {
    issues: [{ pointer: `/${field}`, code: "unknown_field", message }],
  });
}
