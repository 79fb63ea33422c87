import { useEffect, useEffectEvent, useState } from "react";

/** Takes files that are dropped anywhere on the page, where the browser would open them instead. Returns whether files are dragged over it. */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((files: FileList) => {
    setIsOver(false);
    for (const file of files) onFile(file);
  });
  useEffect(() => {
    const listening = new AbortController();
    const listen = (type: "dragover" | "dragleave" | "drop", take: (event: DragEvent) => void) =>
      document.addEventListener(type, take, { signal: listening.signal });
    listen("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    });
    listen("dragleave", (event) => {
      // Without another element, the pointer has left the page.
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      drop(event.dataTransfer.files);
    });
    return () => listening.abort();
  }, []);
  return isOver;
}

function hasFiles(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
  return event.dataTransfer?.types.includes("Files") === true;
}
