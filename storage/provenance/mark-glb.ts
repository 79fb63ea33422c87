import { z } from "zod";

import { type FileReader, UnreadableFile } from "./file-reader.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";
import { sourceTypeUri, statesSourceType } from "./xmp.ts";

const headerBytes = 12;
const chunkHeaderBytes = 8;
const jsonType = 0x4e4f534a;
const extension = "KHR_xmp_json_ld";
/** Description of a model without its geometry; larger ones are not marked. */
const jsonBytesMax = 8_388_608;
const sizeMax = 0xffff_ffff;

const documentSchema = z.looseObject({
  asset: z.looseObject({ extensions: z.record(z.string(), z.unknown()).optional() }),
  extensionsUsed: z.array(z.string()).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/** XMP is the extension `KHR_xmp_json_ld` of glTF in the JSON chunk, which is the first one. */
export async function markGlb(file: FileReader, facts: MarkFacts): Promise<FormatPlan> {
  const header = await file.bytes(0, headerBytes + chunkHeaderBytes);
  const size = header.readUInt32LE(8);
  const length = header.readUInt32LE(headerBytes);
  if (header.readUInt32LE(4) !== 2 || size !== file.size) {
    throw new UnreadableFile("the header is wrong");
  }
  if (header.readUInt32LE(headerBytes + 4) !== jsonType) {
    throw new UnreadableFile("the first chunk is not JSON");
  }
  if (length > jsonBytesMax) return { unmarked: "foreign_metadata" };
  const at = headerBytes + chunkHeaderBytes;
  const text = (await file.bytes(at, length)).toString("utf8");
  if (statesSourceType(Buffer.from(text))) return { found: "iptc" };
  const document = documentSchema.safeParse(parse(text));
  if (!document.success) throw new UnreadableFile("the JSON is no glTF");
  const { asset, extensions = {}, extensionsUsed = [] } = document.data;
  if (extension in extensions) return { unmarked: "foreign_metadata" };
  const json = toChunk({
    ...document.data,
    asset: { ...asset, extensions: { ...asset.extensions, [extension]: { packet: 0 } } },
    extensionsUsed: [...extensionsUsed, extension],
    extensions: { ...extensions, [extension]: { packets: [toPacket(facts)] } },
  });
  const nextSize = size - length + json.byteLength;
  if (nextSize > sizeMax) return { unmarked: "file_too_large" };
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(nextSize, 0);
  lengths.writeUInt32LE(json.byteLength, 4);
  return {
    edits: [
      { at: 8, remove: 8, insert: lengths },
      { at, remove: length, insert: json },
    ],
  };
}

function toPacket(facts: MarkFacts): Record<string, unknown> {
  return {
    "@context": {
      xmp: "http://ns.adobe.com/xap/1.0/",
      Iptc4xmpExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    },
    "@id": "",
    "xmp:CreatorTool": facts.creatorTool,
    "Iptc4xmpExt:DigitalSourceType": sourceTypeUri(facts),
    "Iptc4xmpExt:AISystemUsed": facts.aiSystem,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile("the JSON is broken", { cause: error });
  }
}

/** Padded with spaces to a multiple of four bytes. */
function toChunk(document: object): Buffer {
  const json = Buffer.from(JSON.stringify(document));
  return Buffer.concat([json, Buffer.alloc((4 - (json.byteLength % 4)) % 4, " ")]);
}
