import type { pages } from "./en/pages.ts";
import { signIn } from "./en/sign-in.ts";

/**
 * The texts in English that every page needs; `en/pages.ts` has those of the pages of a signed-in person. Functions take
 * values; plurals are decided by `Intl.PluralRules`.
 */
export const en = {
  product: "Generative Media Engine",
  actions: {
    back: "Back",
    cancel: "Cancel",
    clear: "Clear filters",
    close: "Close",
    copy: "Copy",
    copied: "Copied",
    download: "Download",
    edit: "Change",
    loadMore: "Load more",
    loadPrevious: "Load previous",
    open: "Open",
    retry: "Try again",
    search: "Search",
  },
  shell: {
    navigation: "Main navigation",
    skip: "Skip to content",
    more: "More",
    create: "Create",
    library: "Library",
    jobs: "Jobs",
    models: "Models",
    admin: "Administration",
    batches: "Batches",
    pipelines: "Pipelines",
    conversations: "Conversations",
    developers: "Developers",
    usage: "Usage",
    account: "Account menu",
    organization: "Organization",
    theme: "Theme",
    themes: { system: "Same as the system", light: "Light", dark: "Dark" },
    language: "Language",
    signOut: "Sign out",
    commands: "Commands",
    commandsHint: "Go to a page or run a command",
    noCommand: "No command matches.",
    keys: "Keyboard shortcuts",
    keysSwitch: "Single-key shortcuts",
    keysOff: "Keyboard shortcuts are switched off.",
    goTo: (page: string) => `Go to ${page}`,
    credits: "Available credits",
    notLive: (time: string) => `Not live since ${time}. Everything you see is still there.`,
    running: (count: number) => (count === 1 ? "1 job in progress" : `${count} jobs in progress`),
  },
  keys: {
    commands: "Open the commands",
    help: "Show the shortcuts of this page",
    create: "Go to Create",
    jobs: "Go to Jobs",
    newJob: "Start a new draft",
    search: "Search the list",
    send: "Create the result",
    code: "Show the request as code",
  },
  notFound: {
    title: "This page does not exist",
    text: "The link may be incomplete, or the page has moved.",
    action: "Go to Create",
  },
  problem: {
    title: "That did not work",
    requestId: "Request ID",
    offline: "The engine cannot be reached. Check your connection and try again.",
    unexpected: "The page has an unexpected error. Reload it and try again.",
    reload: "Reload the page",
    codes: {
      sign_in_failed: "The email address or the password is wrong.",
      rate_limited: "Too many requests. Wait a moment, then try again.",
      job_limit_reached:
        "The plan allows no more unfinished jobs. Wait until some have ended, then try again.",
      spend_limit_reached:
        "Your organization has spent its credits of this hour. Try again in the next hour.",
      sign_in_limited: "Too many attempts. Wait a few minutes, then try again.",
      session_ended: "Your session has ended. Sign in again.",
      billing_unavailable: "Payments are not available right now. Try again in a moment.",
      content_blocked: "This content is not allowed here. Nothing was generated or charged.",
      moderation_unavailable: "The content check is not available right now. The job waits for it.",
    } as Record<string, string>,
    facts: (_details: Readonly<Record<string, unknown>>): string | undefined => undefined,
    issue: ({ message }: { readonly code: string; readonly message: string }): string => message,
  },
  signIn,
  values: {
    never: "Never",
    none: "None",
    unknown: "–",
    yes: "Yes",
    no: "No",
    of: (part: string, whole: string) => `${part} of ${whole}`,
  },
};

export type Words = typeof en & typeof pages;
