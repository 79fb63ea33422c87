import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";

import { PageError } from "#shell/page-error.tsx";
import { Root } from "#shell/root.tsx";
import { Shell } from "#shell/shell.tsx";

const root = createRootRoute({ component: Root });

/** Pages of a signed-in person, in the shell. */
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/create", replace: true });
  },
});

const create = createRoute({
  getParentRoute: () => shell,
  path: "/create",
  component: lazyRouteComponent(async () => import("#create/create-page.tsx"), "CreatePage"),
  /** `job` is the job on the stage, `change` the job whose request fills the form, `input` an asset to add to it. */
  validateSearch: (
    search: Record<string, unknown>,
  ): { job?: string; change?: string; input?: string } => ({
    ...textOf(search, "job"),
    ...textOf(search, "change"),
    ...textOf(search, "input"),
  }),
});

const compare = createRoute({
  getParentRoute: () => shell,
  path: "/create/compare",
  component: lazyRouteComponent(async () => import("#compare/compare-page.tsx"), "ComparePage"),
  /** `batch` is the comparison whose results are shown. */
  validateSearch: (search: Record<string, unknown>): { capability?: string; batch?: string } => ({
    ...textOf(search, "capability"),
    ...textOf(search, "batch"),
  }),
});

const library = createRoute({
  getParentRoute: () => shell,
  path: "/library",
  component: lazyRouteComponent(async () => import("#library/library-page.tsx"), "LibraryPage"),
  /** `file` is the file that is open beside the wall. */
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    search?: string;
    kind?: string;
    model?: string;
    source?: string;
    label?: string;
    file?: string;
  } => ({
    ...textOf(search, "search"),
    ...textOf(search, "label"),
    ...textOf(search, "kind"),
    ...textOf(search, "model"),
    ...textOf(search, "source"),
    ...textOf(search, "file"),
  }),
});

const jobs = createRoute({
  getParentRoute: () => shell,
  path: "/jobs",
  component: lazyRouteComponent(async () => import("#jobs/jobs-page.tsx"), "JobsPage"),
  /** `status` has statuses separated by commas, `from` and `to` the days of creation in UTC. */
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    search?: string;
    status?: string;
    type?: string;
    starred?: string;
    label?: string;
    model?: string;
    from?: string;
    to?: string;
  } => ({
    ...textOf(search, "search"),
    ...textOf(search, "status"),
    ...textOf(search, "type"),
    ...(search["starred"] === "true" || search["starred"] === true ? { starred: "true" } : {}),
    ...textOf(search, "label"),
    ...textOf(search, "model"),
    ...dayOf(search, "from"),
    ...dayOf(search, "to"),
  }),
});

const job = createRoute({
  getParentRoute: () => shell,
  path: "/jobs/$jobId",
  component: lazyRouteComponent(async () => import("#jobs/job-page.tsx"), "JobPage"),
});

const models = createRoute({
  getParentRoute: () => shell,
  path: "/models",
  component: lazyRouteComponent(async () => import("#models/models-page.tsx"), "ModelsPage"),
  /** `compare` has the ids of the models that are chosen for the comparison, separated by commas. */
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    type?: string;
    capability?: string;
    provider?: string;
    search?: string;
    compare?: string;
  } => ({
    ...textOf(search, "type"),
    ...textOf(search, "capability"),
    ...textOf(search, "provider"),
    ...textOf(search, "search"),
    ...textOf(search, "compare"),
  }),
});

const modelComparison = createRoute({
  getParentRoute: () => shell,
  path: "/models/compare",
  component: lazyRouteComponent(async () => import("#models/compare-page.tsx"), "ComparePage"),
  validateSearch: (search: Record<string, unknown>): { compare?: string } =>
    textOf(search, "compare"),
});

const model = createRoute({
  getParentRoute: () => shell,
  path: "/models/$modelId",
  component: lazyRouteComponent(async () => import("#models/model-page.tsx"), "ModelPage"),
  validateSearch: (search: Record<string, unknown>): { job?: string } => textOf(search, "job"),
});

const status = createRoute({
  getParentRoute: () => shell,
  path: "/status",
  component: lazyRouteComponent(async () => import("#status/status-page.tsx"), "StatusPage"),
});

const administration = createRoute({
  getParentRoute: () => shell,
  path: "/admin",
  beforeLoad: () => {
    throw redirect({ to: "/admin/providers", replace: true });
  },
});

const adminProviders = createRoute({
  getParentRoute: () => shell,
  path: "/admin/providers",
  component: lazyRouteComponent(async () => import("#admin/providers-page.tsx"), "ProvidersPage"),
  validateSearch: (search: Record<string, unknown>): { provider?: string } =>
    textOf(search, "provider"),
});

