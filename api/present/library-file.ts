import type { z } from "zod";

import type { libraryFileSchema } from "#api/schemas/library.ts";
import type { LibraryFile } from "#db/jobs/library.ts";
import type { PreviewVariant } from "#domain/jobs/preview.ts";
import { type AddressSettings, createFileAddress } from "#storage/file-address.ts";

import { optional } from "./optional.ts";

export function presentLibraryFile(
  file: LibraryFile,
  settings: AddressSettings & { readonly hasPreviews: boolean },
  now: Date,
): z.input<typeof libraryFileSchema> {
  const { id, expiresAt: keptUntil, preview } = file;
  const urlOf = (fileId: string) => createFileAddress({ fileId, keptUntil }, settings, now).url;
  const variantUrl = (variant: PreviewVariant) =>
    preview?.variants.includes(variant) === true ? urlOf(`${id}.${variant}`) : undefined;
  return {
    fileId: id,
    source: file.jobId === null ? "uploaded" : "generated",
    ...optional("jobId", file.jobId),
    ...optional("capability", file.capability),
    ...optional("model", file.modelId),
    ...optional("title", file.title),
    contentType: file.contentType,
    bytes: file.bytes,
    ...optional("width", file.width),
    ...optional("height", file.height),
    ...optional("durationSeconds", file.durationSeconds),
    createdAt: file.createdAt.toISOString(),
    keptUntil: keptUntil.toISOString(),
    url: urlOf(id),
    preview: {
      state: stateOf(file, settings.hasPreviews),
      ...optional("thumbHash", preview?.thumbHash),
      ...optional("posterUrl", variantUrl("poster")),
      ...optional("stripUrl", variantUrl("strip")),
      ...optional("peaks", preview?.peaks),
    },
  };
}

/** A preview that no worker makes is never pending. */
function stateOf(file: LibraryFile, hasPreviews: boolean): "pending" | "ready" | "none" {
  if (file.isPreviewDue && hasPreviews) return "pending";
  return hasContent(file) ? "ready" : "none";
}

const hasContent = ({ preview }: LibraryFile) =>
  preview !== null && (preview.variants.length > 0 || preview.peaks !== undefined);
