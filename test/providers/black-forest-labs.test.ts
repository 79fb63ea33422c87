import { expect, test } from "vitest";

import { blackForestLabs } from "#activities/providers/black-forest-labs/black-forest-labs.ts";
import provider from "#catalog/providers/black-forest-labs.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startBlackForestLabs);

describeAdapter({
  provider,
  adapter: blackForestLabs,
  simulator,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    moderated: "content_refused",
  },
  failures: {
    Error: "provider_failed",
    Failed: "provider_failed",
    "Request Moderated": "content_refused",
    "Content Moderated": "content_refused",
    "Task not found": "provider_failed",
  },
});

test("a polling URL on another host never receives the key", async () => {
  const call = callTo({ url: "http://127.0.0.1:9" });
  const handle = {
    id: "1",
    contentType: "image/jpeg",
    pollingUrl: `${simulator.url}/v1/get_result?id=1`,
  };

  const attempt = blackForestLabs.poll?.(handle, call);

  await expect(attempt).rejects.toMatchObject({ code: "provider_response_invalid" });
  expect(simulator.requests).toEqual([]);
});
