import { createHash } from "node:crypto";

import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";

import { habitOf } from "#studio/engines/scene/habits.ts";
import { findMeaning } from "#studio/engines/scene/reading/dictionary.ts";
import { drawingWords } from "#studio/engines/scene/reading/drawing-words.ts";
import { readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";
import { readWordList } from "#studio/engines/scene/reading/vocabulary.ts";
import { buildScene } from "#studio/engines/scene/scene.ts";

import { findDrawing } from "./drawings.ts";
import { loadSprite } from "./sprites.ts";

const marks = [...new Set(readWordList(drawingWords).values())].filter((mark) =>
  mark.startsWith("@"),
);

test.each(marks)("%s fills its canvas and reaches the ground", (mark) => {
  const drawing = findDrawing(mark);
  if (!drawing) throw new Error(`no drawing for ${mark}`);
  const canvas = createCanvas(drawing.width, drawing.height);
  const context = canvas.getContext("2d");

  drawing.paint(context, null);

  const { data } = context.getImageData(0, 0, drawing.width, drawing.height);
  const isPainted = (index: number) => (data[index * 4 + 3] ?? 0) > 24;
  const painted = Array.from({ length: data.length / 4 }, (_, index) => index).filter(isPainted);
  expect(painted.length / (data.length / 4)).toBeGreaterThan(0.2);
  const lowest = (painted.at(-1) ?? 0) / drawing.width;
  expect(lowest).toBeGreaterThan(drawing.height * 0.95);
  expect(habitOf(mark)).not.toEqual(habitOf("@unknown"));
});

test("resolves words of drawings only in the scene vocabulary", () => {
  expect(findMeaning("lighthouse", "scene")?.value).toBe("@lighthouse");
  expect(findMeaning("lighthouse")?.value).toBeUndefined();
  expect(findMeaning("tower")?.value).toBe("🗼");
});

test("a subject's colour changes neither other subjects nor the light", async () => {
  const size = { width: 160, height: 100 };
  const [plain, colored] = await Promise.all(
    ["two cats on a sofa", "two cats on a red sofa"].map((prompt) =>
      buildScene(readPrompt(prompt), size, 3),
    ),
  );
  const hash = (sprite: Awaited<ReturnType<typeof loadSprite>>) =>
    createHash("sha256").update(sprite.data()).digest("hex");

  expect(colored?.stage.mood).toEqual(plain?.stage.mood);
  const [cat, sofa] = readPrompt("two cats on a red sofa").subjects;
  expect(cat?.color).toBeNull();
  expect(hash(await loadSprite("@sofa", { color: sofa?.color ?? null }))).not.toBe(
    hash(await loadSprite("@sofa")),
  );
});
