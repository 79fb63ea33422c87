import type { FileReader } from "./file-reader.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";
import { appendChunk, listChunks, replaceChunk, riffChunk } from "./riff.ts";
import { addToXmp, buildXmp, statesSourceType, xmpBytesMax } from "./xmp.ts";

/** XMP is the chunk `_PMX`; C2PA is the chunk `C2PA`. */
export async function markWav(file: FileReader, facts: MarkFacts): Promise<FormatPlan> {
  const chunks = await listChunks(file);
  if (chunks.some(({ type }) => type === "C2PA")) return { found: "c2pa" };
  const known = chunks.find(({ type }) => type === "_PMX");
  if (known === undefined) {
    return orTooLarge(await appendChunk(file, riffChunk("_PMX", buildXmp(facts))));
  }
  if (known.length > xmpBytesMax) return { unmarked: "foreign_metadata" };
  const packet = await file.bytes(known.at + 8, known.length);
  if (statesSourceType(packet)) return { found: "iptc" };
  const edited = addToXmp(packet, facts);
  if (edited === null) return { unmarked: "foreign_metadata" };
  return orTooLarge(await replaceChunk(file, known, edited));
}

function orTooLarge(edits: Awaited<ReturnType<typeof appendChunk>>): FormatPlan {
  return edits === null ? { unmarked: "file_too_large" } : { edits };
}
