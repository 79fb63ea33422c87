import type { ReadRange } from "./edits.ts";
import { FileReader, UnreadableFile } from "./file-reader.ts";
import { markGlb } from "./mark-glb.ts";
import { markJpeg } from "./mark-jpeg.ts";
import { markMp3 } from "./mark-mp3.ts";
import { markMp4 } from "./mark-mp4.ts";
import { markPng } from "./mark-png.ts";
import { markWav } from "./mark-wav.ts";
import { markWebp } from "./mark-webp.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";

type Format = (file: FileReader, facts: MarkFacts) => Promise<FormatPlan>;

/** Media types whose files can carry a mark. */
const formats: Readonly<Record<string, Format>> = {
  "image/png": markPng,
  "image/jpeg": markJpeg,
  "image/webp": markWebp,
  "video/mp4": markMp4,
  "video/quicktime": markMp4,
  "audio/mp4": markMp4,
  "audio/wav": markWav,
  "audio/mpeg": markMp3,
  "model/gltf-binary": markGlb,
};

/**
 * Decides how a file is marked as made by AI. Reads the structure of the file, not its media, with bounded memory and a bounded number
 * of reads. A file with a mark keeps it. The reason is in `unmarked` for a format that carries no mark, a broken file, and
 * metadata of another program that cannot be extended. Throws what `read` throws.
 */
export async function planMark(
  { size, contentType, read }: { size: number; contentType: string; read: ReadRange },
  facts: MarkFacts,
): Promise<FormatPlan> {
  const format = formats[contentType];
  if (format === undefined) return { unmarked: "format_without_mark" };
  try {
    return await format(new FileReader(size, read), facts);
  } catch (error) {
    if (error instanceof UnreadableFile) return { unmarked: "file_unreadable" };
    throw error;
  }
}
