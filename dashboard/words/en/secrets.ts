export const secrets = {
  once: "Copy this value now. It is shown only once.",
  saved: "I have saved it",
  overlap: "The previous value works for another",
  overlaps: {
    "0": "No time: it stops at once",
    "3600": "1 hour",
    "86400": "1 day",
    "604800": "7 days",
  },
};
