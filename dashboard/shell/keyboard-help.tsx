import { useState } from "react";

import { hasSingleKeys, setSingleKeys } from "#contract/preferences.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useWords } from "#words/words.ts";

import styles from "./keyboard-help.module.css";

export default function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const [isOn, setIsOn] = useState(hasSingleKeys);
  const shortcuts = [
    ["⌘K / Ctrl K", words.keys.commands],
    ["⌘↵ / Ctrl ↵", words.keys.send],
    ["?", words.keys.help],
    ["n", words.keys.newJob],
    ["/", words.keys.search],
    ["g c", words.keys.create],
    ["g j", words.keys.jobs],
    ["Shift C", words.keys.code],
  ] as const;
  return (
    <Dialog title={words.shell.keys} isOpen onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(([keys, text]) => (
          <div key={keys} className={styles.row}>
            <dt>
              <kbd className={styles.keys}>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        isSelected={isOn}
        onChange={(next) => {
          setSingleKeys(next);
          setIsOn(next);
        }}
      >
        {words.shell.keysSwitch}
      </Checkbox>
    </Dialog>
  );
}
