import { useEffect } from "react";

import { useActivity, useNotLiveSince } from "#contract/use-events.ts";
import { setTitleBadge } from "#ui/title.ts";
import { formatTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./shell.module.css";

/** Says when the page is not live. The title of the tab has the jobs that run, and those that ended unseen. */
export function LiveStatus() {
  const { shell } = useWords();
  const since = useNotLiveSince();
  const { running, ended } = useActivity();
  useEffect(() => {
    const parts = [...(ended > 0 ? [`✓${ended}`] : []), ...(running > 0 ? [`(${running})`] : [])];
    setTitleBadge(parts.join(" "));
    return () => setTitleBadge("");
  }, [running, ended]);
  return (
    <output className={styles.live}>
      {since !== null && <span className={styles.notLive}>{shell.notLive(formatTime(since))}</span>}
    </output>
  );
}
