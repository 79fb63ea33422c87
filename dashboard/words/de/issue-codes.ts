import { translateSentences } from "./engine-sentences.ts";
import { problemCodes } from "./problem-codes.ts";

/** Problem of a field of a request, as the engine reports it. */
interface Issue {
  readonly code: string;
  readonly message: string;
}

/** Texts of the codes of such problems. Figures, values and names follow from the structure of the message. */
const issueCodes: Readonly<Record<string, string>> = {
  required: "Fehlt",
  invalid: "Ungültig",
  custom: "Ungültig",
  wrong_type: "Hat den falschen Typ",
  wrong_format: "Hat nicht die erwartete Form",
  wrong_name: "Der Name ist nicht erlaubt",
  wrong_text: "Enthält ein unzulässiges Zeichen",
  wrong_kind: "Ist eine Datei der falschen Art",
  wrong_element: "Enthält einen ungültigen Eintrag",
  no_match: "Passt zu keiner der möglichen Formen",
  not_multiple: "Ist kein Vielfaches der Schrittweite",
  not_allowed: "Ist hier nicht erlaubt",
  not_accepted: "Wird hier nicht angenommen",
  not_used: "Wird hier nicht verwendet",
  not_supported: "Wird vom Modell nicht unterstützt",
  value_not_supported: "Dieser Wert wird vom Modell nicht unterstützt",
  not_a_run: "Ist kein Lauf einer Pipeline",
  unknown_field: "Unbekanntes Feld",
  unknown_parameter: "Unbekannter Parameter",
  too_large: "Zu groß oder zu lang",
  too_long: "Zu lang",
  too_many: "Zu viele",
  too_small: "Zu klein oder zu kurz",
  too_short: "Zu kurz",
  out_of_range: "Liegt außerhalb des möglichen Bereichs",
  repeated: "Kommt mehrfach vor",
  either_or: "Genau eine der möglichen Angaben ist nötig",
  together: "Diese Angaben gehören zusammen",
  length_unknown: "Die Länge der Datei ist nicht bekannt",
  input_kind: "Die Eingabe hat die falsche Art",
  input_missing: "Eine Eingabe fehlt",
  https_required: "Muss mit https:// beginnen",
  private_address: "Liegt in einem privaten Netz",
  credentials_in_address: "Darf keine Zugangsdaten enthalten",
  common_password: "Dieses Passwort ist zu verbreitet",
  address_as_password: "Das Passwort muss sich von der E-Mail-Adresse unterscheiden",
  expression_type: "Der Ausdruck hat nicht den Typ, der hier gebraucht wird",
  expression_invalid: "Der Ausdruck ist ungültig",
  expression_refused: "Der Ausdruck ist zu lang oder zu aufwendig",
  reference_unknown: "Der Verweis hat kein Ziel",
  reference_cycle: "Der Schritt wartet auf sich selbst",
  output_uncertain: "Das Ergebnis kann fehlen",
  canceled: "Abgebrochen",
};

const least = new Set(["too_small", "too_short"]);
const most = new Set(["too_large", "too_long", "too_many"]);

/** Translates a problem by its code. A code that is unknown here keeps the text of the engine. */
export function translateIssue({ code, message }: Issue): string {
  const german = translateSentences(message);
  if (german !== message) return german;
  const text = issueCodes[code];
  if (text === undefined) return problemCodes[code] ?? message;
  const [, suggestion] = / Did you mean ([^?]+)\?$/.exec(message) ?? [];
  const hint = suggestion === undefined ? "" : ` Gemeint: „${suggestion}“?`;
  return `${text}${factsOf(code, message)}.${hint}`;
}

function factsOf(code: string, message: string): string {
  const [bound] = /-?\d[\d,.]*(?<![,.])/.exec(message) ?? [];
  if (bound !== undefined && most.has(code)) return `: höchstens ${bound}`;
  if (bound !== undefined && least.has(code)) return `: mindestens ${bound}`;
  const [, values] = /one of (.+?)\.(?: |$)/.exec(message) ?? [];
  if (values !== undefined) return `. Mögliche Werte: ${values}`;
  const [, name] = /^Unknown [a-z ]+: (.*?)\.(?: |$)/.exec(message) ?? [];
  return name === undefined ? "" : ` „${name}“`;
}
