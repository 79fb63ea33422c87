import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

import { useWords } from "#words/words.ts";

import { Button } from "./button.tsx";

import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end of the dialog. */
  readonly actions?: ReactNode;
}

/** Modal dialog. Escape and a click outside close it. */
export function Dialog({ title, isOpen, onClose, children, actions }: DialogProps) {
  const words = useWords();
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      className={styles.overlay ?? ""}
    >
      <Modal className={styles.modal ?? ""}>
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
