import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";

import styles from "./tabs.module.css";

export interface TabEntry {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

export function Tabs({
  label,
  entries,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly entries: readonly TabEntry[];
  /** Id of the shown entry, when the page keeps it. */
  readonly chosen?: string;
  readonly onChoose?: (id: string) => void;
}) {
  return (
    <AriaTabs
      {...(chosen === undefined ? {} : { selectedKey: chosen })}
      {...(onChoose === undefined ? {} : { onSelectionChange: (id) => onChoose(String(id)) })}
    >
      <TabList aria-label={label} className={styles.list ?? ""}>
        {entries.map(({ id, label: text }) => (
          <Tab key={id} id={id} className={styles.tab ?? ""}>
            {text}
          </Tab>
        ))}
      </TabList>
      {entries.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ""}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
