import { expect, test } from "vitest";

import { parametersOf, planEdits } from "./plan-edits.ts";

const facts = { durationSeconds: 10, width: 1280, height: 720 };
const everyKind = ["video", "video", "audio", "image"] as const;

/** Steps as text, for a video of ten seconds. */
function read(prompt: string, parameters = {}): string[] {
  const { steps } = planEdits({ prompt, parameters }, everyKind);
  return steps.map((step) => `${step.operation} ${JSON.stringify(parametersOf(step, facts))}`);
}

test.each([
  ["cut the first 3 seconds", ['trim {"startSeconds":3}']],
  ["remove the last 2.5 seconds", ['trim {"endSeconds":7.5}']],
  ["keep only the first four seconds", ['trim {"endSeconds":4}']],
  ["cut the first second", ['trim {"startSeconds":1}']],
  ["keep the last 0:04", ['trim {"startSeconds":6}']],
  ["trim from 0:02 to 0:05", ['trim {"startSeconds":2,"endSeconds":5}']],
  ["cut out the part between 2 and 5 seconds", ['cut {"startSeconds":2,"endSeconds":5}']],
  ["cut the first and last 2 seconds", ['trim {"startSeconds":2,"endSeconds":8}']],
  ["make it 5 seconds long", ['trim {"endSeconds":5}']],
  ["join these clips with a crossfade", ['concat {"transition":"fade"}']],
  ["speed it up 2x", ['speed {"factor":2}']],
  ["slow it down by 50%", ['speed {"factor":0.5}']],
  ["play it backwards", ["reverse {}"]],
  ["crop to 9:16", ['crop {"aspectRatio":"9:16"}']],
  ["resize to 640x360", ['resize {"width":640,"height":360}']],
  ["convert to 480p", ['resize {"height":480}']],
  ["rotate it to the left", ['rotate {"degrees":270}']],
  ["mirror it", ['rotate {"flip":"horizontal"}']],
  ["stabilise this shaky video", ["stabilize {}"]],
  ["a bit darker with more contrast", ['grade {"brightness":0.88}', 'grade {"contrast":1.12}']],
  ["fade in and out over 2 seconds", ['fade {"inSeconds":2,"outSeconds":2}']],
  [
    "add a title saying Summer 2024 at the end",
    ['overlayText {"text":"Summer 2024","startSeconds":7}'],
  ],
  [
    'add the text "Sale today!" at the top in yellow for the first 2 seconds',
    [
      'overlayText {"text":"Sale today!","position":"top","color":"yellow","startSeconds":0,"endSeconds":2}',
    ],
  ],
  ["add captions: 'Hello there. It's a test.'", [`subtitles {"text":"Hello there. It's a test."}`]],
  ["put the second video in the corner", ['overlay {"scale":0.3}']],
  ["put my logo in the top right corner", ['overlay {"scale":0.2,"position":"topRight"}']],
  ["replace the sound with this recording", ['mux {"length":"video"}']],
  ["remove the sound", ['volume {"factor":0}']],
  ["lower the volume by 30%", ['volume {"factor":0.7}']],
  ["normalize the audio to -14 LUFS", ['loudness {"lufs":-14}']],
  ["turn it into a gif", ['convert {"format":"gif"}']],
])("reads %j", (prompt, steps) => {
  expect(read(prompt)).toEqual(steps);
});

test("reads every clause, in an order in which titles and fades survive cuts", () => {
  const prompt =
    "add the title 'Hello' at the end, fade out and cut the first 3 seconds, then export it as gif, and make it black and white";

  expect(read(prompt)).toEqual([
    'trim {"startSeconds":3}',
    'grade {"look":"blackAndWhite"}',
    'overlayText {"text":"Hello","startSeconds":7}',
    'fade {"outSeconds":1}',
    'convert {"format":"gif"}',
  ]);
});

test("a clause without a verb takes the one before it", () => {
  expect(read("cut the first 3 seconds and the last 2")).toEqual([
    'trim {"startSeconds":3}',
    'trim {"endSeconds":8}',
  ]);
});

test("names the clauses and inputs that no edit uses", () => {
  const plan = planEdits({ prompt: "make the sky blue, and reverse it", parameters: {} }, [
    "video",
    "image",
  ]);

  expect(plan.notApplied).toEqual(['"make the sky blue"', "input 2"]);
  expect(plan.issues).toEqual([]);
});

test.each([
  ["remove the man in the background", "prompt", "names no edit"],
  ["make it 10x faster", "prompt", "factor"],
  ["rotate 45 degrees", "prompt", "degrees"],
  ["add this music", "inputs", "mux needs one more input: audio"],
])("refuses %j", (prompt, path, message) => {
  const { issues } = planEdits({ prompt, parameters: {} }, ["video"]);

  expect(issues).toMatchObject([{ path, message: expect.stringContaining(message) }]);
});

test("typed operations keep their order, and parameters add what nothing else names", () => {
  const operations = [
    { operation: "reverse" },
    { operation: "trim", parameters: { endSeconds: 2 } },
    "make it faster",
  ];

  expect(read("", { operations, speed: 3, format: "gif" })).toEqual([
    "reverse {}",
    'trim {"endSeconds":2}',
    'speed {"factor":1.5}',
    'convert {"format":"gif"}',
  ]);
});

test("names every problem of typed operations", () => {
  const operations = [
    { operation: "trim", parameters: { endSeconds: "soon" } },
    { operation: "collage" },
  ] as const;

  const { issues } = planEdits({ prompt: "", parameters: { operations } }, ["video"]);

  expect(issues.map(({ path }) => path)).toEqual([
    "parameters.operations.0.parameters.endSeconds",
    "parameters.operations.1.operation",
  ]);
});

test("reads a long text in linear time", () => {
  const started = performance.now();

  planEdits({ prompt: "cut the first 0 from 1 to ' and at ".repeat(550), parameters: {} }, [
    "video",
  ]);

  expect(performance.now() - started).toBeLessThan(2000);
});
