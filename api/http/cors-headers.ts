/** Headers that browsers on the configured front ends may send and read, in addition to the common ones. */
export interface CorsHeaders {
  readonly request: readonly string[];
  readonly response: readonly string[];
}
