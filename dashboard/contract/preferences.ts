/** Choices of this browser. Theme and language are cookies, so that the server paints the page with them. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const secondsOfYear = 31_536_000;
const singleKeysKey = "gme-single-keys";

export function chosenTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset["theme"]) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  setCookie("gme-theme", theme);
}

export function keepLanguage(language: string): void {
  setCookie("gme-language", language);
}

/** Shortcuts of one key disturb people who control the browser by voice (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(singleKeysKey) !== "off";
}

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(singleKeysKey, isOn ? "on" : "off");
}

function setCookie(name: string, value: string): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- Firefox has no Cookie Store API for pages of plain http.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${secondsOfYear}; SameSite=Lax`;
}
