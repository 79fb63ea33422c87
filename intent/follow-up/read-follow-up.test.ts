import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Turn } from "#domain/conversations/context.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";
import { createEmbeddedParser } from "#intent/embedded-parser.ts";
import { readDialogues } from "#intent/score-dialogues.ts";

import { chooseReadings } from "./choose.ts";
import { commands } from "./command.ts";
import { toQuestionedOption } from "./questioned-option.ts";
import { readBy, readFollowUp } from "./read-follow-up.ts";
import { toReading } from "./reading.ts";
import { thresholdOf, thresholds } from "./thresholds.ts";
import { loadWeights } from "./weights.ts";

const parse = createEmbeddedParser();
const weights = loadWeights();
const texts = readDialogues(
  new URL("../../test/fixtures/dialogues.jsonl", import.meta.url),
).flatMap(({ turns }) => turns.map(({ text }) => text));

const kinds = ["image", "video", "audio"] as const;
const makers = { image: "text-to-image", video: "text-to-video", audio: "text-to-speech" } as const;

/** Earlier messages, each with one to three results. */
const contexts = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), count: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((made) => made.map(({ kind, count }, at) => toTurn(`job_${made.length - at}`, kind, count)));

function toTurn(jobId: string, kind: (typeof kinds)[number], count: number): Turn {
  return {
    jobId,
    text: "a red fox in the snow",
    act: "new",
    refersTo: [],
    capability: makers[kind],
    subject: "a red fox in the snow",
    parameters: {},
    inputs: [],
    sent: [],
    made: Array.from({ length: count }, (_, ordinal) => ({
      reference: { kind, outputOf: jobId, ordinal },
      medium: kind,
      isKept: true,
    })),
  };
}

const messages = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: "binary", maxLength: 60 }));
const runs = { numRuns: 60 };

test("a message refers only to files of the conversation", () => {
  fc.assert(
    fc.property(messages, contexts, (message, context) => {
      const read = readFollowUp({ message, attachments: [] }, context, parse);
      if (read.outcome === "unsupported") return;
      const known = context.flatMap(({ made }) => made.map(({ reference }) => reference));
      for (const reference of read.intent.understood?.refersTo ?? []) {
        expect(known).toContainEqual(reference);
      }
      const inputs = read.outcome === "parsed" ? (read.inputs ?? []) : [];
      for (const input of inputs) expect(known).toContainEqual(input);
    }),
    runs,
  );
});

test("a message becomes a request only when its reading is certain", () => {
  fc.assert(
    fc.property(messages, contexts, (message, context) => {
      const reading = toReading({ message, attachments: [] }, context, parse);
      const [best] = chooseReadings(reading, weights);
      const isRequest = readBy(weights, reading).outcome === "parsed";
      expect(isRequest).toBe(
        best?.read.outcome === "parsed" && best.probability >= thresholdOf(best.read, thresholds),
      );
      expect(readBy(weights, reading, { cheap: 1.1, dear: 1.1 }).outcome).not.toBe("parsed");
    }),
    runs,
  );
});

test("a message of a request that states a capability becomes no other one", () => {
  const context = [toTurn("job_1", "image", 1)];
  for (const message of texts.slice(0, 40)) {
    const read = readFollowUp(
      { message, attachments: [], capabilities: ["text-to-image"] },
      context,
      parse,
    );
    if (read.outcome === "parsed") expect(read.intent.capability).toBe("text-to-image");
  }
});

const ofCommand = {
  "image-to-video": "image",
  upscaling: "image",
  "image-to-3d": "image",
  "speech-to-text": "audio",
} as const satisfies Partial<Record<Capability, (typeof kinds)[number]>>;
const ofChange = { longer: "video", shorter: "video", slower: "audio", faster: "audio" } as const;

test("a message that is a plain command is carried out in each language without a question", () => {
  const others = commands.flatMap(({ act, capability, change, phrases }) => {
    const kind =
      Object.entries(ofCommand).find(([name]) => name === capability)?.[1] ??
      Object.entries(ofChange).find(([name]) => name === change)?.[1] ??
      "image";
    const context = [toTurn("job_1", kind, 1)];
    const messages = Object.values(phrases)
      .flat()
      .flatMap((phrase) => [phrase, `${phrase.toUpperCase()}!`]);
    return messages.filter((message) => {
      const read = readFollowUp({ message, attachments: [] }, context, parse);
      const isRead = read.outcome === "parsed" && read.intent.understood?.act === act;
      return !isRead || ![undefined, read.intent.capability].includes(capability);
    });
  });

  expect(others).toEqual([]);
});

