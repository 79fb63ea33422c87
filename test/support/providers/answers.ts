import type {
  AdapterFile,
  AdapterResult,
  PollResult,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

export function handleOf(answer: SubmitResult): ProviderHandle {
  if (answer.state !== "accepted") throw new Error(`${answer.state}, and not accepted`);
  return answer.handle;
}

export function resultOf(answer: SubmitResult | PollResult | undefined): AdapterResult {
  if (answer?.state !== "succeeded") throw new Error(`${answer?.state}, and not succeeded`);
  return answer.result;
}

/** Parses the JSON of a file that came as bytes. */
export function jsonIn(file: AdapterFile | undefined): unknown {
  if (file === undefined || !("bytes" in file.source)) throw new Error("no bytes");
  return JSON.parse(Buffer.from(file.source.bytes).toString());
}
