export const share = {
  title: "Share",
  dialog: "Share the result",
  text: "Anyone with the link sees the files without an account, until it expires or you revoke it.",
  until: "Valid for",
  days: { "1": "1 day", "7": "7 days", "30": "30 days", "90": "90 days" },
  showsPrompt: "Show the prompt",
  create: "Create link",
  created: "The link is ready",
  links: "Links",
  validUntil: (time: string) => `Valid until ${time}`,
  withPrompt: "with the prompt",
  revoke: "Revoke",
};
