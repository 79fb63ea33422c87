import { useNavigate, useSearch } from "@tanstack/react-router";

import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import styles from "./pipelines.module.css";

export function PipelineFilters() {
  const { pipelines } = useWords(pipelinesTexts);
  const { search, state } = useSearch({ from: "/shell/pipelines" });
  const navigate = useNavigate({ from: "/pipelines" });
  const withState = state === undefined ? {} : { state };
  const withSearch = search === undefined ? {} : { search };
  return (
    <div className={styles.filters}>
      <TextField
        label={pipelines.search}
        type="search"
        defaultValue={search ?? ""}
        onChange={(text) =>
          void navigate({
            search: text === "" ? withState : { ...withState, search: text },
            replace: true,
          })
        }
      />
      <Select
        label={pipelines.show}
        value={state === "archived" ? "archived" : "current"}
        options={[
          { value: "current", label: pipelines.states.current },
          { value: "archived", label: pipelines.states.archived },
        ]}
        onChange={(value) =>
          void navigate({
            search: value === "archived" ? { ...withSearch, state: value } : withSearch,
          })
        }
      />
    </div>
  );
}
