import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { builtInPipelines } from "#catalog/pipelines/index.ts";
import type { PipelineInput } from "#domain/pipelines/inputs.ts";
import type { MessageFile } from "#domain/pipelines/message-run.ts";
import { readCases } from "#intent/score-cases.ts";

import { findPhrase, toRunInputs } from "./read-pipeline-message.ts";

const pipelines = builtInPipelines.map(({ slug }) => ({ pipelineId: slug, phrases: [] }));

const inputsOf = (slug: string) =>
  builtInPipelines.find((one) => one.slug === slug)?.versions.at(-1)?.definition.inputs ?? {};

function read(message: string, files: readonly MessageFile[] = []) {
  const found = findPhrase(message, pipelines);
  const inputs =
    found === null ? null : toRunInputs(inputsOf(found.pipelineId), { ...found, files });
  return inputs === null ? null : { pipelineId: found?.pipelineId, inputs };
}

const photo = { kind: "image", assetId: "ast_1" };
const recording = { kind: "audio", assetId: "ast_2" };

test.each([
  ["make a narrated 20 s clip about volcanoes", { topic: "volcanoes", seconds: 20 }],
  [
    "Please create a narrated clip about volcanoes, 9:16",
    { topic: "volcanoes", aspectRatio: "9:16" },
  ],
  [
    'a narrated 10 second clip about rain with the words "Rain falls. It is wet."',
    { topic: "rain", seconds: 10, narration: "Rain falls. It is wet." },
  ],
  ["a 15-second video about the Moon with a voice-over", { topic: "the Moon", seconds: 15 }],
  ["Mach mir bitte ein Video über Vulkane mit Sprecherstimme", { topic: "Vulkane" }],
  ["crée une vidéo narrée sur les volcans", { topic: "les volcans" }],
  ["сделай ролик про вулканы с озвучкой", { topic: "вулканы" }],
  ["火山についてのナレーション付き動画を作って", { topic: "火山" }],
  ["화산에 대한 내레이션 영상을 만들어줘", { topic: "화산" }],
  ["请制作一个关于火山的带旁白的视频", { topic: "火山" }],
  ["volkanlar hakkında anlatımlı bir video yap", { topic: "volkanlar" }],
  // The demo read the words after "saying" as the topic.
  [
    "make a narrated 8 s clip about volcanoes saying: Volcanoes shape our planet. They sleep for 20 seconds.",
    {
      topic: "volcanoes",
      seconds: 8,
      narration: "Volcanoes shape our planet. They sleep for 20 seconds.",
    },
  ],
  [
    'a narrated clip about volcanoes which says "Volcanoes shape our planet.", 9:16',
    { topic: "volcanoes", narration: "Volcanoes shape our planet.", aspectRatio: "9:16" },
  ],
  [
    "erzähltes Video über Vulkane mit dem Text: Vulkane formen die Erde.",
    { topic: "Vulkane", narration: "Vulkane formen die Erde." },
  ],
  [
    "crée une vidéo narrée sur les volcans qui dit « Les volcans dorment. »",
    { topic: "les volcans", narration: "Les volcans dorment." },
  ],
  ["vídeo narrado sobre volcanes que dice: Duermen.", { topic: "volcanes", narration: "Duermen." }],
  ["video narrato su vulcani con il testo: Dormono.", { topic: "vulcani", narration: "Dormono." }],
  ["vídeo narrado sobre vulcões com o texto: Dormem.", { topic: "vulcões", narration: "Dormem." }],
  [
    "ingesproken video over vulkanen met de tekst: Ze slapen.",
    { topic: "vulkanen", narration: "Ze slapen." },
  ],
  ["film o wulkanach z lektorem z tekstem: Śpią.", { topic: "wulkanach", narration: "Śpią." }],
  [
    "сделай ролик про вулканы с озвучкой с текстом: Спят.",
    { topic: "вулканы", narration: "Спят." },
  ],
  ["відео про вулкани з озвученням з текстом: Сплять.", { topic: "вулкани", narration: "Сплять." }],
  [
    "volkanlar hakkında anlatımlı bir video yap, şu metinle: Uyuyorlar.",
    { topic: "volkanlar", narration: "Uyuyorlar." },
  ],
  [
    "video thuyết minh về núi lửa với lời: Chúng đang ngủ.",
    { topic: "núi lửa", narration: "Chúng đang ngủ." },
  ],
  [
    "video bernarasi tentang gunung berapi dengan teks: Mereka tidur.",
    { topic: "gunung berapi", narration: "Mereka tidur." },
  ],
  [
    "ज्वालामुखी के बारे में नैरेशन वाला वीडियो, इस टेक्स्ट के साथ: वे सोते हैं।",
    { topic: "ज्वालामुखी", narration: "वे सोते हैं।" },
  ],
  [
    "فيديو عن البراكين مع تعليق صوتي يقول: إنها نائمة",
    { topic: "البراكين", narration: "إنها نائمة" },
  ],
  [
    "请制作一个关于火山的带旁白的视频，旁白是：火山在沉睡。",
    { topic: "火山", narration: "火山在沉睡。" },
  ],
  [
    "「火山は眠る。」というナレーションの火山についてのナレーション付き動画を作って",
    { topic: "火山", narration: "火山は眠る。" },
  ],
  ["화산에 대한 내레이션 영상을 만들어줘, 대사: 잠든다.", { topic: "화산", narration: "잠든다." }],
  [
    "make a narrated clip about volcanoes with a deep male voice",
    { topic: "volcanoes", voice: "male" },
  ],
  ["a video about rain with a female voice-over", { topic: "rain", voice: "female" }],
  [
    "erzähltes Video über Vulkane mit einer tiefen männlichen Stimme",
    { topic: "Vulkane", voice: "male" },
  ],
  [
    "vidéo narrée sur les volcans avec une voix masculine grave",
    { topic: "les volcans", voice: "male" },
  ],
  ["vídeo sobre volcanes con voz en off masculina", { topic: "volcanes", voice: "male" }],
  ["ролик про вулканы с озвучкой мужским голосом", { topic: "вулканы", voice: "male" }],
  ["用男声制作一个关于火山的带旁白的视频", { topic: "火山", voice: "male" }],
  ["男性の声で火山についてのナレーション付き動画を作って", { topic: "火山", voice: "male" }],
  [
    'a narrated clip about volcanoes with a woman\'s voice saying "They sleep."',
    { topic: "volcanoes", voice: "female", narration: "They sleep." },
  ],
])("%s becomes a narrated clip", (message, inputs) => {
  expect(read(message)).toEqual({ pipelineId: "narrated-clip", inputs });
});

