import { Braces } from "lucide-react";

import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { listSteps } from "./definition.ts";
import type { Editing } from "./editing.ts";
import { resultsOfKind } from "./step-fields.ts";

/** Menu of the inputs and results that a step may use, which inserts the expression. */
export function InsertResult({
  editing: { definition, results },
  into,
  editor,
  value,
  onChange,
}: {
  readonly editing: Editing;
  /** Name of the step. */
  readonly into: string;
  readonly editor: "text" | "lines";
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  const insert = (id: string) => {
    const expression = `{{ ${id} }}`;
    if (editor === "lines") onChange([...(Array.isArray(value) ? value : []), expression]);
    else onChange(typeof value === "string" ? `${value} ${expression}` : expression);
  };
  const inputs = Object.entries(definition.inputs ?? {}).map(([name, { type }]) => ({
    id: `inputs.${name}`,
    label: name,
    detail: type,
  }));
  const steps = listSteps(definition)
    .filter(({ name }) => name !== into)
    .flatMap(({ name, step }) =>
      Object.entries(results[name] ?? resultsOfKind(step.kind)).map(([field, type]) => ({
        id: `steps.${name}.${field}`,
        label: `${name}.${field}`,
        detail: type,
      })),
    );
  if (inputs.length + steps.length === 0) return null;
  const sections = [
    { id: "inputs", label: pipelines.inputs, items: inputs, onAction: insert },
    { id: "steps", label: pipelines.views.steps, items: steps, onAction: insert },
  ];
  return (
    <Menu
      label={pipelines.useResult}
      trigger={
        <Button look="quiet">
          <Braces size={16} aria-hidden />
          {pipelines.useResult}
        </Button>
      }
      sections={sections.filter(({ items }) => items.length > 0)}
    />
  );
}
