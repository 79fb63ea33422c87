import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

import { readJobMarks } from "#contract/job-marks.ts";
import type { LibraryFile } from "#contract/library.ts";
import { useFrameAsInput } from "#job-parts/use-frame-as-input.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { StepButtons } from "#ui/step-buttons.tsx";
import { OutputViewer } from "#viewers/output-viewer.tsx";
import * as libraryTexts from "#words/en/library.ts";
import { useWords } from "#words/words.ts";

import { FileActions } from "./file-actions.tsx";
import { FileFacts } from "./file-facts.tsx";

import styles from "./library.module.css";

/** A file beside the wall: viewer, facts and actions. Escape closes it. */
export default function FilePanel({
  file,
  previous,
  next,
}: {
  readonly file: LibraryFile;
  /** Neighbours in the list as it is filtered. */
  readonly previous: LibraryFile | undefined;
  readonly next: LibraryFile | undefined;
}) {
  const words = useWords(libraryTexts);
  const navigate = useNavigate({ from: "/library" });
  const open = (fileId: string | undefined) =>
    void navigate({
      search: ({ file: _former, ...others }) =>
        fileId === undefined ? others : { ...others, file: fileId },
      resetScroll: false,
    });
  const close = useEffectEvent(() => open(undefined));
  useEffect(() => {
    const listen = ({ key, defaultPrevented, target }: KeyboardEvent) => {
      const isInDialog = target instanceof Element && target.closest("[role=dialog]") !== null;
      if (key === "Escape" && !defaultPrevented && !isInDialog) close();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const frameUse = useFrameAsInput();
  const title = file.title ?? words.library.untitled;
  const { peaks } = file.preview;
  return (
    <aside aria-label={title} className={styles.panel}>
      <header className={styles.panelHeader}>
        <h2>{title}</h2>
        <div className={styles.panelButtons}>
          <StepButtons
            iconSize={18}
            back={{
              label: words.library.previous,
              onPress: previous && (() => open(previous.fileId)),
            }}
            on={{ label: words.library.next, onPress: next && (() => open(next.fileId)) }}
          />
          <Button
            look="quiet"
            isIcon
            aria-label={words.actions.close}
            onPress={() => open(undefined)}
          >
            <X size={18} aria-hidden />
          </Button>
        </div>
      </header>
      <OutputViewer
        key={file.fileId}
        output={{ ...file, ...(peaks === undefined ? {} : { peaks }) }}
        title={title}
        frameUse={frameUse}
      />
      <FileActions file={file} onDeleted={() => open(undefined)} />
      <FileFacts file={file} />
      {file.jobId !== undefined && <JobLinks jobId={file.jobId} />}
    </aside>
  );
}

/** The job of a file, and its labels, which find other files. */
function JobLinks({ jobId }: { readonly jobId: string }) {
  const { library } = useWords(libraryTexts);
  const { data: marks } = useQuery(readJobMarks(jobId));
  const labels = marks?.value.labels ?? [];
  return (
    <>
      <Link to="/jobs/$jobId" params={{ jobId }}>
        {library.openJob}
      </Link>
      {labels.length > 0 && (
        <div className={styles.labels}>
          {labels.map((label) => (
            <Link key={label} to="/library" search={{ label }}>
              <Badge>{label}</Badge>
            </Link>
          ))}
        </div>
      )}
    </>
  );
}
