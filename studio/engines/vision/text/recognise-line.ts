import ort from "onnxruntime-node";

import type { Strip } from "./rectangle.ts";
import { stripHeight } from "./rectangle.ts";

/** Narrower strips are padded, as in the training of the network. */
const widthMin = 320;

/** Recognises the characters of one line (CTC: repetitions and gaps between characters are dropped). */
export async function recogniseLine(
  { width, rgb }: Strip,
  session: ort.InferenceSession,
  characters: readonly string[],
): Promise<{ text: string; confidence: number }> {
  const padded = Math.max(widthMin, width);
  const area = padded * stripHeight;
  const values = new Float32Array(area * 3);
  for (let y = 0; y < stripHeight; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        // The network was trained with the channels blue, green, red.
        const value = rgb[(y * width + x) * 3 + 2 - channel] ?? 0;
        values[channel * area + y * padded + x] = value / 127.5 - 1;
      }
    }
  }
  const input = new ort.Tensor("float32", values, [1, 3, stripHeight, padded]);
  const results = await session.run({ [session.inputNames[0] ?? ""]: input });
  const output = results[session.outputNames[0] ?? ""];
  const [, steps = 0, classes = 0] = output?.dims ?? [];
  return decode(output?.data as Float32Array, { steps, classes }, characters);
}

function decode(
  scores: Float32Array,
  { steps, classes }: { steps: number; classes: number },
  characters: readonly string[],
): { text: string; confidence: number } {
  let text = "";
  let [sum, count, before] = [0, 0, 0];
  for (let step = 0; step < steps; step += 1) {
    let best = 0;
    for (let index = 1; index < classes; index += 1) {
      if ((scores[step * classes + index] ?? 0) > (scores[step * classes + best] ?? 0))
        best = index;
    }
    if (best !== 0 && best !== before) {
      text += characters[best] ?? "";
      sum += scores[step * classes + best] ?? 0;
      count += 1;
    }
    before = best;
  }
  const confidence = count === 0 ? 0 : Math.round((sum / count) * 1000) / 1000;
  return { text: text.trim(), confidence };
}
