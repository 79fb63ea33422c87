import { useNavigate } from "@tanstack/react-router";
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";

import { chooseTheme, keepLanguage, themes } from "#contract/preferences.ts";
import * as statusTexts from "#words/en/status.ts";
import { languageNames, languages, loadLanguage, useWords } from "#words/words.ts";

import { useNavigation } from "./use-navigation.ts";

import dialogStyles from "#ui/dialog.module.css";
import overlayStyles from "#ui/overlay.module.css";
import styles from "./command-palette.module.css";

interface Command {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly run: () => void;
}

export default function CommandPalette({
  onClose,
  onKeys,
}: {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}) {
  const words = useWords(statusTexts);
  const { contains } = useFilter({ sensitivity: "base" });
  const commands = useCommands(onKeys);
  return (
    <ModalOverlay
      isDismissable
      isOpen
      onOpenChange={(open) => open || onClose()}
      className={dialogStyles.overlay ?? ""}
    >
      <Modal className={dialogStyles.modal ?? ""}>
        <Dialog aria-label={words.shell.commands} className={dialogStyles.dialog ?? ""}>
          <Autocomplete filter={contains}>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has opened the palette to type. */}
            <SearchField autoFocus aria-label={words.shell.commandsHint}>
              <Input placeholder={words.shell.commandsHint} className={styles.input ?? ""} />
            </SearchField>
            <Menu
              aria-label={words.shell.commands}
              items={commands}
              className={overlayStyles.list ?? ""}
              renderEmptyState={() => <p className={styles.none}>{words.shell.noCommand}</p>}
            >
              {({ id, label, keys, run }) => (
                <MenuItem
                  id={id}
                  textValue={label}
                  className={overlayStyles.item ?? ""}
                  onAction={() => {
                    onClose();
                    run();
                  }}
                >
                  <span className={overlayStyles.grow}>{label}</span>
                  {keys !== undefined && <kbd className={overlayStyles.keys}>{keys}</kbd>}
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useCommands(onKeys: () => void): Command[] {
  const words = useWords(statusTexts);
  const navigate = useNavigate();
  const navigation = useNavigation();
  return [
    ...navigation.map(({ to, label, key }) => ({
      id: to,
      label: words.shell.goTo(words.shell[label]),
      keys: `g ${key}`,
      run: () => void navigate({ to }),
    })),
    {
      id: "/status",
      label: words.shell.goTo(words.status.title),
      run: () => void navigate({ to: "/status" }),
    },
    { id: "keys", label: words.shell.keys, keys: "?", run: onKeys },
    ...themes.map((theme) => ({
      id: theme,
      label: `${words.shell.theme}: ${words.shell.themes[theme]}`,
      run: () => chooseTheme(theme),
    })),
    ...languages.map((language) => ({
      id: language,
      label: `${words.shell.language}: ${languageNames[language]}`,
      run: () => {
        keepLanguage(language);
        void loadLanguage(language);
      },
    })),
  ];
}
