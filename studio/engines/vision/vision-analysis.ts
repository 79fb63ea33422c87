import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Engine, EngineDescription, EngineRequest, EngineResult } from "#studio/engine.ts";
import { readRaster } from "#studio/engines/raster.ts";
import { type Issue, StudioError } from "#studio/errors.ts";
import { isInstalled } from "#studio/models/packs.ts";

import { type Analysis, measurePicture } from "./analysis.ts";
import { findFaces } from "./faces/find-faces.ts";
import { type Topic, readTopics, topicNames, topics } from "./read-topics.ts";
import { readText, textPack } from "./text/read-text.ts";
import { writeAnswer } from "./write-answer.ts";

const engine: EngineDescription = {
  name: "vision",
  tier: "algorithmic",
  limitation:
    "Reads text (PP-OCRv4), finds frontal faces (MTCNN) and measures light, colours, sharpness and composition; it names no objects and knows no persons",
};

/** Images are analysed at this size; more pixels change no result. */
const edgeMax = 2048;
const formats = ["json", "txt"] as const;

/**
 * Answers a stated set of questions about an image, with facts as JSON and sentences. Other questions are
 * refused before acceptance.
 */
export const visionAnalysis: Engine = {
  capability: "vision-analysis",
  async describe({ modelsFolder }) {
    const hasPack = await isInstalled(modelsFolder, textPack);
    return { engine, available: true, ...(hasPack ? {} : { pack: textPack }) };
  },
  validate,
  async run(request, context): Promise<EngineResult> {
    const input = context.inputs.find(({ kind }) => kind === "image");
    if (!input) throw new StudioError("invalid_input", "An image is needed.");
    const reading = readRequest(request);
    if ("unknown" in reading) throw new StudioError("invalid_input", explain(reading.unknown));
    context.progress(0.05, "reading");
    const raster = await readRaster(input.path, edgeMax);
    context.signal.throwIfAborted();
    context.progress(0.2, "measuring");
    const optional = <Found>(find: () => Promise<Found>) =>
      withoutPack(find, reading.isDescription);
    const measured = await measurePicture(input.path, raster, reading.topics);
    const enlargement = measured.size.width / raster.width;
    const analysis: Analysis = {
      ...measured,
      ...(reading.topics.includes("text")
        ? {
            text: await optional(async () => ({
              lines: await readText(raster, enlargement, context),
            })),
          }
        : {}),
      ...(reading.topics.includes("faces")
        ? {
            faces: await optional(() => {
              context.progress(0.82, "finding faces");
              return findFaces(raster, enlargement, context);
            }),
          }
        : {}),
    };
    const text = writeAnswer(analysis, reading.topics, reading.isDescription);
    const format = readFormat(request.parameters.format) ?? "json";
    const path = join(context.workFolder, `0.${format}`);
    const body = format === "json" ? JSON.stringify({ answer: text, ...analysis }, null, 2) : text;
    await writeFile(path, `${body}\n`);
    const contentType = format === "json" ? "application/json" : "text/plain";
    return { engine, outputs: [{ path, contentType, text }] };
  },
};

function validate(request: EngineRequest, kinds: readonly string[]): readonly Issue[] {
  const issues: Issue[] = [];
  const { format, operations } = request.parameters;
  if (!kinds.includes("image")) {
    issues.push({ path: "inputs", message: "expected an image; take a frame of a video first" });
  }
  if (format !== undefined && !readFormat(format)) {
    issues.push({ path: "parameters.format", message: `expected one of ${formats.join(", ")}` });
  }
  const unknown = (operations ?? []).filter((name) => !isTopic(name));
  if (unknown.length > 0) {
    issues.push({
      path: "parameters.operations",
      message: `expected only ${topicNames.join(", ")}`,
    });
  }
  const reading = readTopics(request.prompt);
  if ("unknown" in reading) issues.push({ path: "prompt", message: explain(reading.unknown) });
  return issues;
}

/** Returns null for a description whose model pack cannot be fetched: its other topics need no pack. */
async function withoutPack<Found>(
  find: () => Promise<Found>,
  isDescription: boolean,
): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    const isMissing = error instanceof StudioError && error.code === "pack_unavailable";
    if (isMissing && isDescription) return null;
    throw error;
  }
}

/** Topics that are named in a list replace those of a description, and add to those of a question. */
function readRequest({ prompt, parameters }: EngineRequest) {
  const named = topicNames.filter((topic) => parameters.operations?.includes(topic));
  const reading = readTopics(prompt);
  if (named.length === 0 || "unknown" in reading) return reading;
  const asked = reading.isDescription ? [] : reading.topics;
  const all = topicNames.filter((topic) => named.includes(topic) || asked.includes(topic));
  return { topics: all, isDescription: false };
}

function isTopic(name: unknown): name is Topic {
  return typeof name === "string" && Object.hasOwn(topics, name);
}

function explain(unknown: readonly string[]): string {
  const known = Object.values(topics).join(", ");
  return `cannot be answered, because of ${unknown.map((word) => `"${word}"`).join(", ")}. An image can be described, and these questions are answered: ${known}`;
}

function readFormat(format: string | undefined): (typeof formats)[number] | undefined {
  const plain = format?.toLowerCase().replace(/^\./u, "");
  return formats.find((name) => name === (plain === "text" ? "txt" : plain));
}
