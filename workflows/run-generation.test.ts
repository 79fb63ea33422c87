import { expect, test } from "vitest";

import { AppError, type ErrorCode } from "#domain/errors.ts";
import type {
  GenerationPlan,
  GenerationRef,
  StartPosition,
  SubmitOutcome,
} from "#domain/jobs/generation-run.ts";

import { runGeneration } from "./run-generation.ts";
import type { GenerationSteps } from "./steps.ts";

const plan: GenerationPlan = {
  provider: "acme",
  model: "acme-image",
  contentType: "image",
  capability: "text-to-image",
  credits: 4,
  deadlineSeconds: 300,
};

const planned: StartPosition = { state: "running", needsIntent: false, needsInputs: false, plan };
const unread: StartPosition = {
  state: "running",
  needsIntent: true,
  needsInputs: true,
  plan: null,
};
const accepted: SubmitOutcome = { state: "accepted" };

const canceled = new Error("the workflow is canceled");

/** Steps that record their names, and fail or return as the test specifies. */
function recordingSteps(overrides: Partial<GenerationSteps> = {}) {
  const calls: string[] = [];
  const stages: string[] = [];
  const slept: number[] = [];
  let shields = 0;
  /** Steps that were called outside `shielded` although a cancellation must not interrupt them. */
  const unshielded: string[] = [];
  const happy: GenerationSteps = {
    beginJob: async () => planned,
    parseIntent: async () => ({ outcome: "parsed" }),
    storeInputs: async () => {},
    planGeneration: async () => plan,
    submitToProvider: async () => accepted,
    pollProvider: async () => {},
    reconcileSubmission: async () => ({ state: "accepted" }),
    failOver: async () => null,
    cancelAtProvider: async () => ({ outcome: "canceled" }),
    storeOutput: async () => undefined,
    completeJob: async () => ({ status: "completed" }),
    failJob: async () => ({ status: "failed" }),
    cancelJob: async () => ({ status: "canceled" }),
    async shielded(work) {
      shields += 1;
      try {
        return await work();
      } finally {
        shields -= 1;
      }
    },
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
    waitForSlot: async () => {},
    describe: (stage) => {
      stages.push(stage);
    },
    isCancellation: (error) => error === canceled,
  };
  const quiet = ["shielded", "sleep", "describe", "isCancellation"];
  const settling = [
    "beginJob",
    "cancelAtProvider",
    "storeOutput",
    "completeJob",
    "failJob",
    "cancelJob",
  ];
  const entries = Object.entries({ ...happy, ...overrides }).map(([name, step]) => {
    if (quiet.includes(name)) return [name, step];
    const noted = async (...input: [{ code?: string }?, never?]) => {
      const code = input[0]?.code;
      calls.push(code === undefined ? name : `${name}:${code}`);
      if (settling.includes(name) && shields === 0) unshielded.push(name);
      return (step as (...input: unknown[]) => unknown)(...input);
    };
    return [name, noted];
  });
  return {
    steps: Object.fromEntries(entries) as GenerationSteps,
    calls,
    stages,
    slept,
    unshielded,
  };
}

const input = { jobId: "job_1" };

async function fail(code: ErrorCode): Promise<never> {
  throw new AppError(code);
}

async function cancel(): Promise<never> {
  throw canceled;
}

test("a job is completed by a step of its own when the step that stores its output did not", async () => {
  const { steps, calls, stages, unshielded } = recordingSteps();

  await expect(runGeneration(input, steps)).resolves.toEqual({ status: "completed" });

  expect(calls).toEqual([
    "beginJob",
    "submitToProvider",
    "pollProvider",
    "storeOutput",
    "completeJob",
  ]);
  expect(stages).toEqual(["submitting", "generating", "storing"]);
  expect(unshielded).toEqual([]);
});

