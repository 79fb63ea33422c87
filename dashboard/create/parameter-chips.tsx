import type { ResponseOf } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { useState } from "react";

import { read } from "#contract/queries.ts";
import { type Field, type ModelForm, toModelForm, type Values } from "#schema-form/fields.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import * as createTexts from "#words/en/create.ts";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords } from "#words/words.ts";

import { ParameterDialog } from "./parameter-dialog.tsx";

const preset = "preset";

/** Parameters as they were read, and a form of all that the model takes. */
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
  const { create } = useWords(createTexts);
  const [isOpen, setIsOpen] = useState(false);
  const schema: ResponseOf<"getModelSchema"> | undefined = useQuery(
    read("getModelSchema", { path: { modelId } }),
  ).data;
  const form = schema === undefined ? undefined : toModelForm(schema.input, capability);
  return (
    <>
      {Object.keys(parameters).map((name) => (
        <ParameterChip key={name} {...{ name, parameters, form, onChange }} />
      ))}
      {form !== undefined && form.fields.length + form.ownFields.length > 0 && (
        <Button look="quiet" onPress={() => setIsOpen(true)}>
          <SlidersHorizontal size={14} aria-hidden />
          {create.parameters}
        </Button>
      )}
      {isOpen && form !== undefined && (
        <ParameterDialog
          form={form}
          parameters={parameters}
          onSave={onChange}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** A menu if the model's schema lists the values of the parameter; any other parameter is changed in the form. */
function ParameterChip({
  name,
  parameters,
  form,
  onChange,
}: {
  readonly name: string;
  readonly parameters: Values;
  readonly form: ModelForm | undefined;
  readonly onChange: (parameters: Values) => void;
}) {
  const { schemaForm } = useWords(schemaFormTexts);
  const { [name]: value, ...others } = parameters;
  const label = schemaForm.names[name] ?? name;
  const text = `${label}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
  const values = valuesOf(form?.fields.find(({ path }) => path[0] === name));
  if (values.length === 0) return <Badge>{text}</Badge>;
  return (
    <Menu
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
          onAction: (id) =>
            onChange(id === preset ? others : { ...parameters, [name]: values[Number(id)] }),
        },
      ]}
    />
  );
}

function valuesOf(field: Field | undefined): readonly (string | number | boolean)[] {
  if (field?.widget === "choice") return field.values;
  return field?.widget === "ratio" ? (field.values ?? []) : [];
}
