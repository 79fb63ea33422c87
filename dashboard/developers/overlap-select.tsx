import { Select } from "#ui/select.tsx";
import * as secretsTexts from "#words/en/secrets.ts";
import { useWords } from "#words/words.ts";

/** Seconds for which a previous secret still works after a rotation. */
const overlaps = ["0", "3600", "86400", "604800"] as const;
export type Overlap = (typeof overlaps)[number];

export const overlapDefault: Overlap = "86400";

export function OverlapSelect({
  value,
  onChange,
}: {
  readonly value: Overlap;
  readonly onChange: (overlap: Overlap) => void;
}) {
  const { secrets } = useWords(secretsTexts);
  return (
    <Select
      label={secrets.overlap}
      value={value}
      options={overlaps.map((each) => ({ value: each, label: secrets.overlaps[each] }))}
      onChange={onChange}
    />
  );
}
