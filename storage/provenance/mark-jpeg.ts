import { type FileReader, UnreadableFile } from "./file-reader.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";
import { addToXmp, buildXmp, statesSourceType } from "./xmp.ts";

const startOfScan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app11 = 0xeb;
const segmentBytesMax = 65_535;
const xmpName = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");
const exifName = Buffer.from("Exif\0\0", "latin1");
/** `JP`, box instance, sequence number, length, type: a JUMBF box in `APP11`. */
const jumbfTypeAt = 12;

/** XMP is an `APP1` segment after JFIF and Exif; C2PA are `APP11` segments. */
export async function markJpeg(file: FileReader, facts: MarkFacts): Promise<FormatPlan> {
  let insertAt = 2;
  let xmp: Segment | null = null;
  for (let at = 2; ;) {
    const [mark = 0, marker = 0, high = 0, low = 0] = await file.bytes(at, 4);
    if (mark !== 0xff) throw new UnreadableFile("a segment has no marker");
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) break;
    const length = high * 256 + low;
    if (length < 2 || marker < 0xc0) throw new UnreadableFile("a segment is broken");
    const body = await file.bytes(at + 4, length - 2);
    const next = at + 2 + length;
    if (marker === app1 && body.subarray(0, xmpName.byteLength).equals(xmpName)) {
      xmp ??= { at, length, packet: body.subarray(xmpName.byteLength) };
    }
    if (marker === app11 && isJumbf(body)) return { found: "c2pa" };
    const isExif = marker === app1 && body.subarray(0, exifName.byteLength).equals(exifName);
    if (marker === app0 || isExif) insertAt = next;
    at = next;
  }
  if (xmp !== null) return editSegment(xmp, facts);
  return { edits: [{ at: insertAt, remove: 0, insert: segment(buildXmp(facts)) }] };
}

interface Segment {
  readonly at: number;
  readonly length: number;
  readonly packet: Uint8Array;
}

function editSegment({ at, length, packet }: Segment, facts: MarkFacts): FormatPlan {
  if (statesSourceType(packet)) return { found: "iptc" };
  const edited = addToXmp(packet, facts);
  const isTooLong = edited !== null && edited.byteLength + xmpName.byteLength + 2 > segmentBytesMax;
  if (edited === null || isTooLong) return { unmarked: "foreign_metadata" };
  return { edits: [{ at, remove: length + 2, insert: segment(edited) }] };
}

function segment(packet: Uint8Array): Buffer {
  const length = 2 + xmpName.byteLength + packet.byteLength;
  return Buffer.concat([Buffer.from([0xff, app1, length >> 8, length & 255]), xmpName, packet]);
}

function isJumbf(body: Buffer): boolean {
  return (
    body.toString("latin1", 0, 2) === "JP" &&
    body.toString("latin1", jumbfTypeAt, jumbfTypeAt + 4) === "jumb"
  );
}
