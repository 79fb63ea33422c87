import type { ListedAdminProvider } from "@gme/client";
import { useState } from "react";

import { CodeBlock } from "#page-parts/code-block.tsx";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import * as adminTexts from "#words/en/admin.ts";
import * as statusTexts from "#words/en/status.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { ProviderChangeDialog } from "./provider-change.tsx";

import styles from "./admin.module.css";

/** Latest transitions and changes of one provider, and its change. */
export function ProviderDetails({
  provider,
  onClose,
}: {
  readonly provider: ListedAdminProvider;
  readonly onClose: () => void;
}) {
  const { admin, actions } = useWords(adminTexts);
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Section
      title={provider.name}
      actions={
        <span className={styles.links}>
          <Button onPress={onClose}>{actions.close}</Button>
          <Button look="primary" onPress={() => setIsChanging(true)}>
            {admin.change}
          </Button>
        </span>
      }
    >
      <Transitions transitions={provider.transitions} />
      <Changes changes={provider.changes} />
      {isChanging && (
        <ProviderChangeDialog provider={provider} onClose={() => setIsChanging(false)} />
      )}
    </Section>
  );
}

function Transitions({ transitions }: Pick<ListedAdminProvider, "transitions">) {
  const { admin, status } = useWords(adminTexts, statusTexts);
  const circuitOf = (state: string) => textOf(status.circuits, state);
  return (
    <Section title={admin.transitions}>
      {transitions.length === 0 ? (
        <p className={styles.note}>{admin.noTransitions}</p>
      ) : (
        <Table
          label={admin.transitions}
          items={transitions.map((transition, index) => ({ ...transition, index }))}
          idOf={({ index }) => String(index)}
          columns={[
            { id: "time", label: admin.time, render: ({ at }) => formatDateTime(at) },
            { id: "model", label: admin.model, render: ({ model }) => model ?? admin.whole },
            {
              id: "change",
              label: admin.circuit,
              render: ({ from, to }) => `${circuitOf(from)} → ${circuitOf(to)}`,
            },
            {
              id: "cause",
              label: admin.cause,
              isDetail: true,
              render: ({ cause }) => textOf(status.causes, cause),
            },
          ]}
        />
      )}
    </Section>
  );
}

function Changes({ changes }: Pick<ListedAdminProvider, "changes">) {
  const { admin } = useWords(adminTexts);
  return (
    <Section title={admin.changes}>
      {changes.length === 0 ? (
        <p className={styles.note}>{admin.noChanges}</p>
      ) : (
        <Table
          label={admin.changes}
          items={changes.map((change, index) => ({ ...change, index }))}
          idOf={({ index }) => String(index)}
          columns={[
            { id: "reason", label: admin.reason, render: ({ reason }) => reason },
            { id: "time", label: admin.time, render: ({ at }) => formatDateTime(at) },
            {
              id: "after",
              label: admin.to,
              isDetail: true,
              render: ({ before, after }) => (
                <CodeBlock label={admin.to} text={changedOf(before, after)} />
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** The settings that a change has changed, one line each. */
function changedOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name}: ${JSON.stringify(before[name])} → ${JSON.stringify(value)}`)
    .join("\n");
}
