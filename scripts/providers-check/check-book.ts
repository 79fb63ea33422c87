import { join } from "node:path";

import type { AdapterFile } from "#activities/providers/adapter.ts";
import { AppError } from "#domain/errors.ts";
import { fetchUntrusted } from "#runtime/net/fetch-untrusted.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { extensionOf, sniffMediaType } from "#storage/media-type.ts";
import { peekable } from "#storage/peekable.ts";

import {
  type CheckEntry,
  type CheckedFile,
  type CheckReport,
  readCheckReport,
} from "./check-report.ts";
import { presentReport } from "./present-report.ts";
import type { RecordedCall } from "./recorded-call.ts";

const reportBytesMax = 10 * 1024 ** 2;

/** A folder with the report in JSON and in Markdown, and the files that the providers made. */
export interface CheckBook {
  readonly report: CheckReport;
  /** Durable when it returns: the complete entry survives a power cut. */
  note(slug: string, entry: CheckEntry): Promise<void>;
  keepFile(slug: string, file: FileToKeep): Promise<CheckedFile>;
  /** Writes `recorded/<slug>.json`, which replaces an earlier recording. */
  keepRecording(call: RecordedCall): Promise<void>;
}

interface FileToKeep {
  readonly file: AdapterFile;
  readonly ordinal: number;
  /** The service's origin, which may be in a private network. */
  readonly trustedOrigin: string;
  readonly signal: AbortSignal;
}

/** `hide` removes secrets from every text, whatever its source. */
export async function openCheckBook(
  folder: string,
  { hide, outputBytesMax }: { hide: (text: string) => string; outputBytesMax: number },
): Promise<CheckBook> {
  const storage = createDiskStorage(folder);
  const report = (await readCheckReport(join(folder, "report.json"))) ?? { services: {} };
  const write = async (name: string, text: string) =>
    storage.write(name, bytesOf(hide(text)), { bytesMax: reportBytesMax });
  return {
    report,
    async note(slug, entry) {
      report.services[slug] = entry;
      await write("report.json", `${JSON.stringify(report, null, 2)}\n`);
      await write("report.md", presentReport(report));
    },
    async keepRecording(call) {
      await write(`recorded/${call.slug}.json`, `${JSON.stringify(call, null, 2)}\n`);
    },
    async keepFile(slug, { file, ordinal, trustedOrigin, signal }) {
      const source =
        "bytes" in file.source
          ? chunkOf(file.source.bytes)
          : (await fetchUntrusted(file.source.url, { signal, requester: slug, trustedOrigin }))
              .body;
      const { head, body } = await peekable(source);
      if (head.byteLength === 0) {
        throw new AppError("output_invalid", { details: { reason: "empty file" } });
      }
      const contentType = sniffMediaType(head) ?? file.contentType;
      const name = `${slug}-${ordinal}.${extensionOf(contentType)}`;
      const stored = await storage.write(name, body, { bytesMax: outputBytesMax, signal });
      return { contentType, ...stored };
    },
  };
}

function bytesOf(text: string): AsyncIterable<Uint8Array> {
  return chunkOf(Buffer.from(text));
}

async function* chunkOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
