export const jobs = {
  title: "Jobs",
  status: "Status",
  type: "Type",
  any: "All",
  search: "Search",
  searchHint: "Prompt or title",
  marks: "Marks",
  starred: "Starred",
  star: "Star",
  labels: "Labels",
  labelsHint: "Separated by commas, at most ten.",
  name: "Title",
  nameHint: "Shown instead of the prompt.",
  mark: "Title and labels",
  result: "Result",
  empty: "No jobs yet",
  emptyText: "Everything that you or your programs create is listed here.",
  noMatch: "No job matches these filters",
  noMatchText: "Remove a filter to see more jobs.",
  select: (name: string) => `Select ${name}`,
  selectAll: "Select all shown jobs",
  selection: "Selected jobs",
  selected: (count: number) => (count === 1 ? "1 job selected" : `${count} jobs selected`),
  clearSelection: "Clear selection",
  cancelSome: (count: number) => (count === 1 ? "Cancel 1 job" : `Cancel ${count} jobs`),
  cancelSomeTitle: (count: number) => (count === 1 ? "Cancel 1 job?" : `Cancel ${count} jobs?`),
  cancelSomeText:
    "Where the provider has already finished, the result is delivered and charged. Otherwise nothing is charged.",
  keepSome: (count: number): string => (count === 1 ? "Keep it running" : "Keep them running"),
  canceled: (count: number) =>
    count === 1 ? "1 job was canceled." : `${count} jobs were canceled.`,
  canceling: (count: number) =>
    count === 1
      ? "1 job ends when its provider responds."
      : `${count} jobs end when their providers respond.`,
  alreadyEnded: (count: number) =>
    count === 1 ? "1 job had already ended." : `${count} jobs had already ended.`,
  deleteSome: (count: number) => (count === 1 ? "Delete 1 job" : `Delete ${count} jobs`),
  deleteSomeTitle: (count: number) => (count === 1 ? "Delete 1 job?" : `Delete ${count} jobs?`),
  deleteSomeText: "The jobs are deleted with their prompts and all their files. Charges stay.",
  deletedSome: (count: number) =>
    count === 1 ? "1 job was deleted." : `${count} jobs were deleted.`,
  ofAll: (count: number, all: number) => `${count} of ${all}`,
  stop: "Stop",
  failedSome: (count: number) =>
    count === 1
      ? "1 job was not changed because of an error:"
      : `${count} jobs were not changed because of errors. The first one:`,
  notSent: (count: number) =>
    count === 1
      ? "1 job was not changed, because you stopped."
      : `${count} jobs were not changed, because you stopped.`,
};
