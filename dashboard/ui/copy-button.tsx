import { Check, Copy } from "lucide-react";
import { useState } from "react";

import { useWords } from "#words/words.ts";

import { Button } from "./button.tsx";

const shownMs = 2_000;

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const words = useWords();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), shownMs);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      look="quiet"
      isIcon
      aria-label={label ?? words.actions.copy}
      onPress={() => void copy()}
    >
      <Icon size={16} aria-hidden />
      <output className="visually-hidden">{isCopied ? words.actions.copied : ""}</output>
    </Button>
  );
}
