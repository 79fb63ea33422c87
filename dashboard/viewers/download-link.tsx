import { Download } from "lucide-react";

import { useWords } from "#words/words.ts";

import { toLocalUrl } from "./local-url.ts";

import styles from "./download-link.module.css";

/** Link that downloads a file; it looks like a button. `url` is a signed URL of the engine. */
export function DownloadLink({ url }: { readonly url: string }) {
  const { actions } = useWords();
  return (
    <a href={toLocalUrl(url)} download className={styles.download}>
      <Download size={16} aria-hidden />
      {actions.download}
    </a>
  );
}
