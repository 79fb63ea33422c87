export const billing = {
  plan: "Plan",
  planText: "Cards, taxes and invoices are on pages of Stripe, our payment service.",
  plans: { free: "Free", pro: "Pro", team: "Team", enterprise: "Enterprise" } as Record<
    string,
    string
  >,
  portal: "Cards and invoices",
  current: "Your plan",
  monthly: (credits: string) => `${credits} each month`,
  perMonth: (price: string) => `${price} a month`,
  perYear: (price: string) => `${price} a year`,
  yearly: (plan: string) => `${plan}, yearly`,
  subscribe: (plan: string) => `Subscribe to ${plan}`,
  change: (plan: string) => `Change to ${plan}`,
  upgradeText:
    "The new plan begins and is charged in full now. Credits that you have paid for stay usable until they expire.",
  downgradeText: (date: string) =>
    `The present plan is paid until ${date}. The new one begins then.`,
  scheduled: (date: string) => `Begins on ${date}.`,
  renewsOn: (plan: string, date: string) => `${plan}, renews on ${date}.`,
  endsOn: (plan: string, date: string) => `${plan}, ends on ${date}.`,
  packs: "Buy credits",
  packsText: "Purchased credits do not expire. They arrive as soon as the payment is confirmed.",
  buy: (credits: string) => `Buy ${credits}`,
  paid: "Thank you. The credits arrive as soon as the payment is confirmed.",
  overdue: "A payment is overdue. New jobs are refused until it is settled.",
  pastDue: "The last payment has failed and will be attempted again. Your credits stay usable.",
  pay: "Settle the payment",
};
