import type { Capability } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { Dispatch } from "react";

import type { PricedPreview } from "#contract/app-api.ts";
import { read } from "#contract/queries.ts";
import type { Values } from "#schema-form/fields.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import * as modelsTexts from "#words/en/models.ts";
import { formatCredits, formatSeconds } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import type { Draft, DraftAction } from "./draft.ts";
import { ParameterChips } from "./parameter-chips.tsx";

import styles from "./intent.module.css";

/** How the words were read: task, model, parameters and assumptions. A correction makes the request structured. */
export function Intent({
  draft,
  estimate,
  change,
}: {
  readonly draft: Draft;
  readonly estimate: PricedPreview;
  readonly change: Dispatch<DraftAction>;
}) {
  const { create, job, models } = useWords(createTexts, jobTexts, modelsTexts);
  const capabilities = useQuery(read("listCapabilities", {}));
  const { request, model, routing, alternatives } = estimate;
  const { capability, parameters } = request;
  const chosenModel = draft.fields?.model;
  const titleOf = (id: string) =>
    textOf(
      models.capabilities,
      id,
      capabilities.data?.data.find((entry) => entry.capability === id)?.title,
    );
  const correct = (next: { capability?: Capability; model?: string; parameters?: Values }) =>
    change({
      type: "set-fields",
      text: request.prompt ?? draft.text,
      fields: {
        capability: capability as Capability,
        parameters,
        // Another task may need another model.
        ...(chosenModel === undefined || next.capability !== undefined
          ? {}
          : { model: chosenModel }),
        ...next,
      },
    });
  const usable = alternatives.filter(({ available }) => available);
  return (
    <section aria-label={create.understood} className={styles.intent}>
      <div className={styles.chips}>
        <Menu
          label={create.capability}
          trigger={
            <Button>
              {titleOf(capability)}
              <ChevronDown size={14} aria-hidden />
            </Button>
          }
          sections={[
            {
              id: "capability",
              label: create.capability,
              chosen: capability,
              items: (capabilities.data?.data ?? []).map((entry) => ({
                id: entry.capability,
                label: entry.title,
                isDisabled: entry.modelsAvailable === 0,
              })),
              onAction: (id) => correct({ capability: id as Capability }),
            },
          ]}
        />
        <Menu
          label={create.model}
          trigger={
            <Button>
              {model.id}
              <ChevronDown size={14} aria-hidden />
            </Button>
          }
          sections={[
            {
              id: "model",
              label: create.alternatives,
              chosen: model.id,
              items: [
                { id: model.id, label: model.id, detail: formatCredits(estimate.price.credits) },
                ...[...usable, ...alternatives.filter(({ available }) => !available)].map(
                  (one) => ({
                    id: one.model.id,
                    label: one.model.id,
                    detail: one.available
                      ? `${formatCredits(one.credits)} · ${formatSeconds(one.expectedSeconds)}`
                      : create.unavailable,
                    isDisabled: !one.available,
                  }),
                ),
              ],
              onAction: (id) => correct({ model: id }),
            },
          ]}
        />
        <ParameterChips
          modelId={model.id}
          capability={capability}
          parameters={parameters}
          onChange={(next) => correct({ parameters: next })}
        />
      </div>
      <ul className={styles.notes}>
        {routing.assumptions.map((assumption) => (
          <li key={assumption}>{job.sentences(assumption)}</li>
        ))}
        {draft.fields !== null && (
          <li>
            {create.structured}{" "}
            <Button look="quiet" onPress={() => change({ type: "set-fields", fields: null })}>
              {create.asWords}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}
