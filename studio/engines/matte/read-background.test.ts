import { expect, test } from "vitest";

import { readBackground } from "./read-background.ts";

test.each([
  ["remove the background", "removed"],
  ["remove the white background", "removed"],
  ["isolate the person, no background", "removed"],
  ["cut out the dog as png", "removed"],
  ["cut the product out of the photo", "removed"],
  ["extract the subject", "removed"],
  ["isolate the product on white", "#ffffff"],
  ["make the background transparent", "removed"],
  ["entferne den Hintergrund", "removed"],
  ["quita el fondo", "removed"],
  ["supprime l'arrière-plan", "removed"],
  ["去掉背景", "removed"],
  ["背景を消して", "removed"],
  ["blur the background", "blurred"],
  ["white background", "#ffffff"],
  ["a photo cutout of this on white", "#ffffff"],
  ["light grey background please", "#d3d3d3"],
  ["use a #ff8800 backdrop", "#ff8800"],
  ["Hintergrund weiß", "#ffffff"],
  ["put it on a beach", "beach"],
  ["a beach", "beach"],
  ["remove the background and put it on a beach", "beach"],
  ["replace the background with a snowy forest", "forest"],
  ["put this chair in a living room at night", "room"],
])("reads the new background of “%s”", (text, expected) => {
  const { isNamed, background } = readBackground(text);

  expect(isNamed).toBe(true);
  const read =
    background?.kind === "color"
      ? background.paint
      : background?.kind === "scene"
        ? background.reading.settings[0]
        : background?.kind;
  expect(read).toBe(expected);
});

test("a subject in front of a landmark gets the landmark as its background", () => {
  const { background } = readBackground("put the dog in front of the Eiffel tower");

  const subjects = background?.kind === "scene" ? background.reading.subjects : [];
  expect(subjects).toHaveLength(1);
});

test.each([
  "make it a watercolour",
  "rainy night in the city",
  "watercolour of a forest",
  "make it blue",
])("“%s” concerns the whole image", (text) => {
  expect(readBackground(text)).toEqual({ isNamed: false, background: null });
});

test("a background that studio cannot make is named and unknown", () => {
  expect(readBackground("make the background more interesting")).toEqual({
    isNamed: true,
    background: null,
  });
});