const adminUsers = createRoute({
  getParentRoute: () => shell,
  path: "/admin/users",
  component: lazyRouteComponent(async () => import("#admin/users-page.tsx"), "UsersPage"),
  validateSearch: listFilterOf,
});

const adminOrganizations = createRoute({
  getParentRoute: () => shell,
  path: "/admin/organizations",
  component: lazyRouteComponent(
    async () => import("#admin/organizations-page.tsx"),
    "OrganizationsPage",
  ),
  validateSearch: listFilterOf,
});

const adminGrants = createRoute({
  getParentRoute: () => shell,
  path: "/admin/grants",
  component: lazyRouteComponent(async () => import("#admin/grants-page.tsx"), "GrantsPage"),
});

const adminReports = createRoute({
  getParentRoute: () => shell,
  path: "/admin/reports",
  component: lazyRouteComponent(async () => import("#admin/reports-page.tsx"), "ReportsPage"),
  validateSearch: (search: Record<string, unknown>): { status?: string } =>
    textOf(search, "status"),
});

const adminQuarantine = createRoute({
  getParentRoute: () => shell,
  path: "/admin/quarantine",
  component: lazyRouteComponent(async () => import("#admin/quarantine-page.tsx"), "QuarantinePage"),
  validateSearch: (search: Record<string, unknown>): { status?: string } =>
    textOf(search, "status"),
});

const invitation = createRoute({
  getParentRoute: () => shell,
  path: "/accept-invitation",
  component: lazyRouteComponent(
    async () => import("#sign-in/accept-invitation-page.tsx"),
    "AcceptInvitationPage",
  ),
});

const developers = createRoute({
  getParentRoute: () => shell,
  path: "/developers",
  beforeLoad: () => {
    throw redirect({ to: "/developers/keys", replace: true });
  },
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: "/developers/keys",
  component: lazyRouteComponent(async () => import("#developers/keys-page.tsx"), "KeysPage"),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: "/developers/webhooks",
  component: lazyRouteComponent(
    async () => import("#developers/webhooks-page.tsx"),
    "WebhooksPage",
  ),
});

const webhook = createRoute({
  getParentRoute: () => shell,
  path: "/developers/webhooks/$webhookId",
  component: lazyRouteComponent(async () => import("#developers/webhook-page.tsx"), "WebhookPage"),
  validateSearch: (search: Record<string, unknown>): { state?: string } => textOf(search, "state"),
});

/** Request of a program that has sent the browser here. */
const connect = createRoute({
  getParentRoute: () => shell,
  path: "/connect/$requestId",
  component: lazyRouteComponent(async () => import("#developers/connect-page.tsx"), "ConnectPage"),
});

/** `user_code` is the code that a program elsewhere shows. */
const device = createRoute({
  getParentRoute: () => shell,
  path: "/device",
  component: lazyRouteComponent(async () => import("#developers/device-page.tsx"), "DevicePage"),
  validateSearch: (search: Record<string, unknown>): { user_code?: string } =>
    textOf(search, "user_code"),
});

const usage = createRoute({
  getParentRoute: () => shell,
  path: "/usage",
  component: lazyRouteComponent(async () => import("#usage/usage-page.tsx"), "UsagePage"),
  /** `by` and `second` are the dimensions of the table. */
  validateSearch: (
    search: Record<string, unknown>,
  ): { days?: string; by?: string; second?: string } => ({
    ...textOf(search, "days"),
    ...textOf(search, "by"),
    ...textOf(search, "second"),
  }),
});

const credits = createRoute({
  getParentRoute: () => shell,
  path: "/credits",
  component: lazyRouteComponent(async () => import("#usage/credits-page.tsx"), "CreditsPage"),
  /** `checkout` is how a payment at Stripe ended. */
  validateSearch: (search: Record<string, unknown>): { kind?: string; checkout?: string } => ({
    ...textOf(search, "kind"),
    ...textOf(search, "checkout"),
  }),
});

