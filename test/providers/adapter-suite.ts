import { describe, expect, test } from "vitest";

import type {
  AdapterFile,
  AdapterInput,
  AdapterRequest,
  AdapterResult,
  PollAnswer,
  ProviderAdapter,
  ProviderCall,
  SubmitAnswer,
} from "#activities/providers/adapter.ts";
import type { ModelDefinition, ProviderDefinition } from "#catalog/define-provider.ts";
import { AppError, errorCatalog, type ErrorCode } from "#domain/errors.ts";
import { submitVerdict } from "#domain/jobs/submission.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";
import { sniffMediaType } from "#storage/media-type.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { manyParameters, sampleRequest } from "#test/support/providers/sample-request.ts";
import {
  faultsAfter,
  faultsBefore,
  simulatorKey,
  type Fault,
  type Simulator,
} from "#test/support/providers/simulator.ts";

export interface AdapterUnderTest {
  readonly provider: ProviderDefinition;
  /** Which of its services it is, where that is not the provider's own API. */
  readonly service?: string;
  readonly adapter: ProviderAdapter;
  /** What `useSimulator` returns in the same file. */
  readonly simulator: Simulator;
  /** What each refusal of the simulator is in our words; the two must name the same ones. */
  readonly refusals: Readonly<Record<string, ErrorCode>>;
  /**
   * What each status word of failure in the provider's row is in our words, "canceled" for one that
   * says so. Empty for a provider, or a way, that is not polled.
   */
  readonly failures: Readonly<Record<string, ErrorCode | "canceled">>;
  /** What a plain 500 to a paid request is, where the provider documents that nothing was made. */
  readonly errorAfter?: ErrorCode;
  /** Models whose result is text. */
  readonly textModels?: readonly string[];
  /** How many paid requests a model takes, where it is not one. */
  readonly paidRequests?: Readonly<Record<string, number>>;
  /** Capabilities whose inputs the provider takes as addresses only. */
  readonly addressesOnly?: readonly Capability[];
  /** What requests and calls need to go another way than the usual one, where there are two. */
  readonly way?: {
    readonly request?: Partial<AdapterRequest>;
    readonly call?: Partial<ProviderCall>;
  };
  /** Inputs of its own, for an adapter that looks into them. */
  readonly inputs?: Partial<Readonly<Record<InputKind, AdapterInput>>>;
}

const silenceMs = 1_500;
const pollsMax = 20;

