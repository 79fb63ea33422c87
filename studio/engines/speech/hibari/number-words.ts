const ones =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = " twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales =
  " thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion".split(
    " ",
  );
const irregularOrdinals: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};
const digitsMax = scales.length * 3;

/** Spells out a number: "one thousand, two hundred and thirty-four". Reads huge numbers by digits. */
export function cardinal(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/u, "");
  if (plain.length > digitsMax) return Array.from(plain, digitWord).join(" ");
  if (plain.length <= 3) return belowThousand(Number(plain)).join(" ");

  const groups: string[] = [];
  for (let end = plain.length, scale = 0; end > 0; end -= 3, scale += 1) {
    const group = Number(plain.slice(Math.max(0, end - 3), end));
    if (group === 0) continue;
    const words = belowThousand(group).join(" ");
    groups.unshift(scale === 0 ? words : `${words} ${scales[scale] ?? ""}`);
  }
  const last = groups.at(-1) ?? "";
  const isShort = !(last.split(" and ").at(-1) ?? "").includes(" ") && !last.includes("hundred");
  if (groups.length > 1 && isShort) return `${groups.slice(0, -1).join(", ")} and ${last}`;
  return groups.join(", ");
}

export function digitWord(digit: string): string {
  return ones[Number(digit)] ?? "";
}

function belowThousand(number: number): string[] {
  const words: string[] = [];
  if (number >= 100) {
    words.push(ones[Math.floor(number / 100)] ?? "", "hundred");
    if (number % 100 > 0) words.push("and");
  }
  const rest = number % 100;
  if (rest >= 20) {
    const ten = tens[Math.floor(rest / 10) - 1] ?? "";
    words.push(rest % 10 > 0 ? `${ten}-${ones[rest % 10] ?? ""}` : ten);
  } else if (rest > 0 || words.length === 0) {
    words.push(ones[rest] ?? "");
  }
  return words;
}

/** Spells out an ordinal number: "twenty-third", "one hundred and first", "thousandth". */
export function ordinal(digits: string): string {
  const words = cardinal(digits);
  const cut = Math.max(words.lastIndexOf(" "), words.lastIndexOf("-")) + 1;
  return words.slice(0, cut) + ordinalWord(words.slice(cut));
}

function ordinalWord(word: string): string {
  const irregular = irregularOrdinals[word];
  if (irregular !== undefined) return irregular;
  return word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`;
}

/** Spells out a year: "nineteen oh-five", "two thousand and five", "twenty ten". */
export function year(digits: string): string {
  const number = Number(digits);
  const [high, low] = [Math.floor(number / 100), number % 100];
  if (high === 0 || (high % 10 === 0 && low < 10) || high >= 100) return cardinal(digits);
  const century = cardinal(String(high));
  if (low === 0) return `${century} hundred`;
  return low < 10
    ? `${century} oh-${cardinal(String(low))}`
    : `${century} ${cardinal(String(low))}`;
}

/** Spells out a decimal number without trailing zeros: "three point one four". */
export function decimal(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const digits = fraction.replace(/0+$/u, "");
  const words = cardinal(whole === "" ? "0" : whole);
  return digits === "" ? words : `${words} point ${Array.from(digits, digitWord).join(" ")}`;
}
