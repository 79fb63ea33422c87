import type { Route } from "#api/http/route.ts";

import { getModel } from "./routes/get-model.ts";
import { listModels } from "./routes/list-models.ts";

/** Every endpoint of the door; `docs/doors/openai.md` lists them from here. */
export const routes: readonly Route[] = [listModels, getModel];
