import ort from "onnxruntime-node";

import type { EngineContext } from "#studio/engine.ts";
import type { Raster } from "#studio/engines/raster.ts";
import { readPackFile } from "#studio/models/packs.ts";
import { useModel } from "#studio/models/use-model.ts";
import { usePack } from "#studio/models/use-pack.ts";

import { findLines } from "./find-lines.ts";
import { readCharacters } from "./read-characters.ts";
import { recogniseLine } from "./recognise-line.ts";
import { type Rectangle, cropStraight, stretch } from "./rectangle.ts";

export const textPack = "ppocr-v4";

export interface TextLine {
  readonly text: string;
  /** From 0 to 1: the mean over the characters. */
  readonly confidence: number;
  /** Corners in pixels of the upright image: upper left first, then clockwise as the text is read. */
  readonly corners: Rectangle["corners"];
}

/** Lines with a lower confidence are mostly textures that look like letters. */
const confidenceMin = 0.6;
/** A single character needs more, because a network sees one in many textures. */
const singleConfidenceMin = 0.9;

/**
 * Reads the text of an image line by line, from top to bottom, with PP-OCRv4 (Latin and Chinese letters).
 * The image is `enlargement` times as large as the raster.
 */
export async function readText(
  raster: Raster,
  enlargement: number,
  context: EngineContext,
): Promise<TextLine[]> {
  await usePack(textPack, context);
  context.progress(0.3, "reading text");
  const { detector, recogniser, characters } = await useModel(textPack, async () =>
    load(context.settings.modelsFolder),
  );
  const boxes = await findLines(raster, detector);
  const lines: TextLine[] = [];
  for (const [index, corners] of boxes.entries()) {
    context.signal.throwIfAborted();
    context.progress(0.4 + (0.4 * index) / boxes.length, "reading text");
    const { text, confidence } = await recogniseLine(
      cropStraight(raster, corners),
      recogniser,
      characters,
    );
    const enough = Array.from(text).length === 1 ? singleConfidenceMin : confidenceMin;
    if (text !== "" && confidence >= enough) {
      lines.push({ text, confidence, corners: stretch(corners, enlargement, enlargement) });
    }
  }
  return lines;
}

const sessionOptions: ort.InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  // Lines differ in length, and the runtime would keep a memory plan for each.
  enableMemPattern: false,
};

async function load(modelsFolder: string) {
  const open = async (file: string) => {
    const bytes = await readPackFile(modelsFolder, textPack, file);
    return { bytes, session: await ort.InferenceSession.create(bytes, sessionOptions) };
  };
  const { session: detector } = await open("detector.onnx");
  const { session: recogniser, bytes } = await open("recogniser.onnx");
  return { detector, recogniser, characters: readCharacters(bytes) };
}
