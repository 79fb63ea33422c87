import { describe } from "vitest";

import { startTwoProviderEngine } from "#test/support/engine/two-provider-engine.ts";
import { useResource } from "#test/support/fixtures.ts";

import { circuitTests } from "./two-providers/circuit.ts";
import { failOverTests } from "./two-providers/fail-over.ts";

/** Two providers, of which one fails. One engine serves both areas, because it takes long to start. */
const engine = useResource(startTwoProviderEngine);

describe("failover", () => {
  failOverTests(engine);
});
describe("circuits", () => {
  circuitTests(engine);
});
