import { afterEach, beforeEach, expect } from "vitest";

import type { Simulator } from "./simulator.ts";

/**
 * Returns a proxy to the simulator that is started for each test of the file or block. A test fails when its
 * simulator has met a fault of the test itself.
 */
export function useSimulator(start: () => Promise<Simulator>): Simulator {
  let current: Simulator;
  beforeEach(async () => {
    current = await start();
  });
  afterEach(async () => {
    await current.close();
    expect(current.faults()).toEqual([]);
  });
  return {
    get url() {
      return current.url;
    },
    get requests() {
      return current.requests;
    },
    get refusals() {
      return current.refusals;
    },
    submissions: () => current.submissions(),
    billed: () => current.billed(),
    strays: () => current.strays(),
    exchanges: () => current.exchanges(),
    faults: () => current.faults(),
    play: (scenario) => current.play(scenario),
    close: async () => current.close(),
  };
}
