import type { Tool } from "#api/doors/mcp/tool.ts";

import { addFile } from "./add-file.ts";
import { cancelJob } from "./cancel-job.ts";
import { estimate } from "./estimate.ts";
import { generate } from "./generate.ts";
import { getJob } from "./get-job.ts";
import { getModel } from "./get-model.ts";
import { listJobs } from "./list-jobs.ts";
import { listModels } from "./list-models.ts";

/** All tools, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  generate,
  estimate,
  getJob,
  cancelJob,
  listJobs,
  listModels,
  getModel,
  addFile,
];
