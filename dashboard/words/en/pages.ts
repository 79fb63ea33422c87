import { account } from "./account.ts";
import { admin } from "./admin.ts";
import { apiKeys } from "./api-keys.ts";
import { batches } from "./batches.ts";
import { billing } from "./billing.ts";
import { compare } from "./compare.ts";
import { connect } from "./connect.ts";
import { conversations } from "./conversations.ts";
import { create } from "./create.ts";
import { credits } from "./credits.ts";
import { job } from "./job.ts";
import { jobs } from "./jobs.ts";
import { library } from "./library.ts";
import { mask } from "./mask.ts";
import { models } from "./models.ts";
import { organization } from "./organization.ts";
import { pipelines } from "./pipelines.ts";
import { runs } from "./runs.ts";
import { schemaForm } from "./schema-form.ts";
import { secrets } from "./secrets.ts";
import { share } from "./share.ts";
import { status } from "./status.ts";
import { usage } from "./usage.ts";
import { viewer } from "./viewer.ts";
import { webhooks } from "./webhooks.ts";

/** The texts in English of the pages of a signed-in person: for the type of all texts, because a module imports only those that it shows. */
export const pages = {
  account,
  admin,
  apiKeys,
  batches,
  compare,
  connect,
  conversations,
  create,
  billing,
  credits,
  job,
  jobs,
  library,
  mask,
  models,
  organization,
  pipelines,
  runs,
  schemaForm,
  secrets,
  share,
  status,
  usage,
  viewer,
  webhooks,
};
