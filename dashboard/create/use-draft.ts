import { type Dispatch, useEffect, useReducer } from "react";

import { changeDraft, type Draft, type DraftAction, emptyDraft } from "./draft.ts";

const storageKey = "gme-draft";

/** The draft of this tab, which survives a reload and ends with the session. */
export function useDraft(): [Draft, Dispatch<DraftAction>] {
  const [draft, change] = useReducer(changeDraft, undefined, loadDraft);
  useEffect(() => sessionStorage.setItem(storageKey, JSON.stringify(draft)), [draft]);
  return [draft, change];
}

export function newKey(): string {
  // `randomUUID` does not exist on pages of plain http at other than loopback names.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function loadDraft(): Draft {
  const text = sessionStorage.getItem(storageKey);
  if (text === null) return emptyDraft(newKey());
  const { files, ...draft } = JSON.parse(text) as Draft;
  // A reload has ended uploads that were on their way.
  return { ...draft, files: files.filter(({ assetId }) => assetId !== undefined) };
}
