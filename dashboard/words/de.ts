import { account } from "./de/account.ts";
import { admin } from "./de/admin.ts";
import { apiKeys } from "./de/api-keys.ts";
import { batches } from "./de/batches.ts";
import { billing } from "./de/billing.ts";
import { compare } from "./de/compare.ts";
import { connect } from "./de/connect.ts";
import { conversations } from "./de/conversations.ts";
import { create } from "./de/create.ts";
import { credits } from "./de/credits.ts";
import { translateIssue } from "./de/issue-codes.ts";
import { job } from "./de/job.ts";
import { jobs } from "./de/jobs.ts";
import { library } from "./de/library.ts";
import { mask } from "./de/mask.ts";
import { models } from "./de/models.ts";
import { organization } from "./de/organization.ts";
import { pipelines } from "./de/pipelines.ts";
import { problemCodes } from "./de/problem-codes.ts";
import { describeFacts } from "./de/problem-facts.ts";
import { runs } from "./de/runs.ts";
import { schemaForm } from "./de/schema-form.ts";
import { secrets } from "./de/secrets.ts";
import { share } from "./de/share.ts";
import { signIn } from "./de/sign-in.ts";
import { status } from "./de/status.ts";
import { usage } from "./de/usage.ts";
import { viewer } from "./de/viewer.ts";
import { webhooks } from "./de/webhooks.ts";
import type { Words } from "./en.ts";

/** Every text of the dashboard in German. */
export const de = {
  product: "Generative Media Engine",
  actions: {
    back: "Zurück",
    cancel: "Abbrechen",
    clear: "Filter entfernen",
    close: "Schließen",
    copy: "Kopieren",
    copied: "Kopiert",
    download: "Herunterladen",
    edit: "Ändern",
    loadMore: "Mehr laden",
    loadPrevious: "Vorige laden",
    open: "Öffnen",
    removeFilter: "Filter entfernen",
    retry: "Erneut versuchen",
    search: "Suchen",
  },
  shell: {
    navigation: "Hauptnavigation",
    skip: "Zum Inhalt springen",
    more: "Mehr",
    create: "Erstellen",
    library: "Mediathek",
    jobs: "Aufträge",
    models: "Modelle",
    admin: "Verwaltung",
    batches: "Stapel",
    pipelines: "Pipelines",
    conversations: "Gespräche",
    developers: "Entwickler",
    usage: "Nutzung",
    account: "Kontomenü",
    organization: "Organisation",
    theme: "Darstellung",
    themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
    language: "Sprache",
    signOut: "Abmelden",
    commands: "Befehle",
    commandsHint: "Seite öffnen oder Befehl ausführen",
    noCommand: "Kein Befehl passt.",
    keys: "Tastenkürzel",
    keysSwitch: "Tastenkürzel mit einer Taste",
    keysOff: "Die Tastenkürzel sind ausgeschaltet.",
    goTo: (page: string) => `Gehe zu ${page}`,
    credits: "Verfügbare Credits",
    notLive: (time: string) => `Nicht live seit ${time}. Alles Sichtbare bleibt erhalten.`,
    running: (count: number) => (count === 1 ? "1 Auftrag läuft" : `${count} Aufträge laufen`),
  },
  keys: {
    commands: "Befehle öffnen",
    help: "Tastenkürzel dieser Seite anzeigen",
    create: "Gehe zu Erstellen",
    jobs: "Gehe zu Aufträge",
    newJob: "Neuen Entwurf beginnen",
    search: "Liste durchsuchen",
    send: "Ergebnis erstellen",
    code: "Anfrage als Code anzeigen",
  },
  notFound: {
    title: "Diese Seite gibt es nicht",
    text: "Der Link ist vielleicht unvollständig, oder die Seite ist umgezogen.",
    action: "Zu Erstellen",
  },
  problem: {
    title: "Das hat nicht funktioniert",
    requestId: "Anfrage-ID",
    offline:
      "Die Engine ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.",
    unexpected: "Auf der Seite ist ein unerwarteter Fehler aufgetreten. Laden Sie die Seite neu.",
    reload: "Seite neu laden",
    codes: problemCodes,
    facts: describeFacts,
    issue: translateIssue,
  },
  signIn,
  compare,
  create,
  job,
  jobs,
  models,
  schemaForm,
  status,
  library,
  mask,
  viewer,
  pipelines,
  runs,
  batches,
  connect,
  conversations,
  values: {
    never: "Nie",
    none: "Keine",
    unknown: "–",
    yes: "Ja",
    no: "Nein",
    of: (part: string, whole: string) => `${part} von ${whole}`,
  },
  secrets,
  share,
  apiKeys,
  webhooks,
  usage,
  billing,
  credits,
  organization,
  account,
  admin,
} satisfies Words;
