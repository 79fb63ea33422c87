import { AppError } from "#domain/errors.ts";
import type { FileKind } from "#domain/requests/capability.ts";
import type { JobInput } from "#domain/requests/generation.ts";

/** A file as the result of a step, or as an input of the run. */
type FileValue = { readonly contentType: string } & (
  | { readonly outputId: string }
  | { readonly assetId: string }
);

/** A file of a step, with the kind that the step gives it. */
export type GivenFile = FileValue | { readonly kind: FileKind; readonly from: FileValue };

export function toInput(given: GivenFile): JobInput {
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
