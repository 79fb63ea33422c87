import { useWords } from "#words/words.ts";

import { TextViewer } from "./text-viewer.tsx";

import styles from "./output-viewer.module.css";

export function VideoViewer({ url, title }: { readonly url: string; readonly title: string }) {
  const { viewer } = useWords();
  return (
    <div className={styles.media}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the engine has no captions of generated files. */}
      <video
        controls
        loop
        playsInline
        preload="metadata"
        src={url}
        aria-label={viewer.video(title)}
        className={styles.video}
      />
    </div>
  );
}

export function AudioViewer({
  url,
  title,
  text,
}: {
  readonly url: string;
  readonly title: string;
  readonly text: string | undefined;
}) {
  const { viewer } = useWords();
  return (
    <div className={styles.sound}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text of the recording is below. */}
      <audio
        controls
        preload="metadata"
        src={url}
        aria-label={viewer.audio(title)}
        className={styles.audio}
      />
      {text !== undefined && <TextViewer text={text} />}
    </div>
  );
}
