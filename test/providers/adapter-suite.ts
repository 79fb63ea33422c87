import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type {
  AdapterFile,
  AdapterInput,
  AdapterRequest,
  AdapterResult,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import type { ModelDefinition, ProviderDefinition } from "#catalog/define-provider.ts";
import { AppError, errorCatalog, type ErrorCode } from "#domain/errors.ts";
import { submitVerdict } from "#domain/jobs/submission.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";
import { sniffMediaType } from "#storage/media-type.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { validRequest } from "#test/support/providers/random-request.ts";
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
  /** Name of the tested service, when it is not the provider's main API. */
  readonly service?: string;
  readonly adapter: ProviderAdapter;
  /** The result of `useSimulator` in the same file. */
  readonly simulator: Simulator;
  /** Error code of each refusal of the simulator; the two must have the same names. */
  readonly refusals: Readonly<Record<string, ErrorCode>>;
  /**
   * Error code of each failure status in the provider's row, "canceled" for a cancellation. Empty for a
   * provider, or a mode, that is not polled.
   */
  readonly failures: Readonly<Record<string, ErrorCode | "canceled">>;
  /** Error code of a plain 500 to a paid request, where the provider documents that nothing was made. */
  readonly errorAfter?: ErrorCode;
  /** Models whose result is text. */
  readonly textModels?: readonly string[];
  /** Number of paid requests per generation, for models that need several. */
  readonly paidRequests?: Readonly<Record<string, number>>;
  /** Capabilities whose inputs the provider accepts only as URLs. */
  readonly addressesOnly?: readonly Capability[];
  /** Changes to requests and calls that select another mode, for adapters with two. */
  readonly way?: {
    readonly request?: Partial<AdapterRequest>;
    readonly call?: Partial<ProviderCall>;
  };
  /** True to send random valid requests to each model: the simulator states every rule of the provider. */
  readonly sendsRandomRequests?: boolean;
  /** Special inputs, for an adapter that reads them. */
  readonly inputs?: Partial<Readonly<Record<InputKind, AdapterInput>>>;
}

const silenceMs = 1_500;
const pollsMax = 20;
const randomRequests = 10;

