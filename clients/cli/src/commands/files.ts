import type { Asset, PipelineRunEstimate } from "@gme/client";
import { fromPath } from "@gme/client/node";

import { CliError } from "../cli-error.ts";
import { connect, type ConnectionOptions } from "../connection.ts";
import { note, printJson, printResult, printTable } from "../console.ts";
import { parseAssignments } from "../parse-parameters.ts";
import { readInputs, readTextFile, unreadable } from "../read-inputs.ts";
import { agreeToPrice, followJob, type JobOptions } from "../run-job.ts";
import { checkTarget } from "../save-outputs.ts";
import { toAge } from "../terminal-text.ts";

type Options = ConnectionOptions & JobOptions;

export async function listAssets(options: Options & { limit?: number }): Promise<void> {
  const { engine } = await connect(options);
  const { limit = 20 } = options;
  const assets: Asset[] = [];
  for await (const asset of engine.assets.list({ limit: Math.min(limit, 100) })) {
    assets.push(asset);
    if (assets.length >= limit) break;
  }
  if (options.json === true) return printJson(assets);
  const now = new Date();
  printTable(
    ["ASSET", "TYPE", "KB", "CREATED", "NAME"],
    assets.map((asset) => [
      asset.assetId,
      asset.contentType,
      String(Math.ceil(asset.bytes / 1_024)),
      toAge(asset.createdAt, now),
      asset.name ?? "",
    ]),
  );
}

export async function addAssets(paths: readonly string[], options: Options): Promise<void> {
  const { engine } = await connect(options);
  for (const path of paths) {
    const file = await fromPath(path).catch((error: NodeJS.ErrnoException) => {
      throw unreadable(path, error);
    });
    const asset = await engine.assets.upload(file);
    if (options.json === true) printJson(asset);
    else printResult(asset.assetId);
  }
}

export async function removeAssets(assetIds: readonly string[], options: Options): Promise<void> {
  const { engine } = await connect(options);
  for (const assetId of assetIds) {
    await engine.assets.delete(assetId);
    note(`Deleted ${assetId}`);
  }
}

export async function listPipelines(options: Options): Promise<void> {
  const { engine } = await connect(options);
  const pipelines = [];
  for await (const pipeline of engine.pipelines.list()) pipelines.push(pipeline);
  if (options.json === true) return printJson(pipelines);
  printTable(
    ["PIPELINE", "VERSION", "CREDITS", "RUNS", "NAME"],
    pipelines.map(({ pipelineId, latestVersion, price, runnable, name }) => [
      pipelineId,
      String(latestVersion),
      price.minCredits === price.maxCredits
        ? String(price.minCredits)
        : `${price.minCredits}-${price.maxCredits}`,
      runnable ? "yes" : "no",
      name,
    ]),
  );
}

export async function showPipeline(pipelineId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  printJson(await engine.pipelines.get(pipelineId));
}

/** Runs a pipeline. `-P name=value` are its inputs, `-i name=photo.png` those that are files. */
export async function runPipeline(
  pipelineId: string,
  options: Options & { param?: readonly string[]; input?: readonly string[] },
): Promise<void> {
  await checkTarget(options.output, options.force === true);
  const { engine } = await connect(options);
  const inputs = Object.fromEntries(parseAssignments(options.param ?? []));
  for (const given of options.input ?? []) {
    const at = given.indexOf("=");
    if (at <= 0) throw new CliError(`The input "${given}" must have the form name=file.`);
    const [input] = await readInputs(engine, [given.slice(at + 1)]);
    if (input === undefined) continue;
    inputs[given.slice(0, at)] =
      input.assetId === undefined ? { url: input.url } : { assetId: input.assetId };
  }
  const { maxCredits } = options;
  const estimate = (await engine.estimates.create({ pipelineId, inputs })) as PipelineRunEstimate;
  await agreeToPrice(estimate, options);
  const { estimateId } = estimate;
  const body = { inputs, estimateId, ...(maxCredits === undefined ? {} : { maxCredits }) };
  const handle = await engine.pipelines.run(pipelineId, body);
  await followJob(engine, handle, options);
}

/** Creates the pipeline that a file describes, or updates the one whose name or id it has. */
export async function applyPipeline(file: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  const text = await readTextFile(file);
  let given: { name: string; pipelineId?: string; description?: string; definition: object };
  try {
    given = JSON.parse(text) as typeof given;
  } catch {
    throw new CliError(`${file} is not JSON.`);
  }
  const { name, description, definition } = given;
  const body = { name, definition, ...(description === undefined ? {} : { description }) };
  let pipelineId = given.pipelineId;
  for await (const one of engine.pipelines.list()) {
    if (pipelineId === undefined && one.name === name && !one.builtIn) pipelineId = one.pipelineId;
  }
  type Body = Parameters<typeof engine.pipelines.create>[0];
  if (pipelineId === undefined) {
    const created = await engine.pipelines.create(body as Body);
    note(`Created ${name}.`);
    return options.json === true
      ? printJson(created)
      : printResult((created as { pipelineId: string }).pipelineId);
  }
  const path = { pipelineId };
  const etag = (await engine.send("getPipeline", { path })).headers.get("etag") ?? undefined;
  const change = { body: body as Parameters<typeof engine.pipelines.update>[1], path };
  const updated = await engine.request("updatePipeline", change, { ifMatch: etag });
  note(
    `Updated ${name} to version ${String((updated as { latestVersion?: number }).latestVersion ?? "")}.`,
  );
  return options.json === true ? printJson(updated) : printResult(pipelineId);
}
