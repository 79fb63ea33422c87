import type { ResponseOf } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";

import { read } from "#contract/queries.ts";
import { type Field, toModelForm, type Values } from "#schema-form/fields.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { useWords } from "#words/words.ts";

const preset = "preset";

/** Parameters as they were read. Those for which the model's schema lists values are menus, the others are shown only. */
export function ParameterChips({
  modelId,
  capability,
  parameters,
  onChange,
}: {
  readonly modelId: string;
  readonly capability: string;
  readonly parameters: Values;
  readonly onChange: (parameters: Values) => void;
}) {
  const { schemaForm } = useWords();
  const schema: ResponseOf<"getModelSchema"> | undefined = useQuery(
    read("getModelSchema", { path: { modelId } }),
  ).data;
  const fields = schema === undefined ? [] : toModelForm(schema.input, capability).fields;
  return Object.entries(parameters).map(([name, value]) => {
    const label = schemaForm.names[name] ?? name;
    const text = `${label}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
    const values = valuesOf(fields.find(({ path }) => path[0] === name));
    if (values.length === 0) return <Badge key={name}>{text}</Badge>;
    const choose = (id: string) => {
      const { [name]: _former, ...others } = parameters;
      onChange(id === preset ? others : { ...others, [name]: values[Number(id)] });
    };
    return (
      <Menu
        key={name}
        label={label}
        trigger={
          <Button>
            {text}
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
        sections={[
          {
            id: name,
            label,
            chosen: String(values.indexOf(value as string)),
            items: [
              ...values.map((each, index) => ({ id: String(index), label: String(each) })),
              { id: preset, label: schemaForm.notSet },
            ],
            onAction: choose,
          },
        ]}
      />
    );
  });
}

function valuesOf(field: Field | undefined): readonly (string | number | boolean)[] {
  if (field?.widget === "choice") return field.values;
  return field?.widget === "ratio" ? (field.values ?? []) : [];
}
