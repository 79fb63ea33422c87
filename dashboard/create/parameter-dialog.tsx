import { useState } from "react";

import { FormDialog } from "#page-parts/form-dialog.tsx";
import type { ModelForm, Values } from "#schema-form/fields.ts";
import { ParameterFields } from "#schema-form/parameter-fields.tsx";
import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

const none: ReadonlyMap<string, string> = new Map();

/** Every parameter of the model, including those that the prompt does not name. */
export function ParameterDialog({
  form,
  parameters,
  onSave,
  onClose,
}: {
  readonly form: ModelForm;
  readonly parameters: Values;
  readonly onSave: (parameters: Values) => void;
  readonly onClose: () => void;
}) {
  const { create } = useWords(createTexts);
  const [values, setValues] = useState(parameters);
  return (
    <FormDialog
      title={create.parameters}
      submit={create.useParameters}
      isSending={false}
      problem={null}
      onSubmit={() => {
        onSave(values);
        onClose();
      }}
      onClose={onClose}
    >
      <ParameterFields form={form} values={values} onChange={setValues} problems={none} />
    </FormDialog>
  );
}
