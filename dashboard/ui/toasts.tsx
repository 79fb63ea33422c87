import { X } from "lucide-react";
import { useSyncExternalStore } from "react";

import { useWords } from "#words/words.ts";

import { Button } from "./button.tsx";

import styles from "./toasts.module.css";

interface Toast {
  readonly id: number;
  readonly text: string;
}

const shownMs = 6_000;
const toastsMax = 4;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a short message for six seconds. Problems that need an action belong into a `ProblemNotice`. */
export function showToast(text: string): void {
  lastId += 1;
  const id = lastId;
  setToasts([...toasts, { id, text }].slice(-toastsMax));
  setTimeout(() => closeToast(id), shownMs);
}

/** Place of the messages; once on the page. */
export function Toasts() {
  const words = useWords();
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <output className={styles.toasts}>
      {shown.map(({ id, text }) => (
        <div key={id} className={styles.toast}>
          <span>{text}</span>
          <Button
            look="quiet"
            isIcon
            aria-label={words.actions.close}
            onPress={() => closeToast(id)}
          >
            <X size={16} aria-hidden />
          </Button>
        </div>
      ))}
    </output>
  );
}

function closeToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