test.each([
  ["a 3D turntable of a brass owl", [], "turntable", { sentence: "a brass owl" }],
  ["eine 3D-Drehteller von einer Eule", [], "turntable", { sentence: "einer Eule" }],
  [
    "product shots in all formats on a beach",
    [photo],
    "product-shots",
    { photo: { assetId: "ast_1" }, scene: "on a beach" },
  ],
  [
    "transcript and cover for this episode called Owls",
    [recording],
    "podcast",
    { recording: { assetId: "ast_2" }, title: "Owls" },
  ],
  [
    "a talking portrait of a pirate saying Ahoy. Come aboard!",
    [],
    "talking-portrait",
    { person: "a pirate", words: "Ahoy. Come aboard" },
  ],
])("%s with its files starts a pipeline", (message, files, pipelineId, inputs) => {
  expect(read(message, files)).toEqual({ pipelineId, inputs });
});

test.each([
  ["states a length that the pipeline refuses", "a narrated 200 second clip about volcanoes", []],
  ["has a file that the pipeline does not take", "a narrated clip about volcanoes", [photo]],
  ["lacks a file", "product shots in all formats on a beach", []],
  ["wants something else", "do not make a narrated clip about volcanoes", []],
  ["wants more", "a narrated clip about volcanoes. And a poster for it", []],
  ["is a generation", "a video about volcanoes", []],
  ["only mentions one", "I watched a narrated clip about volcanoes", []],
  ["has no topic", "a narrated clip about", []],
  ["has a text for which there is no input", "a 3D turntable of an owl saying: Hello", []],
  ["has a voice for which there is no input", "a 3D turntable of an owl with a male voice", []],
])("a message that %s starts no pipeline", (_, message, files) => {
  expect(read(message, files)).toBeNull();
});

test("the phrases of a template are in its definition and start it", () => {
  for (const { slug, versions } of builtInPipelines) {
    for (const phrase of versions.at(-1)?.definition.chat?.phrases ?? []) {
      const message = phrase.replaceAll("{seconds}", "20").replaceAll(/\{\w+\}/g, "owls");
      expect(findPhrase(message, pipelines)?.pipelineId).toBe(slug);
    }
  }
});

test("slots of an organization's phrase become its inputs", () => {
  const own = [
    { pipelineId: "pip_1", phrases: ["a {count} part series on {topic} for {audience}"] },
  ];
  const found = findPhrase("Make a 3 part series on bees for Kids", own);
  const inputs = {
    count: { type: "integer" },
    topic: { type: "text" },
    audience: { type: "choice", choices: ["kids", "adults"] },
  } satisfies Record<string, PipelineInput>;

  expect(found && toRunInputs(inputs, { ...found, files: [] })).toEqual({
    count: 3,
    topic: "bees",
    audience: "kids",
  });
});

test("a long message of repeated words takes linear time", () => {
  const started = performance.now();
  findPhrase("a video about ".repeat(280), pipelines);
  findPhrase(`${"with a voice-over ".repeat(220)}!`, pipelines);
  expect(performance.now() - started).toBeLessThan(2_000);
});

const folders = ["../messages/", "../../test/fixtures/"].map(
  (path) => new URL(path, import.meta.url),
);
const sets = [
  new URL("../holdout.jsonl", import.meta.url),
  ...folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && !/^(?:dialogues|several)/.test(name))
      .map((name) => new URL(name, folder)),
  ),
];

test.each(sets.map((url) => [url.pathname.split("/").at(-1) ?? "", url] as const))(
  "no message of %s starts a pipeline",
  (_, url) => {
    const started = readCases(url).filter(({ message, attachments }) => {
      const files = attachments.map((kind) => ({ kind, assetId: "ast_1" }));
      return read(message, files) !== null;
    });
    // A number only: the messages of some sets are not to be read.
    expect(started.length).toBe(0);
  },
);
