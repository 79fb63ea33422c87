import type { Words } from "#words/en.ts";

export const apiKeys = {
  title: "API-Schlüssel",
  create: "API-Schlüssel erstellen",
  created: "Ihr neuer API-Schlüssel",
  rotated: "Der neue Wert des API-Schlüssels",
  previousUntil: (time: string) => `Der bisherige Wert funktioniert bis ${time}`,
  name: "Name",
  nameHint: "Wofür der Schlüssel ist, etwa der Name eines Servers.",
  status: "Status",
  statuses: { active: "Aktiv", expired: "Abgelaufen", revoked: "Widerrufen" },
  permissions: "Berechtigungen",
  allPermissions: "Alle Berechtigungen des Erstellers",
  permissionCount: (count: number) => (count === 1 ? "1 Berechtigung" : `${count} Berechtigungen`),
  limit: "Credits pro Monat (optional)",
  limitHint: "Höchstbetrag des Schlüssels in einem Kalendermonat. Leer: keine Grenze.",
  spent: "In diesem Monat",
  lastUsed: "Zuletzt benutzt",
  expires: "Läuft ab",
  lifetimes: { never: "Nie", "30": "In 30 Tagen", "90": "In 90 Tagen", "365": "In einem Jahr" },
  actions: "Aktionen",
  actionsOf: (name: string) => `Aktionen für ${name}`,
  rotate: "Erneuern",
  rotateTitle: (name: string) => `„${name}“ erneuern?`,
  rotateText:
    "Der Schlüssel bekommt einen neuen Wert. In der Übergangszeit können Sie ihn in Ihren Programmen ersetzen.",
  revoke: "Widerrufen",
  revokeTitle: (name: string) => `„${name}“ widerrufen?`,
  revokeText:
    "Programme mit diesem Schlüssel werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.",
  revoked: (name: string) => `„${name}“ ist widerrufen.`,
  empty: "Noch keine API-Schlüssel",
  emptyText:
    "Ein Programm weist sich mit einem API-Schlüssel aus. Erstellen Sie je Programm einen.",
} satisfies Words["apiKeys"];
