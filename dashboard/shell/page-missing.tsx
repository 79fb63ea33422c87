import { Link } from "@tanstack/react-router";

import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { useWords } from "#words/words.ts";

/** Shown at a path without a page. */
export function PageMissing() {
  const { notFound } = useWords();
  return (
    <main>
      <Page title={notFound.title}>
        <EmptyState title={notFound.title} text={notFound.text}>
          <Link to="/create">{notFound.action}</Link>
        </EmptyState>
      </Page>
    </main>
  );
}
