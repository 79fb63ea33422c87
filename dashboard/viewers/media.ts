/** File that a viewer shows. */
export interface Media {
  readonly url: string;
  readonly contentType: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly durationSeconds?: number | undefined;
  /** Transcript of a recording, or the content of a text. */
  readonly text?: string | undefined;
  /** Waveform of a recording: bytes in base64. */
  readonly peaks?: string | undefined;
  /** URL of the image that an edited image was made from. */
  readonly before?: string | undefined;
}
