import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { ApiError } from "@gme/client";
import { describe, expect, test } from "vitest";

import { parseItems } from "./commands/batch.ts";
import { toType } from "./commands/models.ts";
import { describeError } from "./describe-error.ts";
import { parseAssignments, parseParameters } from "./parse-parameters.ts";
import { toLine } from "./progress.ts";
import { resembling } from "./resembling.ts";
import { toPaths } from "./save-outputs.ts";
import { fit, plainText, toTable } from "./terminal-text.ts";

test("the command starts within 150 ms of processor time", async () => {
  const program =
    `process.on("exit", () => { const { user, system } = process.cpuUsage();` +
    `process.stderr.write(String((user + system) / 1_000)); })`;
  const report = `data:text/javascript,${encodeURIComponent(program)}`;
  const args = ["--import", report, "clients/cli/src/gme.ts", "--version"];
  const costsMs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { stderr } = await promisify(execFile)(process.execPath, args);
    costsMs.push(Number(stderr));
  }
  // Other programs on the machine make single runs dearer.
  expect(Math.min(...costsMs)).toBeLessThan(150);
});

test("parameters are JSON where they can be, and unknown names belong to the model", () => {
  expect(
    parseParameters(["duration=5", "aspectRatio=16:9", "voice=Anna", "cfg=7.5", "tile=true"]),
  ).toEqual({
    durationSeconds: 5,
    aspectRatio: "16:9",
    voice: { name: "Anna" },
    modelParameters: { cfg: 7.5, tile: true },
  });
  expect(parseAssignments(["duration=5", "text=a=b"])).toEqual([
    ["duration", 5],
    ["text", "a=b"],
  ]);
  expect(() => parseParameters(["seed"])).toThrow("name=value");
});

test("a refused message is shown with the reason", () => {
  const details = { reason: "This is a greeting." };
  const error = new ApiError({ status: 422, detail: "Not supported.", details });
  expect(describeError(error).lines).toEqual(["Not supported.", "This is a greeting."]);
});

describe("paths of results", () => {
  const png = { jobId: "job_1", contentType: "image/png" };
  const jpg = { jobId: "job_1", contentType: "image/jpeg" };

  test("keep a right extension and correct a wrong one", () => {
    expect(toPaths("a.png", [png], false)).toEqual(["a.png"]);
    expect(toPaths("a.JPEG", [jpg], false)).toEqual(["a.JPEG"]);
    expect(toPaths("a.jpg", [png], false)).toEqual(["a.png"]);
    expect(toPaths("a", [png], false)).toEqual(["a.png"]);
  });

  test("number several files, and name them after the job in a folder", () => {
    expect(toPaths("x/a.png", [png, jpg], false)).toEqual(["x/a-1.png", "x/a-2.jpg"]);
    expect(toPaths("x/", [png], true)).toEqual(["x/job_1.png"]);
  });
});

test("a single word that resembles a command is recognized, a sentence is not", () => {
  const commands = ["jobs", "generate", "webhooks"];
  expect(resembling(["jbos"], commands)).toBe("jobs");
  expect(resembling(["generat"], commands)).toBe("generate");
  expect(resembling(["fox"], commands)).toBeUndefined();
  expect(resembling(["jobs at night"], commands)).toBeUndefined();
});

test("texts of a server cannot change the terminal, and lines fit", () => {
  expect(plainText("a\u001b[31mb\u0007\u009b")).toBe("a[31mb");
  expect(fit("a long line", 6)).toBe("a lon…");
  const table = toTable(["ID", "TEXT"], [["1", "words ".repeat(30)]], 40);
  expect(Math.max(...table.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
});

test("a line of progress has stage, percent, remaining time and credits", () => {
  const event = {
    sequence: 1,
    type: "job.progress",
    jobId: "job_1",
    status: "processing",
    progress: { percent: 40, stage: "generating", etaSeconds: 12 },
    estimatedCredits: 3,
    createdAt: "2026-11-24T00:00:00.000Z",
  } as const;
  const line = toLine(event);
  expect(line).toBe(
    `${"█".repeat(8)}${"─".repeat(12)}  40 %  generating · about 12 s left · 3 credits`,
  );
});

test("lines of a batch are prompts or requests, and a wrong line is named", () => {
  expect(parseItems('a fox\n\n{"prompt":"a whale"}\n')).toEqual([
    { prompt: "a fox" },
    { prompt: "a whale" },
  ]);
  expect(() => parseItems("a fox\n{")).toThrow("Line 2");
  expect(() => parseItems("\n")).toThrow("no requests");
  expect(() => parseItems("a\n".repeat(1_001))).toThrow("1000");
});

test("JSON Schemas become types", () => {
  const schema = {
    type: "object",
    properties: { size: { enum: ["small", "large"] }, seed: { type: "integer" } },
    required: ["size"],
  };
  expect(toType(schema, 0)).toBe('{ "size": "small" | "large"; "seed"?: number }');
  expect(toType({ type: ["string", "null"] }, 0)).toBe("string | null");
});
