import { JobFailedError, MediaEngine } from "@gme/client";
import { isModelId } from "@gme/client/models";
import { verify } from "@gme/client/webhooks";

/** Uses the installed client in any JavaScript runtime: order, wait, stream, upload, download, list, error, webhook. */
const engine = new MediaEngine();
const request = { capability: "text-to-image", prompt: "a red fox" } as const;
let checks = 0;

function expect(name: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`failed: ${name}`);
  checks += 1;
}

const job = await engine.run({ ...request, maxCredits: 3 });
const file = await job.output.blob();
expect("a file", file.type === "image/png" && file.size === job.output.bytes);
expect("a model of the catalog", job.model != null && isModelId(job.model.id));

const handle = await engine.submit(request);
const sequences: number[] = [];
for await (const event of handle.events()) sequences.push(event.sequence);
expect(
  "each event once",
  sequences.every((sequence, index) => sequence === index + 1),
);

const edited = await engine.run({
  capability: "image-to-image",
  prompt: "as a drawing",
  inputs: [{ kind: "image", file, name: "fox.png" }],
});
expect("an uploaded input", edited.output.bytes > 0);

for await (const one of engine.jobs.list({ status: "completed" })) {
  expect("a listed job", one.status === "completed");
  break;
}

const controller = new AbortController();
controller.abort();
const aborted = await engine
  .run(request, { signal: controller.signal })
  .catch((error: Error) => error);
expect("an abort", aborted instanceof Error && !(aborted instanceof JobFailedError));

const forged = await verify("{}", {}, "whsec_c2VjcmV0").catch((error: Error) => error);
expect("a forged webhook", "name" in forged && forged.name === "WebhookVerificationError");

console.log(`${checks} checks passed`);
