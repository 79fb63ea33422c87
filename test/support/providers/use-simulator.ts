import { afterEach, beforeEach } from "vitest";

import type { Simulator } from "./simulator.ts";

/** Returns a proxy to the simulator that is started for each test of the file or block. */
export function useSimulator(start: () => Promise<Simulator>): Simulator {
  let current: Simulator;
  beforeEach(async () => {
    current = await start();
  });
  afterEach(async () => {
    await current.close();
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
    play: (scenario) => current.play(scenario),
    close: async () => current.close(),
  };
}
