import { X } from "lucide-react";

import { useWords } from "#words/words.ts";

import { Button } from "./button.tsx";

/** Filter that another page or a link has set. Pressing it removes the filter. */
export function FilterChip({
  text,
  onRemove,
}: {
  readonly text: string;
  readonly onRemove: () => void;
}) {
  const { actions } = useWords();
  return (
    <Button onPress={onRemove}>
      {text}
      <X size={14} aria-label={actions.removeFilter} />
    </Button>
  );
}
