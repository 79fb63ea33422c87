import type { Words } from "#words/en.ts";

export const billing = {
  plan: "Tarif",
  planText: "Karten, Steuern und Rechnungen sind auf Seiten von Stripe, unserem Zahlungsdienst.",
  plans: { free: "Free", pro: "Pro", team: "Team", enterprise: "Enterprise" },
  portal: "Karten und Rechnungen",
  current: "Ihr Tarif",
  monthly: (credits: string) => `${credits} im Monat`,
  perMonth: (price: string) => `${price} im Monat`,
  perYear: (price: string) => `${price} im Jahr`,
  yearly: (plan: string) => `${plan}, jährlich`,
  subscribe: (plan: string) => `${plan} abonnieren`,
  change: (plan: string) => `Zu ${plan} wechseln`,
  upgradeText:
    "Der neue Tarif beginnt und wird jetzt in voller Höhe abgebucht. Bezahlte Credits bleiben nutzbar, bis sie ablaufen.",
  downgradeText: (date: string) =>
    `Der jetzige Tarif ist bis zum ${date} bezahlt. Der neue beginnt dann.`,
  scheduled: (date: string) => `Beginnt am ${date}.`,
  renewsOn: (plan: string, date: string) => `${plan}, verlängert sich am ${date}.`,
  endsOn: (plan: string, date: string) => `${plan}, endet am ${date}.`,
  packs: "Credits kaufen",
  packsText: "Gekaufte Credits laufen nicht ab. Sie kommen an, sobald die Zahlung bestätigt ist.",
  buy: (credits: string) => `${credits} kaufen`,
  paid: "Vielen Dank. Die Credits kommen an, sobald die Zahlung bestätigt ist.",
  overdue: "Eine Zahlung ist überfällig. Neue Aufträge werden abgelehnt, bis sie beglichen ist.",
  pastDue:
    "Die letzte Zahlung ist fehlgeschlagen und wird erneut versucht. Ihre Credits bleiben nutzbar.",
  pay: "Zahlung begleichen",
} satisfies Words["billing"];
