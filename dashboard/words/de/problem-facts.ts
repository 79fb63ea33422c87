/** Names of the facts in `details` of a problem. Ids say nothing to a person and have none. */
const facts: Readonly<Record<string, string>> = {
  limit: "Höchstens",
  max: "Höchstens",
  bytes: "Bytes",
  bytesMax: "Höchstens Bytes",
  keptBytes: "Gespeicherte Bytes",
  credits: "Credits",
  maxCredits: "Höchster Preis in Credits",
  availableCredits: "Verfügbare Credits",
  permission: "Berechtigung",
  role: "Rolle",
  retryAfterSeconds: "Wieder möglich in Sekunden",
  resetsInSeconds: "Wieder möglich in Sekunden",
  expiredAt: "Abgelaufen",
  missing: "Fehlt",
  setting: "Einstellung",
  settings: "Einstellungen",
  provider: "Anbieter",
  model: "Modell",
  requested: "Verlangt",
  replacedBy: "Nachfolger",
  modelsWithCapability: "Mögliche Modelle",
  capability: "Aufgabe",
  input: "Eingabe",
  inputs: "Eingaben",
  kind: "Art",
  state: "Zustand",
  status: "Status",
  jobs: "Aufträge",
  categories: "Kategorien",
  methods: "Möglich",
  nearest: "Gemeint",
  width: "Breite",
  height: "Höhe",
  emailsPerHour: "E-Mails je Stunde",
  emailsPerMailbox: "E-Mails je Postfach",
  webhooksMax: "Höchstens",
  sharesMax: "Höchstens",
  openMax: "Höchstens",
  foundedMax: "Höchstens",
  /** In the words of the provider or of a person. */
  reason: "Grund",
};

/** Describes the facts of a problem; undefined when none of them has a name. */
export function describeFacts(details: Readonly<Record<string, unknown>>): string | undefined {
  const known = Object.entries(details).flatMap(([key, value]) => {
    const name = facts[key];
    const text = describeValue(value);
    return name === undefined || text === undefined ? [] : [`${name}: ${text}`];
  });
  return known.length === 0 ? undefined : known.join(" · ");
}

function describeValue(value: unknown): string | undefined {
  if (typeof value === "number") return value.toLocaleString("de-DE");
  if (typeof value === "string") return value;
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
  return isList ? value.join(", ") : undefined;
}
