import type { Form } from "./engine-terms.ts";

const time = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short" });

/** Reasons for which a model cannot run now. */
export const availabilityForms: readonly Form[] = [
  [
    /^An operator has disabled (.+)\.$/,
    ([provider]) => `Der Betreiber hat ${provider} ausgeschaltet.`,
  ],
  [
    /^An operator has switched the model (\S+) off\.$/,
    ([model]) => `Der Betreiber hat das Modell ${model} ausgeschaltet.`,
  ],
  [/^An operator has paused (.+)\.$/, ([name]) => `Der Betreiber hat ${name} angehalten.`],
  [/^The model (\S+) is retired\.$/, ([model]) => `Das Modell ${model} wurde eingestellt.`],
  [
    /^(.+) (has|have) no key on this server: set (.+) to use (\S+)\.$/,
    ([providers = "", verb, settings = "", model]) =>
      `${providers.replace(/ and (?=[^,]*$)/, " und ")} ${verb === "has" ? "hat" : "haben"} auf diesem Server keinen Schlüssel: Setzen Sie ${settings.replace(" or ", " oder ")}, um ${model} zu nutzen.`,
  ],
  [
    /^(.+) is listed, but this version of the engine cannot call it\.$/,
    ([provider]) =>
      `${provider} ist aufgeführt, aber diese Version der Engine kann es nicht aufrufen.`,
  ],
  [
    /^(.+) is no longer among the servers of this installation\.$/,
    ([provider]) => `${provider} gehört nicht mehr zu den Servern dieser Installation.`,
  ],
  [
    /^(.+) is failing \((\S+)\); the next trial request is at (\S+)\.$/,
    ([name, code, at = ""]) =>
      `${name} ist gestört (${code}); der nächste Versuch ist am ${time.format(new Date(at))}.`,
  ],
];
