import type { PreviewContent } from "#domain/jobs/preview.ts";

/** Work of the process that decodes files. It writes each variant next to the file. */
export interface PreviewTask {
  readonly path: string;
  /** Media type that the first bytes prove. */
  readonly contentType: string;
  readonly durationSeconds: number | null;
  /** Null when there is no ffmpeg, so that videos and recordings have no preview. */
  readonly ffmpegPath: string | null;
}

/** Result of a task; null when the file cannot be decoded. */
export type PreviewAnswer = PreviewContent | null;