/** Tests the guarantees of every adapter that the engine relies on, against its simulated provider. */
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
  ): Promise<SubmitResult> => {
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
  const poll = async (handle: ProviderHandle, call = callWith()): Promise<PollResult> => {
    if (adapter.poll === undefined) throw new Error("accepted, but cannot be polled");
    return adapter.poll(handle, call);
  };
  const finish = async (answer: SubmitResult): Promise<AdapterResult> => {
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
    test.each(cases)(
      "$id makes $capability from a minimal request with the expected paid requests",
      async (each) => {
        const result = await finish(await submit(each));

        const paid = paidFor(each.model);
        await expectFiles(result, each.model, subject);
        expect([simulator.submissions(), simulator.billed()]).toEqual([paid, paid]);
      },
    );

    test.each(cases)("$id makes $capability with all parameters set", async (each) => {
      const result = await finish(await submit(each, { parameters: manyParameters }));

      const paid = paidFor(each.model);
      await expectFiles(result, each.model, subject);
      expect([simulator.submissions(), simulator.billed()]).toEqual([paid, paid]);
    });

    const random = subject.sendsRandomRequests === true ? cases : [];
    test.runIf(random.length > 0).each(random)(
      "$id makes $capability from every valid request",
      async ({ model, capability }) => {
        let sent = 0;
        const property = fc.asyncProperty(
          validRequest(model, capability, way.request ?? {}),
          async (request) => {
            const before = simulator.submissions();
            sent += 1;
            const call = callWith({ idempotencyKey: `job_${sent}:generate:1` });
            const inputs = request.inputs.map((input) => subject.inputs?.[input.kind] ?? input);
            try {
              await adapter.submit({ ...request, inputs }, call);
            } catch (error) {
              // An adapter may refuse a request before it is sent; a provider must not.
              if (simulator.submissions() > before) throw error;
            }
          },
        );
        await fc.assert(property, { numRuns: randomRequests });
      },
    );

    const encoded = cases.filter((each) => !isAddressed(each));
    test.each(encoded)(
      "$id makes $capability when the provider cannot fetch the inputs",
      async (each) => {
        const result = await finish(await submit(each, { inputsAreReachable: false }));

        await expectFiles(result, each.model, subject);
        expect(
          simulator.requests.map(({ body }) => body.toString("latin1")).join(""),
        ).not.toContain("media.example.com");
      },
    );

    const addressed = cases.filter(isAddressed);
    test.runIf(addressed.length > 0).each(addressed)(
      "$id is not asked for $capability when nobody can fetch the inputs",
      async (each) => {
        const error = await failureOf(submit(each, { inputsAreReachable: false }));

        expect(error.code).toBe("model_not_available");
        expect(simulator.requests).toEqual([]);
      },
    );

    test("is not sent after its `sendBefore` deadline", async () => {
      const attempt = submit(first, {}, callWith({ sendBefore: Date.now() - 1 }));

      await expect(attempt).rejects.toMatchObject({ code: "provider_unreachable" });
      expect(simulator.submissions()).toBe(0);
    });
  });

  describe("a refusal", () => {
    test("is listed in this table for each refusal of the simulator", () => {
      expect(Object.keys(simulator.refusals).toSorted()).toEqual(
        Object.keys(subject.refusals).toSorted(),
      );
    });

    test.each(Object.entries(subject.refusals))(
      "%s maps to %s, and nothing is made",
      async (refusal, code) => {
        simulator.play({ refusal });

        const error = await failureOf(submit(first));

        expect(error.code).toBe(code);
        expect(submitVerdict(error.code)).not.toBe("ambiguous");
        expect(simulator.submissions()).toBe(1);
        expectNoSecret(error);
      },
    );

    test("of a wrong key is an operator's error and does not contain the key", async () => {
      const error = await failureOf(submit(first, {}, callWith({ credential: "wrong-key-000" })));

      expect(error.code).toBe("provider_credential_invalid");
      expect(simulator.billed()).toBe(0);
      expect(JSON.stringify(error)).not.toContain("wrong-key-000");
    });
  });

  describe("a lost response to a paid request", () => {
    test("is no doubt when the connection is refused, because nothing was sent", async () => {
      const call = callWith();
      await simulator.close();

      const error = await failureOf(submit(first, {}, call));

      expect(error.code).toBe("provider_unreachable");
    });

    test.each(faultsBefore)(
      "%s: nothing is made, and no other host receives the key",
      async (fault) => {
        simulator.play({ paidFault: fault });

        const error = await failureOf(submit(first));

        // A small request may be sent before its connection breaks; only then its outcome is unknown.
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

  describe.runIf(isPolled)("a poll", () => {
    const { poll: asked } = provider.services?.[subject.service ?? ""] ?? provider;
    const { running, failed } = asked.statuses;

    test("knows every failure status of the provider's row", () => {
      expect(failed.toSorted()).toEqual(Object.keys(subject.failures).toSorted());
    });

    test.each(running)("reports the status %s as running", async (status) => {
      const handle = await handleOf();
      simulator.play({ status });

      expect(await poll(handle)).toMatchObject({ state: "running" });
    });

    test.each(Object.entries(subject.failures))(
      "reports the status %s as %s",
      async (status, code) => {
        const handle = await handleOf();
        simulator.play({ status });

        if (code === "canceled") expect(await poll(handle)).toEqual({ state: "canceled" });
        else expect((await failureOf(poll(handle))).code).toBe(code);
        expect(simulator.submissions()).toBeLessThanOrEqual(cases.length);
      },
    );

    test("reports an unknown status as running", async () => {
      const handle = await handleOf();
      simulator.play({ status: "Marinating" });

      expect(await poll(handle)).toMatchObject({ state: "running" });
    });

    test.each([...faultsBefore, ...faultsAfter] satisfies Fault[])(
      "can be repeated after the fault %s",
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

    test("returns a fresh URL, or the same bytes, after a result URL has expired", async () => {
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

    test.runIf(adapter.cancel !== undefined)(
      "reports a generation that was canceled in time as canceled",
      async () => {
        simulator.play({ runningPolls: 5 });
        const handle = await handleOf();

        await adapter.cancel?.(handle, callWith());

        expect(await poll(handle)).toEqual({ state: "canceled" });
      },
    );

    test.runIf(adapter.cancel !== undefined)(
      "returns the result of a generation that ended before its cancellation",
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
    test("finds an accepted request whose response was lost", async () => {
      simulator.play({ paidFault: "reset" });
      await failureOf(submit(first));
      simulator.play({});

      const handle = await adapter.lookup?.("job_1:generate:1", callWith());

      expect((await finish({ state: "accepted", handle: handle ?? {} })).files).not.toHaveLength(0);
      expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
    });

    test("returns null for a request that never arrived", async () => {
      expect(await adapter.lookup?.("job_2:generate:1", callWith())).toBeNull();
    });
  });

  describe("the health check", () => {
    test("passes without a paid request", async () => {
      await adapter.checkHealth(callWith());

      expect(simulator.submissions()).toBe(0);
    });

    test("detects a wrong key", async () => {
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

/** Checks that every file is available and has the declared content type. */
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

/** SVG has no signature; only this test detects it by its first bytes. */
function drawingType(bytes: Uint8Array): string | null {
  return Buffer.from(bytes).toString("latin1").startsWith("<svg") ? "image/svg+xml" : null;
}
