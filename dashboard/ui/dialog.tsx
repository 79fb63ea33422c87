import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

import { useWords } from "#words/words.ts";

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end of the dialog. */
  readonly actions?: ReactNode;
  /** Lies at the foot of the screen, where the thumb is. */
  readonly isSheet?: boolean;
}

/** Modal dialog. Escape and a click outside close it. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  isSheet = false,
}: DialogProps) {
  const words = useWords();
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      className={classNames(styles.overlay, isSheet && styles.sheetOverlay)}
    >
      <Modal className={classNames(styles.modal, isSheet && styles.sheet)}>
        <AriaDialog className={styles.dialog ?? ""}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ""}>
              {title}
            </Heading>
            <Button look="quiet" isIcon aria-label={words.actions.close} onPress={onClose}>
              <X size={18} aria-hidden />
            </Button>
          </header>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
