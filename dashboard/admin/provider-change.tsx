import type { ListedAdminProvider, RequestInput } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { queryClient, read } from "#contract/queries.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { NumberField } from "#ui/number-field.tsx";
import { Select } from "#ui/select.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { ChangeDialog, type Shown } from "./change-dialog.tsx";
import { useChange } from "./use-change.ts";

import styles from "./admin.module.css";

type Body = RequestInput<"updateProvider">["body"];

/** Settings of a provider that an operator changes. */
interface Settings {
  readonly mode: string;
  readonly circuit: string;
  readonly weight: number;
  readonly slots: number | null;
  /** Models that receive jobs. */
  readonly enabled: readonly string[];
  /** Circuit control of each model. */
  readonly forces: Readonly<Record<string, string>>;
}

export function ProviderChangeDialog({
  provider,
  onClose,
}: {
  readonly provider: ListedAdminProvider;
  readonly onClose: () => void;
}) {
  const words = useWords(adminTexts);
  const { admin } = words;
  const { slug, name, running, concurrency, models } = provider;
  const [settings, setSettings] = useState(() => settingsOf(provider));
  const set = (change: Partial<Settings>) => setSettings({ ...settings, ...change });
  const { send, isSending, problem, present } = useChange<ListedAdminProvider, Body>({
    shown: provider,
    write: async (body, etag) =>
      engine.request("updateProvider", { path: { provider_slug: slug }, body }, { ifMatch: etag }),
    reload: async () => {
      const list = await queryClient.fetchQuery({
        ...read("listAdminProviders", {}),
        staleTime: 0,
      });
      return list.data.find((each) => each.slug === slug);
    },
    stale: ["listAdminProviders", "listProviders", "listModels", "getProviderHealth"],
    onDone: onClose,
  });
  const known = concurrency.known === null ? admin.unlimited : String(concurrency.known);
  const optionsOf = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([value, label]) => ({ value, label }));
  return (
    <ChangeDialog
      title={`${admin.change}: ${name}`}
      isSending={isSending}
      problem={problem}
      conflict={
        present === null
          ? null
          : { mine: shownOf(settings, words), present: shownOf(settingsOf(present), words) }
      }
      onSubmit={(reason) => send(toBody(settings, present ?? provider, reason))}
      onClose={onClose}
    >
      <p className={styles.note}>{admin.affected(running)}</p>
      <Select
        label={admin.mode}
        value={settings.mode}
        options={optionsOf(admin.modes)}
        onChange={(mode) => set({ mode })}
      />
      <p className={styles.note}>{admin.modesText}</p>
      <Select
        label={admin.force}
        value={settings.circuit}
        options={optionsOf(admin.forces)}
        onChange={(circuit) => set({ circuit })}
      />
      <NumberField
        label={admin.weight}
        hint={admin.weightHint}
        value={settings.weight}
        minimum={0}
        maximum={1_000}
        onChange={(weight) => set({ weight: weight ?? 0 })}
      />
      <NumberField
        label={admin.slots}
        hint={admin.slotsHint(known)}
        value={settings.slots ?? undefined}
        minimum={1}
        maximum={10_000}
        onChange={(slots) => set({ slots: slots ?? null })}
      />
      <details>
        <summary>{admin.models}</summary>
        <div className={styles.fields}>
          {models.map(({ modelId }) => (
            <div key={modelId} className={styles.fields}>
              <Checkbox
                isSelected={settings.enabled.includes(modelId)}
                onChange={(isOn) =>
                  set({
                    enabled: isOn
                      ? [...settings.enabled, modelId]
                      : settings.enabled.filter((each) => each !== modelId),
                  })
                }
              >
                {modelId}
              </Checkbox>
              <Select
                label={admin.forceOf(modelId)}
                value={settings.forces[modelId] ?? "auto"}
                options={optionsOf(admin.forces)}
                onChange={(force) => set({ forces: { ...settings.forces, [modelId]: force } })}
              />
            </div>
          ))}
        </div>
      </details>
    </ChangeDialog>
  );
}

function settingsOf({
  mode,
  circuitForce,
  weight,
  concurrency,
  models,
}: ListedAdminProvider): Settings {
  return {
    mode,
    circuit: circuitForce,
    weight,
    slots: concurrency.limit,
    enabled: models.filter(({ enabled }) => enabled).map(({ modelId }) => modelId),
    forces: Object.fromEntries(models.map(({ modelId, circuitForce: force }) => [modelId, force])),
  };
}

/** Only what differs, because a circuit that is held closed again would forget its failures. */
function toBody(settings: Settings, provider: ListedAdminProvider, reason: string): Body {
  const { mode, circuitForce, weight, concurrency } = provider;
  const models = provider.models.flatMap(({ modelId, enabled, circuitForce: force }) => {
    const isOn = settings.enabled.includes(modelId);
    const forced = settings.forces[modelId] ?? force;
    if (isOn === enabled && forced === force) return [];
    return {
      modelId,
      ...(isOn === enabled ? {} : { enabled: isOn }),
      ...(forced === force ? {} : { circuit: forced }),
    };
  });
  return {
    ...(settings.mode === mode ? {} : { mode: settings.mode }),
    ...(settings.circuit === circuitForce ? {} : { circuit: settings.circuit }),
    ...(settings.weight === weight ? {} : { weight: settings.weight }),
    ...(settings.slots === concurrency.limit ? {} : { concurrencyLimit: settings.slots }),
    ...(models.length === 0 ? {} : { models }),
    reason,
  } as Body;
}

function shownOf(
  { mode, circuit, weight, slots, enabled, forces }: Settings,
  { admin, values }: Pick<Words, "admin" | "values">,
): Shown {
  const forced = Object.entries(forces).flatMap(([modelId, force]) =>
    force === "auto" ? [] : `${modelId}: ${textOf(admin.forces, force)}`,
  );
  return [
    [admin.mode, textOf(admin.modes, mode)],
    [admin.force, textOf(admin.forces, circuit)],
    [admin.weight, String(weight)],
    [admin.slots, slots === null ? values.none : String(slots)],
    [admin.models, enabled.join(", ")],
    [admin.modelForces, forced.join(", ")],
  ];
}