test("parses the message, stores its inputs and holds the price before the request is sent", async () => {
  const { steps, calls } = recordingSteps({ beginJob: async () => unread });

  await runGeneration(input, steps);

  expect(calls).toEqual([
    "beginJob",
    "parseIntent",
    "storeInputs",
    "planGeneration",
    "submitToProvider",
    "pollProvider",
    "storeOutput",
    "completeJob",
  ]);
});

test("does not poll a provider that responds with the result", async () => {
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => ({ state: "succeeded" }),
  });

  await runGeneration(input, steps);

  expect(calls).toEqual(["beginJob", "submitToProvider", "storeOutput", "completeJob"]);
});

test("a job with a known price takes four steps: begun, submitted, polled, stored and completed", async () => {
  const { steps, calls, unshielded } = recordingSteps({
    storeOutput: async () => ({ status: "completed" }),
  });

  await expect(runGeneration(input, steps)).resolves.toEqual({ status: "completed" });

  expect(calls).toEqual(["beginJob", "submitToProvider", "pollProvider", "storeOutput"]);
  expect(unshielded).toEqual([]);
});

test("leaves a job that has ended unchanged", async () => {
  const { steps, calls } = recordingSteps({
    beginJob: async () => ({ state: "ended", status: "failed" }),
  });

  await expect(runGeneration(input, steps)).resolves.toEqual({ status: "failed" });

  expect(calls).toEqual(["beginJob"]);
});

test.each(["needs_input", "canceled"])(
  "runs no further step when parsing the message ends the job as %s",
  async (status) => {
    const { steps, calls } = recordingSteps({
      beginJob: async () => unread,
      parseIntent: async () => ({ outcome: "ended", status }),
    });

    await expect(runGeneration(input, steps)).resolves.toEqual({ status });

    expect(calls).toEqual(["beginJob", "parseIntent"]);
  },
);

test.each([
  "parseIntent",
  "storeInputs",
  "planGeneration",
  "submitToProvider",
  "pollProvider",
  "storeOutput",
  "completeJob",
] as const)(
  "a failure of %s ends the job with its error code, which releases the credits",
  async (step) => {
    const { steps, calls, unshielded } = recordingSteps({
      beginJob: async () => unread,
      [step]: async () => fail("provider_failed"),
    });

    await expect(runGeneration(input, steps)).rejects.toThrow(AppError);

    expect(calls.slice(-2)).toEqual([step, "failJob:provider_failed"]);
    expect(unshielded).toEqual([]);
  },
);

test("an unexpected failure ends the job as internal", async () => {
  const { steps, calls } = recordingSteps({
    pollProvider: async () => {
      throw new Error("surprise");
    },
  });

  await expect(runGeneration(input, steps)).rejects.toThrow("surprise");

  expect(calls.at(-1)).toBe("failJob:internal");
});

test("sends a request that was certainly not accepted again after the requested delay", async () => {
  const answers: SubmitOutcome[] = [
    { state: "not_sent", code: "provider_rate_limited", retryAfterMs: 3_000 },
    { state: "not_sent", code: "provider_overloaded", retryAfterMs: 5_000 },
    accepted,
  ];
  const { steps, calls, slept, stages } = recordingSteps({
    submitToProvider: async () => answers.shift() ?? fail("internal"),
  });

  await runGeneration(input, steps);

  expect(calls.filter((call) => call === "submitToProvider")).toHaveLength(3);
  expect(slept).toEqual([3_000, 5_000]);
  expect(stages.filter((stage) => stage === "waiting")).toHaveLength(2);
});

test("waits for a slot without counting the wait as a refusal", async () => {
  const answers: SubmitOutcome[] = Array.from({ length: 40 }, () => ({ state: "waiting" }));
  const { steps, calls, slept, stages } = recordingSteps({
    submitToProvider: async () => answers.pop() ?? accepted,
  });

  await expect(runGeneration(input, steps)).resolves.toEqual({ status: "completed" });

  expect(calls.filter((call) => call === "waitForSlot")).toHaveLength(40);
  expect(slept).toEqual([]);
  expect(stages.filter((stage) => stage === "waiting")).toHaveLength(40);
  expect(stages.slice(-3, -1)).toEqual(["submitting", "generating"]);
});

