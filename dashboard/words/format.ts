import { currentLanguage } from "./words.ts";

const numberFormat = keepFormats<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (language, options) => new Intl.NumberFormat(language, options),
);
const dateFormat = keepFormats<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (language, options) => new Intl.DateTimeFormat(language, options),
);
const relativeFormat = keepFormats<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  (language, options) => new Intl.RelativeTimeFormat(language, options),
);

/** Price or balance, such as "1 credit" or "1,250 Credits". */
export function formatCredits(credits: number): string {
  const language = currentLanguage();
  const number = numberFormat().format(credits);
  if (language === "de") return `${number} ${credits === 1 ? "Credit" : "Credits"}`;
  return `${number} ${credits === 1 ? "credit" : "credits"}`;
}

/** Duration, such as "12 s" or "3 min". */
export function formatSeconds(seconds: number): string {
  const [value, unit] =
    seconds < 90
      ? [Math.max(1, Math.round(seconds)), "second"]
      : [Math.round(seconds / 60), "minute"];
  return numberFormat({
    style: "unit",
    unit,
    unitDisplay: unit === "second" ? "narrow" : "short",
  }).format(value);
}

export function formatDateTime(time: string): string {
  return dateFormat({
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(time));
}

export function formatDate(time: string): string {
  return dateFormat({ dateStyle: "medium" }).format(new Date(time));
}

/** Time of the day with seconds. */
export function formatTime(time: string | number): string {
  return dateFormat({ timeStyle: "medium" }).format(new Date(time));
}

export function formatBytes(bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000 ? [bytes / 1_000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return numberFormat({
    style: "unit",
    unit,
    maximumFractionDigits: 1,
  }).format(value);
}

/** Price in the currency's smallest unit, such as "€20.00". */
export function formatMoney(amount: number, currency: string): string {
  const format = numberFormat({ style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}

export function formatNumber(value: number): string {
  return numberFormat().format(value);
}

export function formatMilliseconds(milliseconds: number): string {
  return numberFormat({
    style: "unit",
    unit: "millisecond",
    maximumFractionDigits: 0,
  }).format(milliseconds);
}

/** Time since a beginning, such as "2.4s". */
export function formatElapsed(milliseconds: number): string {
  return numberFormat({
    style: "unit",
    unit: "second",
    unitDisplay: "narrow",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(milliseconds / 1_000);
}

/** Day of the calendar in UTC, such as "21 Nov". */
export function formatDay(day: string): string {
  return dateFormat({
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}

/** Hour of the calendar in UTC, such as "21 Nov, 17:00". */
export function formatHour(hour: string): string {
  return dateFormat({
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  }).format(new Date(hour));
}

/** Percentage, such as "99.9 %", from 0 to 100. */
export function formatPercent(percent: number): string {
  return numberFormat({
    style: "percent",
    maximumFractionDigits: 2,
  }).format(percent / 100);
}

/** Day of a list, such as "Monday, 23 November". */
export function formatLongDay(time: string): string {
  return dateFormat({
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(new Date(time));
}

const dayMs = 86_400_000;

/** Days until a time, such as "in 12 days" or "today". */
export function formatDaysUntil(time: string, now = Date.now()): string {
  const days = Math.max(0, Math.floor((Date.parse(time) - now) / dayMs));
  return relativeFormat({ numeric: "auto" }).format(days, "day");
}

/** Position in a recording, such as "1:05.3". */
export function formatPosition(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(1).padStart(4, "0")}`;
}

/** Creating a format costs many times what its use does, and each row of a list needs several. */
function keepFormats<Options extends object, Format>(
  create: (language: string, options: Options | undefined) => Format,
): (options?: Options) => Format {
  const kept = new Map<string, Format>();
  return (options) => {
    const key = `${currentLanguage()} ${JSON.stringify(options)}`;
    const format = kept.get(key) ?? create(currentLanguage(), options);
    kept.set(key, format);
    return format;
  };
}
