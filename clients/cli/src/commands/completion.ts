import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

import { connect } from "../connection.ts";
import { readModelCache } from "../model-cache.ts";
import { storeModels } from "./models.ts";

/** Longest wait for the list of models when a shell asks for suggestions. */
const fetchMs = 1_500;

/** Adds `gme completion <shell>`, and the hidden command that shells ask for suggestions. */
export async function addCompletion(program: Command): Promise<void> {
  const completion = tab(program, { completionCommandName: "completion" });
  const ids = process.argv.some((one) => one === "--model" || one === "-m") ? await listIds() : [];
  for (const command of [completion, ...completion.commands.values()]) {
    const model = command.options.get("model");
    if (model === undefined) continue;
    model.handler = (complete) => {
      for (const id of ids) complete(id, "");
    };
  }
}

/** Ids of models, from a cache that is at most an hour old where the engine can be reached. */
async function listIds(): Promise<readonly string[]> {
  const { ids, isFresh } = readModelCache();
  if (isFresh) return ids;
  try {
    const { engine } = await connect({});
    const options = { timeoutMs: fetchMs, retriesMax: 0 };
    const models = await engine.models.list({}, options);
    await storeModels(models);
    return models.map(({ id }) => id);
  } catch {
    return ids;
  }
}