test("fails and refunds a job that gets no slot within half a day", async () => {
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => ({ state: "waiting" }),
  });

  await expect(runGeneration(input, steps)).rejects.toMatchObject({ code: "provider_overloaded" });

  expect(calls.filter((call) => call === "waitForSlot")).toHaveLength(50);
  expect(calls.at(-1)).toBe("failJob:provider_overloaded");
});

test("sends nothing when the job is canceled while it waits for a slot", async () => {
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => ({ state: "waiting" }),
    waitForSlot: cancel,
  });

  await expect(runGeneration(input, steps)).rejects.toBe(canceled);

  expect(calls.filter((call) => call === "submitToProvider")).toHaveLength(1);
  expect(calls.at(-1)).toBe("cancelJob");
});

test("fails the job with the provider's error code after 30 refused attempts", async () => {
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => ({
      state: "not_sent",
      code: "provider_rate_limited",
      retryAfterMs: 1,
    }),
  });

  await expect(runGeneration(input, steps)).rejects.toThrow(AppError);

  expect(calls.filter((call) => call === "submitToProvider")).toHaveLength(30);
  expect(calls.at(-1)).toBe("failJob:provider_rate_limited");
});

test("reconciles with the provider after a lost response instead of sending again", async () => {
  const { steps, calls } = recordingSteps({ submitToProvider: async () => ({ state: "unknown" }) });

  await runGeneration(input, steps);

  expect(calls).toEqual([
    "beginJob",
    "submitToProvider",
    "reconcileSubmission",
    "pollProvider",
    "storeOutput",
    "completeJob",
  ]);
});

test("releases the credits when the lost response is never found", async () => {
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => ({ state: "unknown" }),
    reconcileSubmission: async () => fail("submission_unknown"),
  });

  await expect(runGeneration(input, steps)).rejects.toThrow(AppError);

  expect(calls.slice(-2)).toEqual(["reconcileSubmission", "failJob:submission_unknown"]);
});

test.each(["parseIntent", "storeInputs", "planGeneration"] as const)(
  "cancels the job when canceled during %s, before a provider is chosen",
  async (step) => {
    const { steps, calls, unshielded } = recordingSteps({
      beginJob: async () => unread,
      [step]: cancel,
    });

    await expect(runGeneration(input, steps)).rejects.toBe(canceled);

    expect(calls.slice(-2)).toEqual([step, "cancelJob"]);
    expect(unshielded).toEqual([]);
  },
);

const answers: Record<string, SubmitOutcome> = {
  submitToProvider: accepted,
  pollProvider: accepted,
  reconcileSubmission: { state: "unknown" },
  sleep: { state: "not_sent", code: "provider_rate_limited", retryAfterMs: 200 },
};

test.each(["submitToProvider", "pollProvider", "reconcileSubmission", "sleep"] as const)(
  "cancels the generation at the provider, then the job, when canceled during %s",
  async (step) => {
    const { steps, calls, unshielded } = recordingSteps({
      submitToProvider: async () => answers[step] ?? accepted,
      [step]: cancel,
    });

    await expect(runGeneration(input, steps)).rejects.toBe(canceled);

    expect(calls.slice(-2)).toEqual(["cancelAtProvider", "cancelJob"]);
    expect(unshielded).toEqual([]);
  },
);

test("delivers and charges a result that the provider finished before the cancellation", async () => {
  const { steps, calls } = recordingSteps({
    pollProvider: cancel,
    cancelAtProvider: async () => ({ outcome: "succeeded" }),
  });

  await expect(runGeneration(input, steps)).rejects.toBe(canceled);

  expect(calls.slice(-3)).toEqual(["cancelAtProvider", "storeOutput", "completeJob"]);
});

