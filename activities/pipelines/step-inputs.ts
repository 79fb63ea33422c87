import { z } from "zod";

import { AppError } from "#domain/errors.ts";
import { fileKinds, type FileKind } from "#domain/requests/capability.ts";
import type { JobInput } from "#domain/requests/generation.ts";

/** A file as the result of a step, or as an input of the run. */
const fileSchema = z.union([
  z.object({ contentType: z.string(), outputId: z.string() }),
  z.object({ contentType: z.string(), assetId: z.string() }),
]);

/** Files of a step, with the kinds that the step gives them. */
export const givenFilesSchema = z.array(
  z.union([z.object({ kind: z.enum(fileKinds), from: fileSchema }), fileSchema]),
);

export function toInput(given: z.output<typeof givenFilesSchema>[number]): JobInput {
  const { kind, file } =
    "from" in given
      ? { kind: given.kind, file: given.from }
      : { kind: kindOf(given.contentType), file: given };
  return "outputId" in file ? { kind, outputId: file.outputId } : { kind, assetId: file.assetId };
}

function kindOf(contentType: string): Exclude<FileKind, "mask"> {
  const [kind] = contentType.split("/");
  if (kind === "image" || kind === "video" || kind === "audio" || kind === "model") return kind;
  throw new AppError("request_invalid", { message: `A file is ${contentType}.` });
}
