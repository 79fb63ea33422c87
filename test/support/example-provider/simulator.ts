import { receivedJson } from "#test/support/providers/received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Simulator,
  type SimulatorAnswer,
} from "#test/support/providers/simulator.ts";

const fields = ["model", "prompt", "shape", "seed", "webhook_url"];

function refusal(status: number, code: string): SimulatorAnswer {
  return { status, json: { code, message: `Refused: ${code}.` } };
}

/** Acme's API reference, read 2026-11. */
export async function startAcme(): Promise<Simulator> {
  const polls = new Map<string, number>();
  return startSimulator({
    isPaid: ({ method }) => method === "POST",
    refusals: {
      moderated: refusal(400, "unsafe"),
      balance: refusal(402, "no_credit"),
      rate_limited: refusal(429, "slow_down"),
      invalid: refusal(400, "invalid"),
    },
    answer(request, world) {
      const { method, url, headers } = request;
      if (headers["authorization"] !== `Bearer ${simulatorKey}`) return refusal(401, "wrong_key");
      if (url.pathname === "/v1/account") return { json: { name: "test" } };
      if (method === "POST") {
        const body = receivedJson(request);
        const isKnown = Object.keys(body).every((name) => fields.includes(name));
        if (!isKnown || typeof body["prompt"] !== "string") return refusal(400, "invalid");
        const id = world.newId();
        polls.set(id, 0);
        return { headers: { "acme-request-id": `request-${id}` }, json: { id } };
      }
      const id = url.pathname.replace("/v1/images/", "");
      const poll = polls.get(id);
      if (poll === undefined) return refusal(404, "not_found");
      polls.set(id, poll + 1);
      const { status, runningPolls = 1 } = world.scenario;
      if (status !== undefined) return { json: { status } };
      if (poll < runningPolls) return { json: { status: "waiting" } };
      return { json: { status: "ready", url: world.publish("png") } };
    },
  });
}
