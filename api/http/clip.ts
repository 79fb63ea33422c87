/** The beginning of a text that may be long, never half a character. */
export function clip(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax).toWellFormed()}…`;
}
