import type { Received, Simulator } from "./simulator.ts";

export function onlyRequest({ requests }: Pick<Simulator, "requests">): Received {
  const [request] = requests;
  if (request === undefined || requests.length > 1) {
    throw new Error(`${requests.length} requests arrived, and not one`);
  }
  return request;
}

export function lastRequest({ requests }: Pick<Simulator, "requests">): Received {
  const request = requests.at(-1);
  if (request === undefined) throw new Error("nothing arrived");
  return request;
}