test("releases the credits when the provider cannot cancel the generation", async () => {
  const { steps, calls } = recordingSteps({
    pollProvider: cancel,
    cancelAtProvider: async () => fail("provider_credential_invalid"),
  });

  await expect(runGeneration(input, steps)).rejects.toBe(canceled);

  expect(calls.slice(-2)).toEqual(["cancelAtProvider", "cancelJob"]);
});

test("cancels without a charge when the finished result of a canceled job cannot be stored", async () => {
  const { steps, calls } = recordingSteps({
    pollProvider: cancel,
    cancelAtProvider: async () => ({ outcome: "succeeded" }),
    storeOutput: async () => fail("output_too_large"),
  });

  await expect(runGeneration(input, steps)).rejects.toBe(canceled);

  expect(calls.slice(-2)).toEqual(["storeOutput", "cancelJob"]);
});

test.each([null, plan])(
  "only ends a job that is being canceled when the run starts (plan: %o)",
  async (position) => {
    const { steps, calls, unshielded } = recordingSteps({
      beginJob: async () => ({ state: "canceling", plan: position }),
    });

    await expect(runGeneration(input, steps)).resolves.toEqual({ status: "canceled" });

    expect(calls).toEqual([
      "beginJob",
      ...(position === null ? [] : ["cancelAtProvider"]),
      "cancelJob",
    ]);
    expect(unshielded).toEqual([]);
  },
);

test("every step receives ids only", async () => {
  const refs: unknown[] = [];
  const { steps } = recordingSteps({
    submitToProvider: async (ref) => {
      refs.push(ref);
      return accepted;
    },
  });

  await runGeneration(input, steps);

  expect(refs).toEqual([{ jobId: "job_1", step: "main", generation: 1 }]);
});

const next: GenerationPlan = { ...plan, provider: "other", model: "other-image", generation: 2 };

test.each([
  "provider_credential_invalid",
  "provider_balance_empty",
  "model_not_available",
] as const)("fails over to another model after %s, when nothing was made", async (code) => {
  const refs: GenerationRef[] = [];
  const { steps, calls } = recordingSteps({
    submitToProvider: async (ref) => {
      refs.push(ref);
      return ref.generation === 1 ? fail(code) : accepted;
    },
    failOver: async () => next,
    completeJob: async (ref) => {
      refs.push(ref);
      return { status: "completed" };
    },
  });

  await expect(runGeneration(input, steps)).resolves.toEqual({ status: "completed" });

  expect(calls).toEqual([
    "beginJob",
    "submitToProvider",
    "failOver",
    "submitToProvider",
    "pollProvider",
    "storeOutput",
    "completeJob",
  ]);
  expect(refs.map(({ generation }) => generation)).toEqual([1, 2, 2]);
});

test("fails over from a busy provider after 3 attempts, or retries without another suitable model", async () => {
  const busy: SubmitOutcome = { state: "not_sent", code: "provider_overloaded", retryAfterMs: 1 };
  const left = recordingSteps({
    submitToProvider: async (ref) => (ref.generation === 1 ? busy : accepted),
    failOver: async () => next,
  });
  await runGeneration(input, left.steps);
  expect(left.calls.filter((call) => call === "submitToProvider")).toHaveLength(4);

  const kept = recordingSteps({ submitToProvider: async () => busy });
  await expect(runGeneration(input, kept.steps)).rejects.toThrow(AppError);
  expect(kept.calls.filter((call) => call === "failOver")).toHaveLength(1);
  expect(kept.calls.at(-1)).toBe("failJob:provider_overloaded");
});

test("fails the job with the provider's error code when no other model is suitable", async () => {
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => fail("provider_balance_empty"),
  });

  await expect(runGeneration(input, steps)).rejects.toThrow(AppError);

  expect(calls.slice(-2)).toEqual(["failOver", "failJob:provider_balance_empty"]);
});

