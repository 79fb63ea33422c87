/** Chunks of a body, until it ends, its connection breaks, or it is silent for too long. */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  silenceMaxMs: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const chunk = await readOrGiveUp(reader, silenceMaxMs);
      if (chunk === undefined) return;
      yield chunk as Uint8Array<ArrayBuffer>;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function readOrGiveUp(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMaxMs: number,
): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), silenceMaxMs);
  });
  try {
    const result = await Promise.race([reader.read(), silence]);
    return result?.value;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
