import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { pageWindow } from "./page-window.ts";

const pageSize = 50;
const rows = 10_000;
const lastPage = rows / pageSize - 1;

/** A list of the API with 10,000 rows, whose cursors are row numbers. */
function openList() {
  let requests = 0;
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["rows"],
    queryFn: ({ pageParam: { cursor } }) => {
      requests += 1;
      const first = Number(cursor);
      const data = Array.from({ length: pageSize }, (_, index) => first + index);
      const next = first + pageSize;
      return { data, nextCursor: next < rows ? String(next) : null };
    },
    ...pageWindow(),
  });
  const shown = () => observer.getCurrentResult().data?.pages.flatMap(({ data }) => data) ?? [];
  const countRequests = async (work: () => Promise<unknown>) => {
    requests = 0;
    await work();
    return requests;
  };
  return { observer, shown, countRequests, stop: observer.subscribe(() => undefined) };
}

test("a list shows its row 10,000 and its row 1 again, and keeps 200 rows at a time", async () => {
  const { observer, shown, stop } = openList();
  await observer.refetch();
  for (let page = 0; page < lastPage; page += 1) {
    await observer.fetchNextPage();
    expect(shown().length).toBeLessThanOrEqual(200);
  }
  expect(shown().at(-1)).toBe(rows - 1);
  expect(observer.getCurrentResult().hasNextPage).toBe(false);

  for (let page = 0; page < lastPage - 3; page += 1) await observer.fetchPreviousPage();

  expect(shown()).toEqual(Array.from({ length: 200 }, (_, index) => index));
  expect(observer.getCurrentResult().hasPreviousPage).toBe(false);
  stop();
});

test("a list at its row 10,000 is read again with four requests", async () => {
  const { observer, shown, countRequests, stop } = openList();
  await observer.refetch();
  for (let page = 0; page < lastPage; page += 1) await observer.fetchNextPage();
  const before = shown();

  expect(await countRequests(async () => observer.refetch())).toBe(4);
  expect(shown()).toEqual(before);
  stop();
});
