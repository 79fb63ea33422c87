import { expect, onTestFinished, test, vi } from "vitest";

import { recordedCallSchema } from "#scripts/providers-check/recorded-call.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { problemsOfRecording } from "#test/support/providers/recorded-calls.ts";
import {
  createReportFolder,
  startProvidersCheck,
} from "#test/support/providers/run-providers-check.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";
import { startTopazLabs } from "#test/support/providers/topaz-labs.ts";

vi.setConfig({ testTimeout: 180_000 });
const patience = { timeout: 120_000, interval: 100 };

async function opened(start: () => Promise<Simulator>): Promise<Simulator> {
  const simulator = await start();
  onTestFinished(async () => simulator.close());
  return simulator;
}

const openaiSettings = ({ url }: Simulator) => ({
  OPENAI_API_KEY: simulatorKey,
  OPENAI_BASE_URL: url,
});
const fluxSettings = ({ url }: Simulator) => ({
  BLACK_FOREST_LABS_API_KEY: simulatorKey,
  BLACK_FOREST_LABS_BASE_URL: url,
});
const topazSettings = ({ url }: Simulator) => ({
  TOPAZ_API_KEY: simulatorKey,
  TOPAZ_LABS_BASE_URL: url,
});

test("without a key it prints the planned call, its price and the missing setting", async () => {
  const { folder, text } = await createReportFolder();

  const check = startProvidersCheck(["--yes", "--output", folder], { settings: {} });

  expect(await check.ended).toBe(0);
  expect(check.said()).toMatch(/deepgram.+DEEPGRAM_API_KEY.+text-to-speech.+\$0\.0\d+, 1 credit/);
  expect(check.said()).toContain("Nothing was called.");
  expect(await text()).toBe("");
});

test("a dry run calls nothing, whatever is set", async () => {
  const openai = await opened(startOpenai);
  const { folder } = await createReportFolder();

  const check = startProvidersCheck(["--dry-run", "--yes", "--output", folder], {
    settings: openaiSettings(openai),
  });

  expect(await check.ended).toBe(0);
  expect(openai.requests).toEqual([]);
});

