import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { useWords } from "#words/words.ts";

/** Shown in place of a page whose code has failed. */
export function PageError() {
  const { problem } = useWords();
  return (
    <Page title={problem.title}>
      <EmptyState title={problem.title} text={problem.unexpected}>
        <Button onPress={() => location.reload()}>{problem.reload}</Button>
      </EmptyState>
    </Page>
  );
}
