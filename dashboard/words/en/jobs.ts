export const jobs = {
  title: "Jobs",
  status: "Status",
  type: "Type",
  any: "All",
  result: "Result",
  empty: "No jobs yet",
  emptyText: "Everything that you or your programs create is listed here.",
  noMatch: "No job matches these filters",
  noMatchText: "Remove a filter to see more jobs.",
  more: "Older jobs",
};
