/** Truncates a text without splitting a surrogate pair. */
export function clip(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax).toWellFormed()}…`;
}
