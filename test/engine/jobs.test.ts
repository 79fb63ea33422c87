import { describe } from "vitest";

import { startJobEngine } from "#test/support/engine/job-engine.ts";
import { useResource } from "#test/support/fixtures.ts";

import { batchTests } from "./jobs/batches.ts";
import { crashTests } from "./jobs/crashes.ts";
import { eventTests } from "./jobs/events.ts";
import { generationTests } from "./jobs/generations.ts";
import { runEndTests } from "./jobs/run-ends.ts";

/** Jobs of an engine with default settings. One engine serves all areas, because it takes long to start. */
const engine = useResource(startJobEngine);

describe("generations", () => {
  generationTests(engine);
});
describe("batches", () => {
  batchTests(engine);
});
describe("crashes", () => {
  crashTests(engine);
});
describe("ends of runs", () => {
  runEndTests(engine);
});
describe("events", () => {
  eventTests(engine);
});