test('"what about twice the size" upscales the last image instead of making another one', () => {
  const context = [toTurn("job_2", "image", 1), toTurn("job_1", "image", 1)];
  const read = readFollowUp(
    { message: "What about twice the size?", attachments: [] },
    context,
    parse,
  );

  expect(read).toMatchObject({
    outcome: "parsed",
    intent: {
      capability: "upscaling",
      understood: { act: "convert", refersTo: [{ kind: "image", outputOf: "job_2", ordinal: 0 }] },
    },
  });
});

test("a plain command asks which of several results is meant, and is not a command of a question", () => {
  const message = { message: "animate it", attachments: [] };
  expect(readFollowUp(message, [toTurn("job_1", "image", 2)], parse).outcome).toBe("needs_input");
  const first = readFollowUp(message, [], parse);
  expect(first.outcome).not.toBe("parsed");
});

test("a request that costs several times as much as an image needs a higher probability", () => {
  const intent: Intent = {
    contentType: "image",
    capability: "text-to-image",
    subject: "a fox",
    parameters: {},
    confidence: 1,
    assumptions: [],
    alternatives: [],
    parser: "embedded",
  };
  const { cheap, dear } = thresholds;
  const of = (change: Partial<Intent>) =>
    thresholdOf({ outcome: "parsed", intent: { ...intent, ...change } }, thresholds);

  expect(of({})).toBe(cheap);
  expect(of({ parameters: { count: 4 } })).toBe(cheap);
  expect(of({ parameters: { count: 5 } })).toBe(dear);
  expect(of({ contentType: "video", capability: "image-to-video" })).toBe(dear);
  expect(of({ contentType: "3d", capability: "text-to-3d" })).toBe(dear);
  expect(of({ capability: "text-to-speech", subject: "a".repeat(1_001) })).toBe(dear);
  expect(thresholdOf({ outcome: "parsed", intent, optimizeFor: "quality" }, thresholds)).toBe(dear);
});

describe("an earlier file that is no longer stored", () => {
  const made = toTurn("job_1", "image", 1);
  const lost = made.made.map((file) => ({ ...file, isKept: false }));
  const gone: Turn = { ...made, parameters: { aspectRatio: "16:9" }, made: lost };
  const reference = lost[0]?.reference;

  test("is made again from its request when the caller confirms it", () => {
    const read = readFollowUp({ message: "upscale it", attachments: [] }, [gone], parse);

    expect(read).toMatchObject({
      outcome: "needs_input",
      intent: {
        capability: "text-to-image",
        subject: "a red fox in the snow",
        parameters: { aspectRatio: "16:9" },
        understood: { act: "repeat", refersTo: [reference] },
      },
      question: {
        text: 'The image of "a red fox in the snow" is no longer stored. 1: make it again by Text-to-Image.',
        options: [{ label: "1", capability: "text-to-image" }],
      },
    });
    if (read.outcome !== "needs_input") throw new Error("expected a question");
    const asked: Turn = {
      ...gone,
      jobId: "job_2",
      text: "upscale it",
      act: "repeat",
      refersTo: read.intent.understood?.refersTo ?? [],
      made: [],
      question: read.question.options.map((option) =>
        toQuestionedOption(option, read.intent.subject),
      ),
    };
    expect(readFollowUp({ message: "1", attachments: [] }, [asked, gone], parse)).toMatchObject({
      outcome: "parsed",
      intent: {
        capability: "text-to-image",
        subject: "a red fox in the snow",
        parameters: { aspectRatio: "16:9" },
      },
      inputs: [],
    });
  });

  test("is not needed to repeat its message, but the inputs of that message are", () => {
    const again = { message: "again", attachments: [] };
    expect(readFollowUp(again, [gone], parse)).toMatchObject({
      outcome: "parsed",
      intent: { subject: "a red fox in the snow" },
    });

    const work: Turn = {
      ...toTurn("job_2", "image", 1),
      capability: "image-to-image",
      inputs: [{ kind: "image", outputOf: "job_1", ordinal: 0 }],
    };
    expect(readFollowUp(again, [work, gone], parse)).toMatchObject({
      outcome: "needs_input",
      intent: { capability: "text-to-image" },
      question: { text: expect.stringContaining("no longer stored") },
    });
  });

  test("that was sent has to be sent again", () => {
    const sent: Turn = {
      ...made,
      text: "make it brighter",
      capability: "image-to-image",
      made: [],
      sent: [
        {
          reference: { kind: "image", inputOf: "job_1", ordinal: 0 },
          medium: "image",
          isKept: false,
        },
      ],
    };

    expect(readFollowUp({ message: "upscale it", attachments: [] }, [sent], parse)).toMatchObject({
      outcome: "needs_input",
      question: { text: expect.stringContaining("Send the file again"), options: [] },
    });
  });
});
