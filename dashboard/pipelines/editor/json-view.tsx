import { useEffect, useEffectEvent, useRef, useState } from "react";

import { Skeleton } from "#ui/skeleton.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { toDefinition } from "./definition.ts";
import type { Editing } from "./editing.ts";
import type { JsonEditor } from "./json-editor.ts";

import styles from "./editor.module.css";

/** The definition as JSON. Valid JSON changes the steps at once; other text waits to be corrected. */
export function JsonView({ definition, isEditable, change }: Editing) {
  const { pipelines } = useWords(pipelinesTexts);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const onText = useEffectEvent((text: string) => {
    try {
      const next = toDefinition(JSON.parse(text));
      if (next === null) {
        setProblem(pipelines.outline);
        return;
      }
      setProblem(null);
      if (JSON.stringify(next) !== JSON.stringify(definition)) change(next, "json");
    } catch (error) {
      setProblem(pipelines.jsonInvalid((error as Error).message));
    }
  });
  const start = useEffectEvent(async (isGone: () => boolean) => {
    const { createJsonEditor } = await import("./json-editor.ts");
    if (isGone() || host.current === null) return;
    editor.current = createJsonEditor({
      host: host.current,
      text: JSON.stringify(definition, null, 2),
      label: pipelines.json,
      isReadOnly: !isEditable,
      onText,
    });
    setIsLoaded(true);
  });
  useEffect(() => {
    let isGone = false;
    void start(() => isGone);
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);
  // Undo and redo change the definition from outside of the editor.
  useEffect(() => editor.current?.show(definition), [definition]);
  return (
    <>
      {!isLoaded && <Skeleton height="28rem" />}
      <div ref={host} className={styles.json} hidden={!isLoaded} />
      {problem !== null && <p className={styles.invalid}>{problem}</p>}
    </>
  );
}
