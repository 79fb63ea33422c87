/** Codes of the languages of the multilingual model. */
export const languageCodes: readonly string[] =
  "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su".split(
    " ",
  );

/** Tag of an undetermined language (BCP 47): the model detects it. */
export const undeterminedLanguage = "und";

/** Finds the model's code of a language tag such as `de` or `de-AT`; undefined for an unknown language. */
export function findLanguage(tag: string): string | undefined {
  const code = tag.trim().toLowerCase().split("-")[0] ?? "";
  return code === undeterminedLanguage || languageCodes.includes(code) ? code : undefined;
}

/** Reports whether the words of a language are separated by spaces. */
export function hasSpaces(code: string): boolean {
  return !["zh", "ja", "th", "lo", "my", "km", "bo"].includes(code);
}