const members = createRoute({
  getParentRoute: () => shell,
  path: "/organization",
  component: lazyRouteComponent(
    async () => import("#organization/members-page.tsx"),
    "MembersPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: "/organization/settings",
  component: lazyRouteComponent(
    async () => import("#organization/settings-page.tsx"),
    "SettingsPage",
  ),
});

const auditLog = createRoute({
  getParentRoute: () => shell,
  path: "/organization/audit-log",
  component: lazyRouteComponent(
    async () => import("#organization/audit-log-page.tsx"),
    "AuditLogPage",
  ),
  validateSearch: (search: Record<string, unknown>): { action?: string } =>
    textOf(search, "action"),
});

const pipelines = createRoute({
  getParentRoute: () => shell,
  path: "/pipelines",
  component: lazyRouteComponent(
    async () => import("#pipelines/pipelines-page.tsx"),
    "PipelinesPage",
  ),
  validateSearch: (search: Record<string, unknown>): { search?: string; state?: string } => ({
    ...textOf(search, "search"),
    ...textOf(search, "state"),
  }),
});

const pipeline = createRoute({
  getParentRoute: () => shell,
  path: "/pipelines/$pipelineId",
  component: lazyRouteComponent(async () => import("#pipelines/pipeline-page.tsx"), "PipelinePage"),
  /** `version` is the version that is shown, `step` the chosen step. */
  validateSearch: (
    search: Record<string, unknown>,
  ): { view?: string; version?: number; step?: string } => ({
    ...textOf(search, "view"),
    ...(typeof search["version"] === "number" ? { version: search["version"] } : {}),
    ...textOf(search, "step"),
  }),
});

/** The chosen step of a run is in its URL. */
const stepSearch = (search: Record<string, unknown>): { step?: string } => textOf(search, "step");

const pipelineRun = createRoute({
  getParentRoute: () => shell,
  path: "/pipelines/$pipelineId/runs/$runId",
  component: lazyRouteComponent(async () => import("#pipelines/runs/run-page.tsx"), "RunPage"),
  validateSearch: stepSearch,
});

/** A run whose pipeline is not stored, such as that of a message with several requests. */
const run = createRoute({
  getParentRoute: () => shell,
  path: "/runs/$runId",
  component: lazyRouteComponent(async () => import("#pipelines/runs/run-page.tsx"), "RunPage"),
  validateSearch: stepSearch,
});

const batches = createRoute({
  getParentRoute: () => shell,
  path: "/batches",
  component: lazyRouteComponent(async () => import("#batches/batches-page.tsx"), "BatchesPage"),
});

const newBatch = createRoute({
  getParentRoute: () => shell,
  path: "/batches/new",
  component: lazyRouteComponent(async () => import("#batches/new-batch-page.tsx"), "NewBatchPage"),
});

const batch = createRoute({
  getParentRoute: () => shell,
  path: "/batches/$batchId",
  component: lazyRouteComponent(async () => import("#batches/batch-page.tsx"), "BatchPage"),
  validateSearch: (search: Record<string, unknown>): { status?: string } =>
    textOf(search, "status"),
});

const conversations = createRoute({
  getParentRoute: () => shell,
  path: "/conversations",
  component: lazyRouteComponent(
    async () => import("#conversations/conversations-page.tsx"),
    "ConversationsPage",
  ),
});

/** `new` is a conversation without messages. */
const conversation = createRoute({
  getParentRoute: () => shell,
  path: "/conversations/$conversationId",
  component: lazyRouteComponent(
    async () => import("#conversations/conversation-page.tsx"),
    "ConversationPage",
  ),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  component: lazyRouteComponent(async () => import("#account/account-page.tsx"), "AccountPage"),
});

/** Every other path, in the shell. */
const missing = createRoute({
  getParentRoute: () => shell,
  path: "/$",
  component: lazyRouteComponent(async () => import("#shell/page-missing.tsx"), "PageMissing"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([
      home,
      create,
      compare,
      library,
      jobs,
      job,
      models,
      modelComparison,
      model,
      status,
      administration,
      adminProviders,
      adminUsers,
      adminOrganizations,
      adminGrants,
      adminReports,
      adminQuarantine,
      pipelines,
      pipeline,
      pipelineRun,
      run,
      batches,
      newBatch,
      batch,
      conversations,
      conversation,
      invitation,
      developers,
      keys,
      webhooks,
      webhook,
      connect,
      device,
      usage,
      credits,
      members,
      settings,
      auditLog,
      account,
      missing,
    ]),
  ]),
  defaultPreload: "intent",
  search: { strict: true },
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function textOf<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: string } {
  const value = search[name];
  // The router reads "2024" of a URL that a person has written as a number.
  const text = typeof value === "number" ? String(value) : value;
  return (typeof text === "string" && text !== "" ? { [name]: text } : {}) as {
    [Key in Name]?: string;
  };
}

/** A day such as "2026-11-21"; anything else is left out. */
function dayOf<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: string } {
  const found = textOf(search, name);
  const day = found[name] ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? found : {};
}

/** Filters of the operators' lists. */
function listFilterOf(search: Record<string, unknown>): {
  search?: string;
  status?: string;
  plan?: string;
} {
  return {
    ...textOf(search, "search"),
    ...textOf(search, "status"),
    ...textOf(search, "plan"),
  };
}
