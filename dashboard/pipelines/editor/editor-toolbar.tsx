import type { Pipeline } from "@gme/client";
import { Redo2, Save, Undo2 } from "lucide-react";
import type { Dispatch } from "react";

import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { priceText } from "../pipeline-parts.tsx";
import type { History, HistoryAction } from "./history.ts";
import type { useCheck } from "./use-check.ts";

import styles from "./editor.module.css";

/** Price and state of the edited definition, undo, redo and save. */
export function EditorToolbar({
  history,
  change,
  checked,
  price,
  isEditable,
  canSave,
  isSaving,
  onSave,
}: {
  readonly history: History;
  readonly change: Dispatch<HistoryAction>;
  readonly checked: ReturnType<typeof useCheck>;
  readonly price: Pipeline["price"];
  readonly isEditable: boolean;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
}) {
  const words = useWords(pipelinesTexts);
  const { pipelines } = words;
  const { issues, isCurrent } = checked;
  return (
    <div className={styles.toolbar}>
      <p className={styles.price}>
        {pipelines.price}: {priceText(price, words)}
      </p>
      {isEditable && (
        <div className={styles.buttons}>
          <output>
            {!isCurrent ? (
              <Badge>{pipelines.checking}</Badge>
            ) : issues.length === 0 ? (
              <Badge tone="good">{pipelines.noProblems}</Badge>
            ) : (
              <Badge tone="danger">{pipelines.problems(issues.length)}</Badge>
            )}
          </output>
          <Button
            look="quiet"
            isIcon
            aria-label={pipelines.undo}
            isDisabled={history.past.length === 0}
            onPress={() => change({ type: "undo" })}
          >
            <Undo2 size={18} aria-hidden />
          </Button>
          <Button
            look="quiet"
            isIcon
            aria-label={pipelines.redo}
            isDisabled={history.future.length === 0}
            onPress={() => change({ type: "redo" })}
          >
            <Redo2 size={18} aria-hidden />
          </Button>
          <Button
            look="primary"
            isDisabled={!canSave || !isCurrent || issues.length > 0}
            isPending={isSaving}
            onPress={onSave}
          >
            <Save size={16} aria-hidden />
            {pipelines.save}
          </Button>
        </div>
      )}
    </div>
  );
}