/** What issue, engine and workflow rely on of every adapter, against its simulated provider. */
export function describeAdapter(subject: AdapterUnderTest): void {
  const { provider, adapter, simulator } = subject;
  const called = provider.models.filter(
    ({ service, lifecycle: { status } }) =>
      service === subject.service && status !== "retired" && status !== "disabled",
  );
  const cases = called.flatMap((model) =>
    model.capabilities.map((capability) => ({ model, capability, id: model.id })),
  );

  const { way = {} } = subject;
  const isPolled = adapter.poll !== undefined && Object.keys(subject.failures).length > 0;

  const callWith = (change: Partial<ProviderCall> = {}) =>
    callTo(simulator, { ...way.call, ...change });
  const submit = async (
    { model, capability }: { model: ModelDefinition; capability: Capability },
    change: Parameters<typeof sampleRequest>[2] = {},
    call = callWith(),
  ): Promise<SubmitAnswer> => {
    const request = sampleRequest(model, capability, { ...way.request, ...change });
    const inputs = request.inputs.map((input) => subject.inputs?.[input.kind] ?? input);
    return adapter.submit({ ...request, inputs }, call);
  };
  const paidFor = ({ id }: ModelDefinition) => subject.paidRequests?.[id] ?? 1;
  const isAddressed = ({ capability }: { capability: Capability }) =>
    subject.addressesOnly?.includes(capability) === true;
  const first = cases[0] ?? fail("the provider has no models");
  const polled = async (): Promise<ProviderHandle | null> => {
    for (const each of cases) {
      const answer = await submit(each);
      if (answer.state === "accepted") return answer.handle;
    }
    return null;
  };
  const poll = async (handle: ProviderHandle, call = callWith()): Promise<PollAnswer> => {
    if (adapter.poll === undefined) throw new Error("accepted, but cannot be polled");
    return adapter.poll(handle, call);
  };
  const finish = async (answer: SubmitAnswer): Promise<AdapterResult> => {
    if (answer.state === "succeeded") return answer.result;
    let { handle } = answer;
    for (let turn = 0; turn < pollsMax; turn += 1) {
      const next = await poll(handle);
      if (next.state === "succeeded") return next.result;
      if (next.state === "canceled") throw new Error("canceled");
      handle = next.handle ?? handle;
    }
    throw new Error("not done in time");
  };

  describe("a request", () => {
    test.each(cases)("$id makes $capability from little, and pays once", async (each) => {
      const result = await finish(await submit(each));

      const paid = paidFor(each.model);
      await expectFiles(result, each.model, subject);
      expect([simulator.submissions(), simulator.billed()]).toEqual([paid, paid]);
    });

    test.each(cases)("$id makes $capability with all parameters at once", async (each) => {
      const result = await finish(await submit(each, { parameters: manyParameters }));

      const paid = paidFor(each.model);
      await expectFiles(result, each.model, subject);
      expect([simulator.submissions(), simulator.billed()]).toEqual([paid, paid]);
    });

    const encoded = cases.filter((each) => !isAddressed(each));
    test.each(encoded)("$id makes $capability when nobody can fetch the inputs", async (each) => {
      const result = await finish(await submit(each, { inputsAreReachable: false }));

      await expectFiles(result, each.model, subject);
      expect(simulator.requests.map(({ body }) => body.toString("latin1")).join("")).not.toContain(
        "media.example.com",
      );
    });

    const addressed = cases.filter(isAddressed);
    test.runIf(addressed.length > 0).each(addressed)(
      "$id is not asked for $capability when nobody can fetch the inputs",
      async (each) => {
        const error = await failureOf(submit(each, { inputsAreReachable: false }));

        expect(error.code).toBe("model_not_available");
        expect(simulator.requests).toEqual([]);
      },
    );

    test("what was held up too long is not sent", async () => {
      const attempt = submit(first, {}, callWith({ sendBefore: Date.now() - 1 }));

      await expect(attempt).rejects.toMatchObject({ code: "provider_unreachable" });
      expect(simulator.submissions()).toBe(0);
    });
  });

  describe("a refusal", () => {
    test("the simulator and this table know the same ones", () => {
      expect(Object.keys(simulator.refusals).toSorted()).toEqual(
        Object.keys(subject.refusals).toSorted(),
      );
    });

    test.each(Object.entries(subject.refusals))(
      "%s is %s, and nothing is made",
      async (refusal, code) => {
        simulator.play({ refusal });

        const error = await failureOf(submit(first));

        expect(error.code).toBe(code);
        expect(submitVerdict(error.code)).not.toBe("ambiguous");
        expect(simulator.submissions()).toBe(1);
        expectNoSecret(error);
      },
    );

    test("a wrong key is the operator's trouble, not the caller's", async () => {
      const error = await failureOf(submit(first, {}, callWith({ credential: "wrong-key-000" })));

      expect(error.code).toBe("provider_credential_invalid");
      expect(simulator.billed()).toBe(0);
      expect(JSON.stringify(error)).not.toContain("wrong-key-000");
    });
  });

  describe("a lost answer to a paid request", () => {
    test("a refused connection has sent nothing", async () => {
      const call = callWith();
      await simulator.close();

      const error = await failureOf(submit(first, {}, call));

      expect(error.code).toBe("provider_unreachable");
    });

    test.each(faultsBefore)(
      "%s: nothing is made, and no other address gets the key",
      async (fault) => {
        simulator.play({ paidFault: fault });

        const error = await failureOf(submit(first));

        // A small request may have left before its connection broke; only then is it in doubt.
        const inDoubt = fault === "reset_on_arrival" ? ["provider_outcome_unknown"] : [];
        expect(["provider_unreachable", "provider_overloaded", ...inDoubt]).toContain(error.code);
        expect([simulator.submissions(), simulator.billed()]).toEqual([1, 0]);
        expect(simulator.strays()).toBe(0);
      },
    );

    test.each(faultsAfter)(
      "%s: the outcome is unknown, and nothing is sent again",
      async (fault) => {
        simulator.play({ paidFault: fault });
        const call = fault === "silent" ? { signal: AbortSignal.timeout(silenceMs) } : {};

        const error = await failureOf(submit(first, {}, callWith(call)));

        const plain = subject.errorAfter ?? "provider_outcome_unknown";
        expect(error.code).toBe(fault === "error_after" ? plain : "provider_outcome_unknown");
        expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
        expectNoSecret(error);
      },
    );
  });

  describe.runIf(isPolled)("a question", () => {
    const { poll: asked } = provider.services?.[subject.service ?? ""] ?? provider;
    const { running, failed } = asked.statuses;

    test("the row and this table know the same words of failure", () => {
      expect(failed.toSorted()).toEqual(Object.keys(subject.failures).toSorted());
    });

    test.each(running)("%s is running", async (status) => {
      const handle = await handleOf();
      simulator.play({ status });

      expect(await poll(handle)).toMatchObject({ state: "running" });
    });

    test.each(Object.entries(subject.failures))("%s is %s", async (status, code) => {
      const handle = await handleOf();
      simulator.play({ status });

      if (code === "canceled") expect(await poll(handle)).toEqual({ state: "canceled" });
      else expect((await failureOf(poll(handle))).code).toBe(code);
      expect(simulator.submissions()).toBeLessThanOrEqual(cases.length);
    });

    test("a word that nobody knows keeps it running", async () => {
      const handle = await handleOf();
      simulator.play({ status: "Marinating" });

      expect(await poll(handle)).toMatchObject({ state: "running" });
    });

    test.each([...faultsBefore, ...faultsAfter] satisfies Fault[])(
      "%s is asked again",
      async (fault) => {
        const handle = await handleOf();
        const submissions = simulator.submissions();
        simulator.play({ questionFault: fault });
        const call = fault === "silent" ? { signal: AbortSignal.timeout(silenceMs) } : {};

        const error = await failureOf(poll(handle, callWith(call)));
        simulator.play({});
        const result = await finish({ state: "accepted", handle });

        expect(fault === "oversized" || errorCatalog[error.code].retryable).toBe(true);
        expect(result.files).not.toHaveLength(0);
        expect(simulator.strays()).toBe(0);
        expect(simulator.submissions()).toBe(submissions);
      },
    );

    test("a result whose address has expired, or that came as bytes, is there for who asks again", async () => {
      simulator.play({ expiredResults: 1 });
      const handle = await handleOf();
      const [former] = (await finish({ state: "accepted", handle })).files;

      const again = await finish({ state: "accepted", handle });

      if (former !== undefined && "bytes" in former.source) {
        expect(again.files[0]).toEqual(former);
      } else {
        expect((await fetch(addressOf(former))).status).toBe(404);
        expect((await fetch(addressOf(again.files[0]))).status).toBe(200);
      }
      expect(simulator.submissions()).toBe(simulator.billed());
    });

    test.runIf(adapter.cancel !== undefined)("what was canceled in time is not made", async () => {
      simulator.play({ runningPolls: 5 });
      const handle = await handleOf();

      await adapter.cancel?.(handle, callWith());

      expect(await poll(handle)).toEqual({ state: "canceled" });
    });

    test.runIf(adapter.cancel !== undefined)(
      "what was done before its cancellation is a result",
      async () => {
        const handle = await handleOf();
        await finish({ state: "accepted", handle });

        await adapter.cancel?.(handle, callWith());

        expect(await poll(handle)).toMatchObject({ state: "succeeded" });
      },
    );

    async function handleOf(): Promise<ProviderHandle> {
      return (await polled()) ?? fail("no model is polled");
    }
  });

  describe.runIf(adapter.lookup !== undefined)("a lookup", () => {
    test("finds what was taken although the answer was lost", async () => {
      simulator.play({ paidFault: "reset" });
      await failureOf(submit(first));
      simulator.play({});

      const handle = await adapter.lookup?.("job_1:generate:1", callWith());

      expect((await finish({ state: "accepted", handle: handle ?? {} })).files).not.toHaveLength(0);
      expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
    });

    test("says of what never came that it is not there", async () => {
      expect(await adapter.lookup?.("job_2:generate:1", callWith())).toBeNull();
    });
  });

  describe("the health check", () => {
    test("passes, and costs nothing", async () => {
      await adapter.checkHealth(callWith());

      expect(simulator.submissions()).toBe(0);
    });

    test("a wrong key is found", async () => {
      const attempt = adapter.checkHealth(callWith({ credential: "wrong-key-000" }));

      expect((await failureOf(attempt)).code).toBe("provider_credential_invalid");
    });
  });
}

function fail(reason: string): never {
  throw new Error(reason);
}

async function failureOf(attempt: Promise<unknown>): Promise<AppError> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

function expectNoSecret(error: AppError): void {
  expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain(simulatorKey);
}

function addressOf(file: AdapterFile | undefined): string {
  if (file === undefined || !("url" in file.source)) return fail("no address");
  return file.source.url;
}

/** Every file can be had, and is of the kind that it is said to be. */
async function expectFiles(
  { files }: AdapterResult,
  model: ModelDefinition,
  { textModels = [] }: AdapterUnderTest,
): Promise<void> {
  expect(files).not.toHaveLength(0);
  for (const file of files) {
    if (textModels.includes(model.id)) {
      expect(file.text).toBeTruthy();
      continue;
    }
    const bytes =
      "bytes" in file.source
        ? file.source.bytes
        : new Uint8Array(await (await fetch(file.source.url)).arrayBuffer());
    expect(sniffMediaType(bytes) ?? drawingType(bytes)).toBe(file.contentType);
  }
}

/** A drawing has no signature; nothing but a test takes its beginning for one. */
function drawingType(bytes: Uint8Array): string | null {
  return Buffer.from(bytes).toString("latin1").startsWith("<svg") ? "image/svg+xml" : null;
}
