import { Code } from "lucide-react";
import { useEffect, useState } from "react";

import { hasSingleKeys } from "#contract/preferences.ts";
import { toCurl, toPython, toTypeScript } from "#contract/request-code.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Tabs } from "#ui/tabs.tsx";
import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

import type { DraftRequest } from "./draft.ts";

import styles from "./code-dialog.module.css";

/** The request of the draft as code, for programs. */
export default function CodeDialog({ request }: { readonly request: DraftRequest }) {
  const { create } = useWords(createTexts);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.closest("input, textarea") !== null;
      if (key === "C" && !isTyping && hasSingleKeys()) setIsOpen(true);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const code = { ...request, method: "POST" };
  const forms = [
    { id: "curl", label: "curl", text: toCurl(location.origin, code) },
    { id: "typescript", label: "TypeScript", text: toTypeScript(location.origin, code) },
    { id: "python", label: "Python", text: toPython(location.origin, code) },
  ];
  return (
    <>
      <Button look="quiet" onPress={() => setIsOpen(true)}>
        <Code size={16} aria-hidden />
        {create.code}
      </Button>
      <Dialog title={create.codeTitle} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Tabs
          label={create.codeTitle}
          entries={forms.map(({ id, label, text }) => ({
            id,
            label,
            content: (
              <div className={styles.code}>
                <pre>{text}</pre>
                <CopyButton text={text} />
              </div>
            ),
          }))}
        />
      </Dialog>
    </>
  );
}
