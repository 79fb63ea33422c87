import { stat } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { openCheckBook } from "#scripts/providers-check/check-book.ts";
import { listServices } from "#scripts/providers-check/list-services.ts";
import { planChecks } from "#scripts/providers-check/plan-checks.ts";
import { runChecks } from "#scripts/providers-check/run-checks.ts";
import { loadSamples } from "#scripts/providers-check/samples.ts";
import { extensionOf } from "#storage/media-type.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { startDeepgram } from "#test/support/providers/deepgram.ts";
import { startElevenlabs } from "#test/support/providers/elevenlabs.ts";
import { startFal } from "#test/support/providers/fal.ts";
import { serviceAccountKey, startGoogleCloud } from "#test/support/providers/google-cloud.ts";
import { startGoogle } from "#test/support/providers/google.ts";
import { startIdeogram } from "#test/support/providers/ideogram.ts";
import { startKling } from "#test/support/providers/kling.ts";
import { startLumaDreamMachine } from "#test/support/providers/luma-dream-machine.ts";
import { startLuma } from "#test/support/providers/luma.ts";
import { startMinimax } from "#test/support/providers/minimax.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { startRecraft } from "#test/support/providers/recraft.ts";
import { createReportFolder } from "#test/support/providers/run-providers-check.ts";
import { startRunway } from "#test/support/providers/runway.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";
import { startStabilityAi } from "#test/support/providers/stability-ai.ts";
import { startSyncLabs } from "#test/support/providers/sync-labs.ts";
import { startTopazLabs } from "#test/support/providers/topaz-labs.ts";
import { startTripo } from "#test/support/providers/tripo.ts";

const simulators: Readonly<Record<string, () => Promise<Simulator>>> = {
  "black-forest-labs": startBlackForestLabs,
  deepgram: startDeepgram,
  elevenlabs: startElevenlabs,
  fal: startFal,
  google: startGoogle,
  "google-cloud": async () => startGoogleCloud(),
  ideogram: startIdeogram,
  kling: startKling,
  luma: async () => startLuma(),
  "luma-dream-machine": async () => startLumaDreamMachine(),
  minimax: startMinimax,
  openai: startOpenai,
  recraft: startRecraft,
  runway: async () => startRunway(),
  "stability-ai": startStabilityAi,
  "sync-labs": startSyncLabs,
  "topaz-labs": startTopazLabs,
  tripo: startTripo,
};

/** Far below what anybody would have to think about. */
const dearestUsd = 0.4;

const services = listServices().filter(({ provider }) => provider.tier !== "embedded");

test("there is a cheapest call of every provider and service", async () => {
  const checks = planChecks({ names: [], settings: {}, samples: await loadSamples([]) });

  expect(checks.map(({ service }) => service.slug)).toEqual(services.map(({ slug }) => slug));
  expect(Object.keys(simulators).toSorted()).toEqual(services.map(({ slug }) => slug).toSorted());
  expect(Math.max(...checks.map(({ call }) => call.usd))).toBeLessThanOrEqual(dearestUsd);
});

test.each(services)(
  "$slug takes its cheapest call, is paid once, and its result is kept",
  async (service) => {
    const simulator = await start(service.slug);
    const key = service.slug === "google-cloud" ? serviceAccountKey(simulator) : simulatorKey;
    const checks = planChecks({
      names: [service.slug],
      settings: { [service.setting]: key, [service.baseUrlSetting]: simulator.url },
      samples: await loadSamples([]),
    });
    const { folder, text } = await createReportFolder();
    const book = await openCheckBook(folder, { hide: (told) => told, outputBytesMax: 10_000_000 });
    const said: string[] = [];

    const isFine = await runChecks(checks, {
      book,
      stop: new AbortController().signal,
      again: false,
      say: (line) => said.push(line),
      approves: async () => true,
      pollMs: () => 1,
    });

    expect([isFine, said]).toEqual([true, said]);
    const entry = book.report.services[service.slug];
    const files = entry?.state === "succeeded" ? entry.files : [];
    expect(files).not.toEqual([]);
    expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
    // Nothing needs to be hidden: no adapter tells its key, and an ended request needs no handle.
    expect(`${said.join("\n")}${await text()}`).not.toContain(simulatorKey);
    for (const [ordinal, { contentType, bytes }] of files.entries()) {
      const name = `${service.slug}-${ordinal}.${extensionOf(contentType)}`;
      expect((await stat(join(folder, name))).size).toBe(bytes);
    }
  },
);

async function start(slug: string): Promise<Simulator> {
  const simulator = await simulators[slug]?.();
  if (simulator === undefined) throw new Error(`no simulator of ${slug}`);
  onTestFinished(async () => simulator.close());
  return simulator;
}
