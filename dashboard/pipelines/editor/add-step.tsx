import { Plus } from "lucide-react";

import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { textOf, useWords } from "#words/words.ts";

import type { StepKind } from "./definition.ts";
import { stepKinds } from "./step-fields.ts";

/** Menu of the kinds of steps. */
export function AddStep({
  label,
  onAdd,
}: {
  readonly label: string;
  readonly onAdd: (kind: StepKind) => void;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  return (
    <Menu
      label={label}
      trigger={
        <Button>
          <Plus size={16} aria-hidden />
          {label}
        </Button>
      }
      sections={[
        {
          id: "kinds",
          items: stepKinds.map((kind) => ({
            id: kind,
            label: textOf(pipelines.kinds, kind),
            detail: kind,
          })),
          onAction: (kind) => onAdd(kind as StepKind),
        },
      ]}
    />
  );
}
