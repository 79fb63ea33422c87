import { Migration0001Initial } from "./0001-initial.ts";
import { Migration0002SignIn } from "./0002-sign-in.ts";
import { Migration0003Organizations } from "./0003-organizations.ts";
import { Migration0004Mail } from "./0004-mail.ts";
import { Migration0005FederatedSignIn } from "./0005-federated-sign-in.ts";
import { Migration0006ClosingAndReceipts } from "./0006-closing-and-receipts.ts";
import { Migration0007Grants } from "./0007-grants.ts";
import { Migration0008Status } from "./0008-status.ts";
import { Migration0009Assets } from "./0009-assets.ts";
import { Migration0010JobEvents } from "./0010-job-events.ts";
import { Migration0011Promises } from "./0011-promises.ts";
import { Migration0012Webhooks } from "./0012-webhooks.ts";
import { Migration0013Estimates } from "./0013-estimates.ts";
import { Migration0014Batches } from "./0014-batches.ts";
import { Migration0015Leases } from "./0015-leases.ts";
import { Migration0016HotPaths } from "./0016-hot-paths.ts";
import { Migration0017ProviderHealth } from "./0017-provider-health.ts";
import { Migration0018ProviderEvents } from "./0018-provider-events.ts";
import { Migration0019OwnProviderKeys } from "./0019-own-provider-keys.ts";
import { Migration0020ModelSetting } from "./0020-model-setting.ts";
import { Migration0021AssetFacts } from "./0021-asset-facts.ts";
import { Migration0022RequestNames } from "./0022-request-names.ts";
import { Migration0023OurKeys } from "./0023-our-keys.ts";
import { Migration0024DoubtfulSubmissions } from "./0024-doubtful-submissions.ts";
import { Migration0026OverdueSubmissions } from "./0026-overdue-submissions.ts";
import { Migration0028WhatMembersLeave } from "./0028-what-members-leave.ts";
import { Migration0030ValidChecks } from "./0030-valid-checks.ts";
import { Migration0033FreeGrants } from "./0033-free-grants.ts";
import { Migration0034StuckRuns } from "./0034-stuck-runs.ts";
import { Migration0036OpenJobs } from "./0036-open-jobs.ts";
import { Migration0038FewerIndexWrites } from "./0038-fewer-index-writes.ts";
import { Migration0042UndeliveredResults } from "./0042-undelivered-results.ts";
import { Migration0045DueWebhookEvents } from "./0045-due-webhook-events.ts";
import { Migration0046AssetFrameRate } from "./0046-asset-frame-rate.ts";
import { Migration0047ReportedCost } from "./0047-reported-cost.ts";

/**
 * Migrations in order. A migration that has run anywhere is never edited; a later one changes its result. The
 * previous version still runs during a migration and after it: docs/decisions/0019-migrations.md. Functions and
 * triggers are defined in db/sql.
 */
export const migrations = [
  { name: "0001-initial", class: Migration0001Initial },
  { name: "0002-sign-in", class: Migration0002SignIn },
  { name: "0003-organizations", class: Migration0003Organizations },
  { name: "0004-mail", class: Migration0004Mail },
  { name: "0005-federated-sign-in", class: Migration0005FederatedSignIn },
  { name: "0006-closing-and-receipts", class: Migration0006ClosingAndReceipts },
  { name: "0007-grants", class: Migration0007Grants },
  { name: "0008-status", class: Migration0008Status },
  { name: "0009-assets", class: Migration0009Assets },
  { name: "0010-job-events", class: Migration0010JobEvents },
  { name: "0011-promises", class: Migration0011Promises },
  { name: "0012-webhooks", class: Migration0012Webhooks },
  { name: "0013-estimates", class: Migration0013Estimates },
  { name: "0014-batches", class: Migration0014Batches },
  { name: "0015-leases", class: Migration0015Leases },
  { name: "0016-hot-paths", class: Migration0016HotPaths },
  { name: "0017-provider-health", class: Migration0017ProviderHealth },
  { name: "0018-provider-events", class: Migration0018ProviderEvents },
  { name: "0019-own-provider-keys", class: Migration0019OwnProviderKeys },
  { name: "0020-model-setting", class: Migration0020ModelSetting },
  { name: "0021-asset-facts", class: Migration0021AssetFacts },
  { name: "0022-request-names", class: Migration0022RequestNames },
  { name: "0023-our-keys", class: Migration0023OurKeys },
  { name: "0024-doubtful-submissions", class: Migration0024DoubtfulSubmissions },
  { name: "0026-overdue-submissions", class: Migration0026OverdueSubmissions },
  { name: "0028-what-members-leave", class: Migration0028WhatMembersLeave },
  { name: "0030-valid-checks", class: Migration0030ValidChecks },
  { name: "0033-free-grants", class: Migration0033FreeGrants },
  { name: "0034-stuck-runs", class: Migration0034StuckRuns },
  { name: "0036-open-jobs", class: Migration0036OpenJobs },
  { name: "0038-fewer-index-writes", class: Migration0038FewerIndexWrites },
  { name: "0042-undelivered-results", class: Migration0042UndeliveredResults },
  { name: "0045-due-webhook-events", class: Migration0045DueWebhookEvents },
  { name: "0046-asset-frame-rate", class: Migration0046AssetFrameRate },
  { name: "0047-reported-cost", class: Migration0047ReportedCost },
];
