import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import { useWords } from "#words/words.ts";

import type { BatchSettings } from "./to-batch.ts";

import styles from "./batches.module.css";

/** Name of a batch, and the task of rows that name none. */
export function BatchSettingsForm({
  settings,
  onChange,
}: {
  readonly settings: BatchSettings;
  readonly onChange: (settings: BatchSettings) => void;
}) {
  const { batches } = useWords(batchesTexts);
  const capabilities = useQuery(read("listCapabilities", {}));
  const known = capabilities.data?.data.map(({ capability }) => capability) ?? [
    settings.capability,
  ];
  return (
    <div className={styles.fields}>
      <TextField
        label={batches.name}
        value={settings.name}
        maxLength={100}
        onChange={(name) => onChange({ ...settings, name })}
      />
      <Select
        label={batches.defaultTask}
        value={settings.capability}
        options={known.map((value) => ({ value, label: value }))}
        onChange={(capability) => onChange({ ...settings, capability })}
      />
    </div>
  );
}
