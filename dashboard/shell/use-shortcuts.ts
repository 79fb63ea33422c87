import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

import { hasSingleKeys } from "#contract/preferences.ts";

import { useNavigation } from "./use-navigation.ts";

/** A page key counts for this long after `g`. */
const sequenceMs = 1_500;

/** Keys of every page: ⌘K, `?`, `n`, `/`, and `g` followed by the key of a page. */
export function useShortcuts(actions: {
  readonly onCommands: () => void;
  readonly onHelp: () => void;
}): void {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const onKey = useEffectEvent((event: KeyboardEvent, isSequence: boolean): boolean => {
    if (event.key === "k" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      actions.onCommands();
      return false;
    }
    if (event.metaKey || event.ctrlKey || event.altKey) return false;
    if (!hasSingleKeys() || isTyping(event.target)) return false;
    const page = navigation.find(({ key }) => key === event.key);
    if (isSequence && page !== undefined) void navigate({ to: page.to });
    else if (event.key === "?") actions.onHelp();
    else if (event.key === "n") void navigate({ to: "/create" });
    else if (event.key === "/") {
      // The key itself would be the first letter of the search.
      event.preventDefault();
      document.querySelector<HTMLElement>("main input[type=search]")?.focus();
    }
    return event.key === "g";
  });
  useEffect(() => {
    let startedAt = 0;
    const listen = (event: KeyboardEvent) => {
      const isSequence = event.timeStamp - startedAt < sequenceMs;
      startedAt = onKey(event, startedAt > 0 && isSequence) ? event.timeStamp : 0;
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Letters belong to fields, menus and lists before they are shortcuts. */
function isTyping(target: EventTarget | null): boolean {
  const selector = "input, textarea, [contenteditable], [role=menu], [role=listbox], [role=dialog]";
  return target instanceof Element && target.closest(selector) !== null;
}