test("each provider gets one paid request, its result is downloaded and reported, and no key is printed", async () => {
  const [openai, flux, topaz] = await Promise.all([
    opened(startOpenai),
    opened(startBlackForestLabs),
    opened(startTopazLabs),
  ]);
  const { folder, report, text, recorded } = await createReportFolder();

  const check = startProvidersCheck(["--yes", "--output", folder], {
    settings: { ...openaiSettings(openai), ...fluxSettings(flux), ...topazSettings(topaz) },
  });

  expect([await check.ended, check.said()]).toEqual([0, expect.any(String)]);
  const { services } = await report();
  expect(services).toMatchObject({
    openai: { state: "succeeded", capability: "text-to-image", credits: 1 },
    "black-forest-labs": {
      state: "succeeded",
      requestId: expect.any(String) as string,
      usd: 0.014,
      files: [{ contentType: expect.stringMatching(/^image\//) as string }],
    },
    "topaz-labs": { state: "succeeded", capability: "upscaling" },
  });
  for (const simulator of [openai, flux, topaz]) {
    expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
  }
  const recordings = await Promise.all(
    ["openai", "black-forest-labs", "topaz-labs"].map(async (slug) => recorded(slug)),
  );
  for (const recording of recordings) {
    const call = recordedCallSchema.parse(JSON.parse(recording));
    expect([call.slug, await problemsOfRecording(call)]).toEqual([call.slug, []]);
    expect(call.exchanges.map(({ method }) => method)).toContain("POST");
  }
  expect(`${check.said()}${await text()}${recordings.join("")}`).not.toContain(simulatorKey);
});

test("a call is sent only when it is approved", async () => {
  const [flux, openai] = await Promise.all([opened(startBlackForestLabs), opened(startOpenai)]);
  const { folder, report } = await createReportFolder();

  const check = startProvidersCheck(["--output", folder], {
    settings: { ...fluxSettings(flux), ...openaiSettings(openai) },
    answers: "n\ny\n",
  });

  expect([await check.ended, check.said()]).toEqual([0, expect.stringContaining("[y/N]")]);
  expect([flux.submissions(), openai.submissions()]).toEqual([0, 1]);
  expect(Object.keys((await report()).services)).toEqual(["openai"]);
});

test("missing input counts as no approval", async () => {
  const openai = await opened(startOpenai);
  const { folder } = await createReportFolder();

  const check = startProvidersCheck(["--output", folder], { settings: openaiSettings(openai) });

  expect(await check.ended).toBe(0);
  expect(openai.submissions()).toBe(0);
});

test("a refusal is reported with its reason, and the provider may be called again", async () => {
  const openai = await opened(startOpenai);
  openai.play({ refusal: "balance" });
  const { folder, report } = await createReportFolder();
  const args = ["--yes", "--output", folder];
  const settings = openaiSettings(openai);

  const check = startProvidersCheck(args, { settings });

  expect(await check.ended).toBe(1);
  expect(check.said()).toContain("openai: refused, nothing was made: provider_balance_empty");
  expect((await report()).services["openai"]).toMatchObject({ state: "refused" });
  openai.play({});
  expect(await startProvidersCheck(args, { settings }).ended).toBe(0);
  expect([openai.submissions(), openai.billed()]).toEqual([2, 1]);
});

test("a wrong key is detected before anything is sent", async () => {
  const openai = await opened(startOpenai);
  const { folder } = await createReportFolder();

  const check = startProvidersCheck(["--yes", "--output", folder], {
    settings: { ...openaiSettings(openai), OPENAI_API_KEY: "wrong-key-000" },
  });

  expect(await check.ended).toBe(1);
  expect(check.said()).toContain("openai: does not answer, nothing was sent");
  expect(check.said()).not.toContain("wrong-key-000");
  expect(openai.submissions()).toBe(0);
});

test("a paid call is not repeated without --again", async () => {
  const openai = await opened(startOpenai);
  const { folder } = await createReportFolder();
  const args = ["--yes", "--output", folder];
  const settings = openaiSettings(openai);
  await startProvidersCheck(args, { settings }).ended;

  const second = startProvidersCheck(args, { settings });
  expect(await second.ended).toBe(0);
  expect(second.said()).toContain("not sent again");
  expect(openai.submissions()).toBe(1);

  expect(await startProvidersCheck([...args, "--again"], { settings }).ended).toBe(0);
  expect(openai.submissions()).toBe(2);
});

test("Ctrl-C reports accepted requests, and the next run polls for their results", async () => {
  const flux = await opened(startBlackForestLabs);
  flux.play({ runningPolls: 1_000_000 });
  const { folder, report } = await createReportFolder();
  const args = ["--yes", "--output", folder];
  const settings = fluxSettings(flux);
  const stateOf = async () => (await report()).services["black-forest-labs"];

  const check = startProvidersCheck(args, { settings });
  await vi.waitFor(
    async () => expect(await stateOf()).toMatchObject({ state: "accepted" }),
    patience,
  );
  check.kill("SIGINT");

  expect(await check.ended).toBe(130);
  const accepted = await stateOf();
  const requestId = accepted?.state === "accepted" ? accepted.requestId : null;
  expect(check.said()).toContain(`accepted as request ${requestId}`);
  flux.play({});
  expect(await startProvidersCheck(args, { settings }).ended).toBe(0);
  expect(await stateOf()).toMatchObject({ state: "succeeded", requestId });
  expect([flux.submissions(), flux.billed()]).toEqual([1, 1]);
});

test("Ctrl-C waits for the response to a paid request; a second one exits and prints the idempotency key", async () => {
  const openai = await opened(startOpenai);
  openai.play({ paidFault: "silent" });
  const { folder, report } = await createReportFolder();

  const check = startProvidersCheck(["--yes", "--output", folder], {
    settings: openaiSettings(openai),
  });
  await vi.waitFor(() => expect(openai.submissions()).toBe(1), patience);
  check.kill("SIGINT");
  await vi.waitFor(() => expect(check.said()).toContain("is waited for"), patience);
  check.kill("SIGINT");

  expect(await check.ended).toBe(130);
  const entry = (await report()).services["openai"];
  expect(entry?.state).toBe("sending");
  expect(check.said()).toContain(
    `our key ${entry?.state === "sending" ? entry.idempotencyKey : "none"}`,
  );
});

test("a run killed with a request in flight leaves it in doubt, and no later run sends it again", async () => {
  const openai = await opened(startOpenai);
  openai.play({ paidFault: "silent" });
  const { folder, report } = await createReportFolder();
  const args = ["--yes", "--output", folder];
  const settings = openaiSettings(openai);

  const check = startProvidersCheck(args, { settings });
  await vi.waitFor(() => expect(openai.submissions()).toBe(1), patience);
  check.kill("SIGKILL");
  await check.ended;

  expect((await report()).services["openai"]).toMatchObject({ state: "sending" });
  openai.play({});
  const next = startProvidersCheck(args, { settings });
  expect(await next.ended).toBe(1);
  expect(next.said()).toContain("in doubt whether it was taken");
  expect(openai.submissions()).toBe(1);
});

test("a second run cannot write the same report", async () => {
  const flux = await opened(startBlackForestLabs);
  flux.play({ runningPolls: 1_000_000 });
  const { folder, report } = await createReportFolder();
  const args = ["--yes", "--output", folder];
  const settings = fluxSettings(flux);
  startProvidersCheck(args, { settings });
  await vi.waitFor(async () => expect((await report()).services).not.toEqual({}), patience);

  const second = startProvidersCheck(args, { settings });

  expect(await second.ended).toBe(1);
  expect(second.said()).toContain("Another run");
  expect(flux.submissions()).toBe(1);
});