test.each(["content_refused", "provider_rejected", "provider_failed", "internal"] as const)(
  "does not fail over after %s",
  async (code) => {
    const { steps, calls } = recordingSteps({ submitToProvider: async () => fail(code) });

    await expect(runGeneration(input, steps)).rejects.toThrow(AppError);

    expect(calls).not.toContain("failOver");
  },
);

test("never fails over after a lost response", async () => {
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => ({ state: "unknown" }),
    reconcileSubmission: async () => fail("submission_unknown"),
    failOver: async () => next,
  });

  await expect(runGeneration(input, steps)).rejects.toThrow(AppError);

  expect(calls).not.toContain("failOver");
});

test("sends again when reconciliation shows that the request was not accepted", async () => {
  const outcomes: SubmitOutcome[] = [{ state: "unknown" }, accepted];
  const { steps, calls } = recordingSteps({
    submitToProvider: async () => outcomes.shift() ?? fail("internal"),
    reconcileSubmission: async () => ({ state: "absent" }),
  });

  await runGeneration(input, steps);

  expect(calls.slice(1, 4)).toEqual([
    "submitToProvider",
    "reconcileSubmission",
    "submitToProvider",
  ]);
});

test("continues with the generation that the rows name", async () => {
  const refs: GenerationRef[] = [];
  const { steps } = recordingSteps({
    beginJob: async () => ({ ...planned, plan: next }),
    submitToProvider: async (ref) => {
      refs.push(ref);
      return accepted;
    },
  });

  await runGeneration(input, steps);

  expect(refs).toEqual([{ jobId: "job_1", step: "main", generation: 2 }]);
});

test.each([
  ["ended", { state: "ended", status: "failed" }, ["beginJob"]],
  [
    "is being canceled",
    { state: "canceling", plan },
    ["beginJob", "cancelAtProvider", "cancelJob"],
  ],
] as const)(
  "a run that may not send because its job %s ends as the rows determine",
  async (_, position, rest) => {
    const positions: StartPosition[] = [planned, position];
    const { steps, calls } = recordingSteps({
      beginJob: async () => positions.shift() ?? position,
      submitToProvider: async () => ({ state: "stopped" }),
    });

    await runGeneration(input, steps);

    expect(calls).toEqual(["beginJob", "submitToProvider", ...rest]);
  },
);

test("cancels the second model's generation when canceled after a failover", async () => {
  const stopped: GenerationRef[] = [];
  const { steps } = recordingSteps({
    submitToProvider: async (ref) =>
      ref.generation === 1 ? fail("provider_balance_empty") : accepted,
    failOver: async () => next,
    pollProvider: cancel,
    cancelAtProvider: async (ref) => {
      stopped.push(ref);
      return { outcome: "canceled" };
    },
  });

  await expect(runGeneration(input, steps)).rejects.toBe(canceled);

  expect(stopped).toMatchObject([{ generation: 2 }]);
});

test("fails over from an unavailable provider at once, or waits when no other model is suitable", async () => {
  const kept: SubmitOutcome = {
    state: "not_sent",
    code: "provider_not_available",
    retryAfterMs: 15_000,
  };
  const left = recordingSteps({
    submitToProvider: async (ref) => (ref.generation === 1 ? kept : accepted),
    failOver: async () => next,
  });
  await runGeneration(input, left.steps);
  expect(left.calls.filter((call) => call === "submitToProvider")).toHaveLength(2);
  expect(left.slept).toEqual([]);

  let attempts = 0;
  const waited = recordingSteps({
    submitToProvider: async () => ((attempts += 1) <= 5 ? kept : accepted),
  });
  await expect(runGeneration(input, waited.steps)).resolves.toEqual({ status: "completed" });
  expect(waited.slept).toEqual([15_000, 15_000, 15_000, 15_000, 15_000]);
  expect(waited.calls.filter((call) => call === "failOver")).toHaveLength(1);
});
