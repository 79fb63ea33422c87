import type { IncomingMessage } from "node:http";

import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";

import { AppError } from "#domain/errors.ts";

/** Idle time after which the sender counts as disconnected. */
const idleMs = 30_000;

/** Limits of a form: its files, and its fields with their length in bytes. */
export interface FormLimits {
  readonly files: number;
  readonly fields: number;
  readonly fieldSize: number;
}

/** Limits of a form with one file and a few short fields. */
const uploadLimits: FormLimits = { files: 1, fields: 5, fieldSize: 1_000 };

export function isForm(request: IncomingMessage): boolean {
  return /^multipart\/form-data\s*;/i.test(request.headers["content-type"] ?? "");
}

function isJson(request: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "");
}

/**
 * Returns the error for a body of a route with uploads that is neither a form nor JSON, such as the bytes of
 * the file alone; otherwise null.
 */
export function refusedUpload(request: IncomingMessage): AppError | null {
  if (isForm(request) || isJson(request)) return null;
  return new AppError("content_type_unsupported", {
    message:
      "Send the file as the field `file` of a form (multipart/form-data); with curl: -F file=@photo.png.",
  });
}

/** Returns the error for a form that is sent to a route without uploads. */
export function unexpectedForm(): AppError {
  return new AppError("content_type_unsupported", {
    message:
      "The content type must be application/json. Upload each file with POST /v1/assets, and send its assetId in `inputs`.",
  });
}

/** Storage callbacks for the file of a form. */
export interface UploadSteps<Stored> {
  store(file: { fileName: string; body: AsyncIterable<Uint8Array> }): Promise<Stored>;
  /** Deletes a stored file whose form turned out to be invalid. */
  discard(stored: Stored): Promise<void>;
}

/**
 * Reads a form with one file and streams the file to `store`; no file is held in memory. On any error the
 * file is discarded and the connection can still carry a response. Throws what `store` throws,
 * `body_malformed`, and `request_aborted` when the sender stops.
 */
export async function readUpload<Stored>(
  request: IncomingMessage,
  steps: UploadSteps<Stored>,
): Promise<{ stored: Stored; fields: FormFields }> {
  const { files, fields } = await readForm(request, {
    limits: uploadLimits,
    store: async ({ field, ...file }) => {
      if (field === "file") return steps.store(file);
      throw malformed(`The file is in the field \`${field}\`: name the field \`file\`.`);
    },
    discard: async (stored) => steps.discard(stored),
  });
  const [file] = files;
  if (file === undefined) throw malformed("The form has no file. Add it as the field `file`.");
  return { stored: file.stored, fields };
}

/** Storage callbacks for the files of a form. */
export interface FormSteps<Stored> {
  readonly limits: FormLimits;
  /** Throws for a field that takes no file. */
  readonly store: (file: {
    field: string;
    fileName: string;
    body: AsyncIterable<Uint8Array>;
  }) => Promise<Stored>;
  /** Deletes a stored file whose form turned out to be invalid. */
  readonly discard: (stored: Stored) => Promise<void>;
}

/** Text fields of a form: the last value of each; a field whose name ends with `[]` is the list of its values. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>;

/** Reads a form with several files like `readUpload`: files in the order of the form. */
export async function readForm<Stored>(
  request: IncomingMessage,
  { limits, store, discard }: FormSteps<Stored>,
): Promise<{
  files: readonly { readonly field: string; readonly stored: Stored }[];
  fields: FormFields;
}> {
  const form = openForm(request, limits);
  const failed = Promise.withResolvers<never>();
  const finished = Promise.withResolvers<undefined>();
  // An object without a prototype, so that a field such as `__proto__` is one like any other.
  const fields = Object.create(null) as Record<string, string | readonly string[]>;
  const parts: { field: string; file: BusboyFileStream; storing: Promise<Stored> }[] = [];
  // Busboy passes no name for a part whose header has none.
  form.on("field", (name: string | undefined, value, isNameCut, isValueCut) => {
    if (name === undefined) failed.reject(malformed("A field of the form has no name."));
    else if (isNameCut || isValueCut) {
      failed.reject(malformed("A field of the form is too long."));
    } else fields[name] = name.endsWith("[]") ? [fields[name] ?? [], value].flat() : value;
  });
  form.on("file", (field, file, fileName) => {
    // The consumer of the stream receives the error; the form's error or the store's error is the one
    // reported.
    file.on("error", () => undefined);
    const storing = store({ field, fileName, body: file });
    storing.catch(failed.reject);
    parts.push({ field, file, storing });
  });
  for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const) {
    form.on(limit, () => failed.reject(malformed("The form has too many parts.")));
  }
  form.on("error", (error) =>
    failed.reject(malformed("The form ended before it was complete.", error)),
  );
  form.on("finish", () => finished.resolve(undefined));
  const stopWatching = watchSender(request, failed.reject);
  request.pipe(form);

  try {
    await Promise.race([finished.promise, failed.promise]);
    const stored = await Promise.all(parts.map(async ({ storing }) => storing));
    const files = parts.flatMap(({ field }, index) => {
      const one = stored[index];
      return one === undefined ? [] : [{ field, stored: one }];
    });
    return { files, fields };
  } catch (error) {
    request.unpipe(form);
    for (const { file } of parts) {
      file.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    // Reads and drops the rest of the body: the response is sent on the same connection.
    request.resume();
    const stored = await Promise.allSettled(parts.map(async ({ storing }) => storing));
    for (const one of stored) if (one.status === "fulfilled") await discard(one.value);
    throw error;
  } finally {
    stopWatching();
  }
}

function openForm(request: IncomingMessage, limits: FormLimits) {
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
    throw new AppError("content_type_unsupported", {
      message: "Compressed bodies are not supported.",
    });
  }
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        ...limits,
        parts: limits.files + limits.fields,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 8_192,
      },
    });
  } catch (error) {
    throw malformed("The content type of the form has no boundary.", error);
  }
}

/** Fails an upload when the sender disconnects or idles before the end. */
export function watchSender(request: IncomingMessage, fail: (error: AppError) => void): () => void {
  const gone = () => {
    if (!request.complete) fail(new AppError("request_aborted"));
  };
  const silent = () => fail(new AppError("request_aborted", { message: "The upload stalled." }));
  let timer = setTimeout(silent, idleMs);
  const heard = () => {
    clearTimeout(timer);
    if (!request.complete) timer = setTimeout(silent, idleMs);
  };
  request.on("data", heard);
  request.on("close", gone);
  request.on("error", gone);
  return () => {
    clearTimeout(timer);
    request.off("data", heard);
    request.off("close", gone);
  };
}

function malformed(message: string, cause?: unknown): AppError {
  return new AppError("body_malformed", { message, cause });
}
