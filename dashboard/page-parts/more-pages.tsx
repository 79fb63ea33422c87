import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { Button } from "#ui/button.tsx";
import { useWords } from "#words/words.ts";

/** Pages are read this far before their place is on the screen. */
const ahead = "400px";

interface MorePagesProps {
  readonly list: Omit<UseInfiniteQueryResult, "data">;
  readonly side: "next" | "previous";
}

/** Reads the next or the previous page of a list when its end is near. After a failure, the button does. */
export function MorePages({ list, side }: MorePagesProps) {
  const hasMore = side === "next" ? list.hasNextPage : list.hasPreviousPage;
  return hasMore ? <PageEnd list={list} side={side} /> : null;
}

function PageEnd({ list, side }: MorePagesProps) {
  const { actions } = useWords();
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isNext = side === "next";
  const isReading = isNext ? list.isFetchingNextPage : list.isFetchingPreviousPage;
  const read = isNext ? list.fetchNextPage : list.fetchPreviousPage;
  const isDue = isNear && !list.isFetching && list.error === null;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setIsNear(entry?.isIntersecting === true),
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isDue) void read();
  }, [isDue, read]);
  return (
    <div ref={place}>
      <Button isPending={isReading} onPress={() => void read()}>
        {isNext ? actions.loadMore : actions.loadPrevious}
      </Button>
    </div>
  );
}
