import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";

import { PageError } from "#shell/page-error.tsx";
import { PageMissing } from "#shell/page-missing.tsx";
import { Root } from "#shell/root.tsx";
import { Shell } from "#shell/shell.tsx";

const root = createRootRoute({ component: Root, notFoundComponent: PageMissing });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: lazyRouteComponent(async () => import("#sign-in/pages.ts"), "SignInPage"),
  /** Path on this server to continue at; a URL of another server is dropped. */
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const { next } = textOf(search, "next");
    return next !== undefined && /^\/(?![/\\])/.test(next) ? { next } : {};
  },
});

/** Other pages without a session. */
const signInPages = (
  [
    ["/register", "RegisterPage"],
    ["/forgot-password", "ForgotPasswordPage"],
    ["/reset-password", "ResetPasswordPage"],
    ["/verify-email", "VerifyEmailPage"],
  ] as const
).map(([path, name]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => import("#sign-in/pages.ts"), name),
  }),
);

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
  /** `job` is the job on the stage, `change` the job whose request fills the form. */
  validateSearch: (search: Record<string, unknown>): { job?: string; change?: string } => ({
    ...textOf(search, "job"),
    ...textOf(search, "change"),
  }),
});

const jobs = createRoute({
  getParentRoute: () => shell,
  path: "/jobs",
  component: lazyRouteComponent(async () => import("#jobs/jobs-page.tsx"), "JobsPage"),
  validateSearch: (search: Record<string, unknown>): { status?: string; type?: string } => ({
    ...textOf(search, "status"),
    ...textOf(search, "type"),
  }),
});

const job = createRoute({
  getParentRoute: () => shell,
  path: "/jobs/$jobId",
  component: lazyRouteComponent(async () => import("#jobs/job-page.tsx"), "JobPage"),
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

const usage = createRoute({
  getParentRoute: () => shell,
  path: "/usage",
  component: lazyRouteComponent(async () => import("#usage/usage-page.tsx"), "UsagePage"),
  validateSearch: (search: Record<string, unknown>): { days?: string } => textOf(search, "days"),
});

const credits = createRoute({
  getParentRoute: () => shell,
  path: "/credits",
  component: lazyRouteComponent(async () => import("#usage/credits-page.tsx"), "CreditsPage"),
  validateSearch: (search: Record<string, unknown>): { kind?: string } => textOf(search, "kind"),
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

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  component: lazyRouteComponent(async () => import("#account/account-page.tsx"), "AccountPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    ...signInPages,
    shell.addChildren([
      home,
      create,
      jobs,
      job,
      invitation,
      developers,
      keys,
      webhooks,
      webhook,
      usage,
      credits,
      members,
      settings,
      auditLog,
      account,
    ]),
  ]),
  defaultPreload: "intent",
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
  return (typeof value === "string" && value !== "" ? { [name]: value } : {}) as {
    [Key in Name]?: string;
  };
}
