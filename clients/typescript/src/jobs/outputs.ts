import { sleep } from "../abort.ts";
import type { Engine } from "../engine.ts";
import { ConnectionError } from "../errors.ts";
import type { Job, Output } from "../generated/types.ts";
import { readChunks } from "../read-chunks.ts";

/**
 * File that a job has made. The functions read it with the credential of the client, so an expired `url` has no
 * effect, and continue after a broken connection.
 */
export interface OutputFile extends Output {
  blob(): Promise<Blob>;
  arrayBuffer(): Promise<ArrayBuffer>;
  stream(options?: { readonly signal?: AbortSignal }): ReadableStream<Uint8Array<ArrayBuffer>>;
}

export type JobWithFiles = Omit<Job, "output" | "outputs"> & {
  output?: OutputFile;
  outputs: OutputFile[];
};

export type CompletedJob = JobWithFiles & { output: OutputFile };

const breaksMax = 5;
const breakPauseMs = 1_000;
const silenceMaxMs = 60_000;

/** Adds the functions to the files of a job. They are not enumerable: the job stays plain data. */
export function addFiles(engine: Engine, job: Job): JobWithFiles {
  for (const output of job.output === undefined ? job.outputs : [job.output, ...job.outputs]) {
    addContent(engine, job.jobId, output);
  }
  return job as JobWithFiles;
}

export function addContent(engine: Engine, jobId: string, output: Output): OutputFile {
  const stream: OutputFile["stream"] = ({ signal } = {}) =>
    toStream(readContent(engine, jobId, output, signal));
  const arrayBuffer = async () => new Response(stream()).arrayBuffer();
  const functions = {
    stream,
    arrayBuffer,
    // In Bun, the blob of a response that was made of a stream has no type.
    blob: async () => new Blob([await arrayBuffer()], { type: output.contentType }),
  };
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(output, name, { value, enumerable: false });
  }
  return output as OutputFile;
}

/** Reads a file and continues after each break where the last byte was, for as long as bytes arrive. */
async function* readContent(
  engine: Engine,
  jobId: string,
  { outputId, bytes }: Output,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let offset = 0;
  for (let breaks = 0; breaks <= breaksMax; breaks += 1) {
    if (breaks > 0) await sleep(breakPauseMs, signal);
    const headers = offset === 0 ? {} : { range: `bytes=${offset}-` };
    const path = { jobId, outputId };
    const { status, body } = await engine.send("getOutputContent", { path }, { signal, headers });
    if (body === null || (offset > 0 && status !== 206)) break;
    for await (const chunk of readChunks(body, silenceMaxMs)) {
      offset += chunk.length;
      breaks = 0;
      yield chunk;
    }
    if (offset >= bytes) return;
  }
  throw new ConnectionError(`The file broke off after ${offset} of ${bytes} bytes.`);
}

function toStream<Chunk>(chunks: AsyncGenerator<Chunk, void, undefined>): ReadableStream<Chunk> {
  return new ReadableStream<Chunk>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}
