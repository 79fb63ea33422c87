import { Link } from "@tanstack/react-router";

import { Page } from "#ui/page.tsx";
import { useWords } from "#words/words.ts";

/** Shown at a path without a page. */
export function PageMissing() {
  const { notFound } = useWords();
  return (
    <Page title={notFound.title}>
      <p>{notFound.text}</p>
      <p>
        <Link to="/create">{notFound.action}</Link>
      </p>
    </Page>
  );
}
