import type { Capability } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Form, Label, TextArea, TextField } from "react-aria-components";

import { engine } from "#contract/engine.ts";
import { read } from "#contract/queries.ts";
import { useWrite } from "#contract/use-write.ts";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Select } from "#ui/select.tsx";
import * as compareTexts from "#words/en/compare.ts";
import * as modelsTexts from "#words/en/models.ts";
import { formatCredits } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { ModelChoice } from "./model-choice.tsx";
import { usePrices } from "./use-prices.ts";

import styles from "./compare.module.css";

const modelsMin = 2;

export function CompareForm({ onCreated }: { readonly onCreated: (batchId: string) => void }) {
  const { compare, models: modelWords } = useWords(compareTexts, modelsTexts);
  const { capability = "text-to-image" } = useSearch({ from: "/shell/create/compare" });
  const navigate = useNavigate({ from: "/create/compare" });
  const [text, setText] = useState("");
  const [models, setModels] = useState<readonly string[]>([]);
  const prompt = text.trim();
  const { total, availableCredits, problem } = usePrices(capability as Capability, prompt, models);
  const capabilities = useQuery(read("listCapabilities", {}));
  const { send, isSending, ...sent } = useWrite(
    async (budget: number, { idempotencyKey }) =>
      engine.request(
        "createBatch",
        {
          body: {
            name: compare.name(prompt).slice(0, 200),
            budget,
            defaults: { capability: capability as Capability, prompt },
            items: models.map((model) => ({ model, clientItemId: model })),
          },
        },
        { idempotencyKey },
      ),
    { stale: ["listJobs", "getCredits"], onDone: ({ batchId }) => onCreated(batchId) },
  );
  const isAffordable = total !== null && total <= availableCredits;
  const canSend = isAffordable && models.length >= modelsMin && !isSending;
  const shown = sent.problem ?? problem;
  return (
    <Form
      className={styles.form ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send(total);
      }}
    >
      <TextField value={text} onChange={setText} className={styles.prompt ?? ""}>
        <Label className="visually-hidden">{compare.prompt}</Label>
        <TextArea rows={3} placeholder={compare.promptHint} className={styles.text ?? ""} />
      </TextField>
      <Select
        isInline
        label={compare.capability}
        value={capability}
        options={(capabilities.data?.data ?? [])
          // Files are not part of a comparison yet, so only tasks that need none.
          .filter(({ inputs }) => inputs.some((kinds) => kinds.length === 0))
          .map((entry) => ({
            value: entry.capability,
            label: textOf(modelWords.capabilities, entry.capability, entry.title),
          }))}
        onChange={(value) => {
          setModels([]);
          void navigate({ search: { capability: value } });
        }}
      />
      <ModelChoice capability={capability as Capability} chosen={models} onChange={setModels} />
      {shown !== null && <ProblemNotice problem={shown} />}
      <div className={styles.send}>
        <Button type="submit" look="primary" isDisabled={!canSend} isPending={isSending}>
          {total === null || models.length < modelsMin
            ? compare.submit
            : compare.submitPriced(formatCredits(total))}
        </Button>
        <output>
          {total !== null && !isAffordable
            ? compare.notAffordable(formatCredits(availableCredits))
            : compare.budget}
        </output>
      </div>
    </Form>
  );
}
