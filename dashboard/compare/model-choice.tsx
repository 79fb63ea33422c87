import type { Capability } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import * as compareTexts from "#words/en/compare.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./compare.module.css";

const modelsMin = 2;
const modelsMax = 6;

/** Available models of a task; at most six can be chosen. */
export function ModelChoice({
  capability,
  chosen,
  onChange,
}: {
  readonly capability: Capability;
  readonly chosen: readonly string[];
  readonly onChange: (models: readonly string[]) => void;
}) {
  const { compare } = useWords(compareTexts);
  const models = useQuery(read("listModels", { query: { capability } }));
  return (
    <Loaded query={models} height="6rem">
      {({ data }) => {
        const available = data.filter((model) => model.available);
        if (available.length < modelsMin) {
          return <EmptyState title={compare.none} text={compare.noneText} />;
        }
        return (
          <fieldset className={styles.models}>
            <legend>
              {compare.models} <span>{compare.chosen(chosen.length, modelsMax)}</span>
            </legend>
            {available.map(({ id, displayName, credits }) => (
              <Checkbox
                key={id}
                isSelected={chosen.includes(id)}
                isDisabled={chosen.length === modelsMax && !chosen.includes(id)}
                onChange={(isSelected) =>
                  onChange(isSelected ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              >
                {`${displayName} · ${compare.price(formatCredits(credits.max))}`}
              </Checkbox>
            ))}
          </fieldset>
        );
      }}
    </Loaded>
  );
}
