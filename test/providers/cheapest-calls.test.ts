import { stat } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import type { ModelDefinition } from "#catalog/define-provider.ts";
import { cheapestCall } from "#scripts/providers-check/cheapest-call.ts";
import { openCheckBook } from "#scripts/providers-check/check-book.ts";
import { listServices } from "#scripts/providers-check/list-services.ts";
import { planChecks } from "#scripts/providers-check/plan-checks.ts";
import { runChecks } from "#scripts/providers-check/run-checks.ts";
import { loadSamples } from "#scripts/providers-check/samples.ts";
import { extensionOf } from "#storage/media-type.ts";
import { serviceAccountKey } from "#test/support/providers/google-cloud.ts";
import { createReportFolder } from "#test/support/providers/run-providers-check.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";
import { startBySlug } from "#test/support/providers/start-by-slug.ts";

/** A time before any model's known retirement. */
const now = new Date("2026-11-21T12:00:00Z");
const outputBytesMax = 10_000_000;
/** Low enough that a call needs no consideration. */
const dearestUsd = 0.4;

const services = listServices().filter(({ provider }) => provider.tier !== "embedded");

test("every provider and service has a cheapest call", async () => {
  const checks = planChecks({ names: [], settings: {}, samples: await loadSamples([]), now });

  expect(checks.map(({ service }) => service.slug)).toEqual(services.map(({ slug }) => slug));
  expect(Math.max(...checks.map(({ call }) => call.usd))).toBeLessThanOrEqual(dearestUsd);
});

test.each(services)(
  "$slug accepts its cheapest call, is paid once, and its result is kept",
  async ({ slug }) => {
    const simulator = await start(slug);
    const { folder, run, text } = await prepare(slug, simulator);

    const { isFine, said, entry } = await run();

    expect([isFine, said]).toEqual([true, said]);
    const files = entry?.state === "succeeded" ? entry.files : [];
    expect(files).not.toEqual([]);
    expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
    // No key is removed here: the adapters print none.
    expect(`${said}${await text()}`).not.toContain(simulatorKey);
    for (const [ordinal, { contentType, bytes }] of files.entries()) {
      const name = `${slug}-${ordinal}.${extensionOf(contentType)}`;
      expect((await stat(join(folder, name))).size).toBe(bytes);
    }
  },
);

test("a request whose response was lost is found by its idempotency key in the next run and not sent again", async () => {
  const kling = await start("kling");
  const { run } = await prepare("kling", kling);
  kling.play({ paidFault: "reset" });

  const lost = await run();
  kling.play({});
  const found = await run();

  expect([lost.isFine, lost.entry?.state]).toEqual([false, "sending"]);
  expect([found.isFine, found.entry?.state]).toEqual([true, "succeeded"]);
  expect([kling.submissions(), kling.billed()]).toEqual([1, 1]);
});

test("a request announced before it was paid is polled in the next run and not sent again", async () => {
  const topaz = await start("topaz-labs");
  const { run } = await prepare("topaz-labs", topaz, ({ contentType }) => contentType === "video");
  topaz.play({ paidFault: "reset" });

  const lost = await run();
  topaz.play({});
  const found = await run();

  expect([lost.isFine, lost.entry?.state]).toEqual([false, "sending"]);
  expect([found.isFine, found.entry?.state]).toEqual([true, "succeeded"]);
  expect([topaz.submissions(), topaz.billed()]).toEqual([1, 1]);
});

test("a request whose response was lost stays in doubt at a provider without idempotency keys", async () => {
  const fal = await start("fal");
  const { run } = await prepare("fal", fal);
  fal.play({ paidFault: "reset" });

  await run();
  fal.play({});
  const next = await run();

  expect([next.isFine, next.entry?.state]).toEqual([false, "sending"]);
  expect(fal.submissions()).toBe(1);
});

test("a paid request in flight at a stop still gets its response, and its result if the response contains it", async () => {
  const [openai, flux] = await Promise.all([start("openai"), start("black-forest-labs")]);
  const [speech, picture] = await Promise.all([
    prepare("openai", openai),
    prepare("black-forest-labs", flux),
  ]);

  const spoken = await speech.run({ stopsWhenSending: true });
  const drawn = await picture.run({ stopsWhenSending: true });

  expect([spoken.isFine, spoken.entry?.state]).toEqual([false, "succeeded"]);
  expect([drawn.isFine, drawn.entry?.state]).toEqual([false, "accepted"]);
  expect((await picture.run()).entry?.state).toBe("succeeded");
  expect([openai.billed(), flux.billed()]).toEqual([1, 1]);
});

test("a result is polled for again when its URL has expired", async () => {
  const flux = await start("black-forest-labs");
  flux.play({ expiredResults: 1 });
  const { run } = await prepare("black-forest-labs", flux);

  const { entry } = await run();

  expect(entry?.state).toBe("succeeded");
  expect([flux.submissions(), flux.billed()]).toEqual([1, 1]);
});

test("a request that fails after it was accepted may be billed and is not sent again", async () => {
  const runway = await start("runway");
  runway.play({ status: "FAILED" });
  const { run } = await prepare("runway", runway);

  const failed = await run();
  runway.play({});
  const next = await run();

  expect([failed.isFine, failed.entry?.state]).toEqual([false, "failed"]);
  expect(next.entry).toEqual(failed.entry);
  expect(runway.submissions()).toBe(1);
});

async function start(slug: string): Promise<Simulator> {
  const simulator = await startBySlug(slug);
  onTestFinished(async () => simulator.close());
  return simulator;
}

/** Runs that write one report, each as if in its own process. */
async function prepare(
  slug: string,
  simulator: Simulator,
  isWanted: (model: ModelDefinition) => boolean = () => true,
) {
  const service = services.find((each) => each.slug === slug);
  if (service === undefined) throw new Error(`no service ${slug}`);
  const key = slug === "google-cloud" ? serviceAccountKey(simulator) : simulatorKey;
  const samples = await loadSamples([]);
  const settings = { [service.setting]: key, [service.baseUrlSetting]: simulator.url };
  const call = cheapestCall(service.models.filter(isWanted), { samples, now });
  if (call === null) throw new Error(`nothing of ${slug} is called`);
  const checks = planChecks({ names: [slug], settings, samples, now })
    .filter((check) => check.service.slug === slug)
    .map((check) => ({ ...check, call }));
  const { folder, text } = await createReportFolder();
  return {
    folder,
    text,
    run: async ({ stopsWhenSending = false } = {}) => {
      const lines: string[] = [];
      const stop = new AbortController();
      const book = await openCheckBook(folder, { hide: (told) => told, outputBytesMax });
      const isFine = await runChecks(checks, {
        book: {
          ...book,
          async note(service, entry) {
            await book.note(service, entry);
            if (stopsWhenSending && entry.state === "sending") stop.abort();
          },
        },
        stop: stop.signal,
        again: false,
        say: (line) => lines.push(line),
        approves: async () => true,
        pollMs: () => 1,
      });
      return { isFine, said: lines.join("\n"), entry: book.report.services[slug] };
    },
  };
}
