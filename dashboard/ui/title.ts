let title = document.title;
let badge = "";

export function setTitle(text: string): void {
  title = text;
  show();
}

/** Text before the title, such as a count; empty for none. */
export function setTitleBadge(text: string): void {
  badge = text;
  show();
}

function show(): void {
  document.title = badge === "" ? title : `${badge} ${title}`;
}
