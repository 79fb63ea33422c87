/** Runs work that a person does not wait for after the next frame, which shows that a press was received. */
export function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
