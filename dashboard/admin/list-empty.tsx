import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { useWords } from "#words/words.ts";

/** A list without rows: because of its filters, or because nothing exists. */
export function ListEmpty({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  const { admin, actions } = useWords(adminTexts);
  if (!isFiltered) return <EmptyState title={admin.empty} text={admin.emptyText} />;
  return (
    <EmptyState title={admin.noMatch} text={admin.noMatchText}>
      <Button onPress={onClear}>{actions.clear}</Button>
    </EmptyState>
  );
}
