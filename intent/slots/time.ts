import { numberBeforeUnitSource, numberSource, toNumber } from "#intent/number-words.ts";

import { cut, either, findFirst, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

const durationSecondsMax = 7200;

const secondSource = String.raw`(?:seconds?|secondi|secondo|secs?|segundos?|segs?|secondes?|sekunden?|sek|sekund\p{L}*|seconden|seconde|sn|saniye\p{L}*|секунд\p{L}*|сек|s|с|ثانيه|ثانية|ثوان|ثواني|सेकंड|सेकेंड|सेकण्ड|sec)`;
const minuteSource = String.raw`(?:minutes?|mins?|minutos?|minuten?|minuti|minuto|minut\p{L}*|dakika\p{L}*|минут\p{L}*|мин|دقيقة|دقائق|मिनट)`;
const spokenNumber = String.raw`(?<![\p{L}\p{N}.:])(?<number>${numberBeforeUnitSource})`;
const tail = String.raw`(?:[- ](?:long|lang(?:es|e|en|er)?|largo|de duracion|lunghi|lungo|longs?|longues?))?`;

const secondsPattern = toPattern(
  String.raw`(?:(?:duration|length|dauer|duracion|duree|durata|duracao)[: ]+(?:of |de |von |di )?)?${spokenNumber}[ -]?${secondSource}(?!\p{L})${tail}`,
);
const minutesPattern = toPattern(String.raw`${spokenNumber}[ -]?${minuteSource}(?!\p{L})${tail}`);
const unspacedPattern = toPattern(
  String.raw`(?<number>${numberSource}) ?(?<unit>秒(?:钟|鐘|間)?|초|分钟|分鐘|分間|분)(?:的|の|长|長|짜리|간)?`,
);
const halfMinutePattern = either("half a minute|medio minuto|halbe minute|полминуты");

/** Reads the length of the result in seconds. The last statement counts: it is the most specific. */
export function readDuration(draft: SlotDraft): void {
  const half = findFirst(draft, halfMinutePattern);
  if (half) {
    draft.parameters.durationSeconds = 30;
    cut(draft, half);
  }
  for (const match of draft.text.matchAll(secondsPattern)) store(draft, match, 1);
  for (const match of draft.text.matchAll(minutesPattern)) store(draft, match, 60);
  for (const match of draft.text.matchAll(unspacedPattern)) {
    store(draft, match, /^[分분]/u.test(match.groups?.["unit"] ?? "") ? 60 : 1);
  }
}

function store(draft: SlotDraft, match: RegExpMatchArray, unitSeconds: number): void {
  const seconds = toNumber(match.groups?.["number"] ?? "") * unitSeconds;
  // "1950s" is a decade.
  const isDecade = /^\d{4}s$/u.test(match[0]);
  if (isDecade || !(seconds > 0 && seconds <= durationSecondsMax)) return;
  draft.parameters.durationSeconds = seconds;
  cut(draft, match);
}

const framesPattern =
  /(?:(?:frame ?rate|帧率|bildrate|framerate)[: ]*(?:of |von |to )?)?(?<!\d)(\d{1,3}) ?(?:fps|frames? ?(?:per|\/) ?s(?:ec(?:ond)?)?|bilder pro sekunde|bilder\/s|imagenes por segundo|images par seconde|cuadros por segundo|кадр\p{L}* в секунду|к\/с|帧(?:每秒)?|フレーム|프레임|hz)(?!\p{L})/gu;

export function readFrameRate(draft: SlotDraft): void {
  const match = findFirst(draft, framesPattern);
  if (!match) return;
  const rate = Number(match[1]);
  if (rate < 1 || rate > 240) return;
  draft.parameters.fps = rate;
  cut(draft, match);
}

const firstSource = String.raw`(?:first|initial|primer[oa]?s?|premieres?|premiers?|ersten|primi|primeiros?|eerste|pierwsze|pierwszych|ilk|первые|первых|اول|पहले)`;
const firstPattern = toPattern(
  String.raw`(?<![\p{L}])${firstSource} (?<number>${numberSource})[ -]?${secondSource}(?!\p{L})|(?<count>${numberSource}) (?:primeros|primeiros|premieres|primi|eerste|pierwsze|ersten) ${secondSource}|(?:前|最初の|처음) ?(?<unspaced>${numberSource}) ?(?:秒|초)`,
);
const removeSource = String.raw`(?<!\p{L})(?:cut|coupez?|cortar?|taglia|remove|delete|drop|skip|cut off|cut out|quita|corta los|elimina|borra|enleve|supprime|retire|schneide? die|entferne|rimuovi|togli|remova|tire|knip|verwijder|wytnij|usun|kes|вырежи|удали|убери|احذف|हटाओ)`;
const removePattern = new RegExp(removeSource, "u");
/** "Cut it to the first 10 seconds" keeps them, "cut the first 10 seconds" does not. */
const keepsUpTo = /(?<!\p{L})(?:to|down|auf|a|al|alle|ai|aux|para|tot|do|до|na|op)(?!\p{L})/u;
const removeUnspacedPattern = /剪掉|删除|去掉|切って|削除|잘라/u;
const rangePattern =
  /(?<![\d:])(\d{1,3}):(\d{2})(?::(\d{2}))? ?(?:-|–|—|to|until|till|and|bis|a|hasta|al|und|y|et|do|по|до|到|から)? ?(\d{1,3}):(\d{2})(?::(\d{2}))?(?![\d:])/gu;
const secondRangePattern = toPattern(
  String.raw`(?:from|between|de|von|da|des|od|от|с) (?<start>\d{1,4})(?: ?${secondSource})? ?(?:to|until|and|a|bis|hasta|al|do|до|-) (?<end>\d{1,4}) ?${secondSource}(?!\p{L})`,
);

/**
 * Reads the part of a video to keep. "Keep the first 12 seconds" sets the end, "cut the first 5 seconds" the
 * start; a range sets both unless it is the part to remove.
 */
export function readTrim(draft: SlotDraft): void {
  if (readRange(draft)) return;
  const first = findFirst(draft, firstPattern);
  if (first) {
    const groups = first.groups ?? {};
    const seconds = toNumber(groups["number"] ?? groups["count"] ?? groups["unspaced"] ?? "");
    const verb = draft.text.slice(Math.max(0, (first.index ?? 0) - 30), first.index);
    const removes =
      (removePattern.test(verb) && !keepsUpTo.test(verb)) || removeUnspacedPattern.test(draft.text);
    if (removes) draft.parameters.trimStartSeconds = seconds;
    else draft.parameters.trimEndSeconds = seconds;
    cut(draft, first);
    return;
  }
  if (!trimPattern.test(draft.text)) return;
  const length = draft.text.matchAll(secondsPattern).next().value;
  const unspaced = draft.text.matchAll(unspacedPattern).next().value;
  const match = length ?? unspaced;
  if (!match || lastPattern.test(draft.text)) return;
  draft.parameters.trimEndSeconds = toNumber(match.groups?.["number"] ?? "");
  cut(draft, match);
}

const trimPattern =
  /trim|shorten|cut (?:it |this |the |my |down)|recorta|corta|coupe|raccourci|schneid|kurz|taglia|accorcia|corte|knip|przytnij|skroc|обреж|кес|kes|قص|काट|剪|カット|잘라/u;
const lastPattern = /last|ultim|dernier|letzt|laatste|ostatni|son |последн|最后|最後|마지막/u;

function readRange(draft: SlotDraft): boolean {
  if (/cut out|remove|delete|entfern|elimina|supprim|вырез|удал/u.test(draft.text)) return false;
  const clock = findFirst(draft, rangePattern);
  const seconds = clock ? undefined : findFirst(draft, secondRangePattern);
  const match = clock ?? seconds;
  if (!match) return false;
  const start = clock ? toSeconds(match.slice(1, 4)) : Number(match.groups?.["start"]);
  const end = clock ? toSeconds(match.slice(4, 7)) : Number(match.groups?.["end"]);
  if (!(end > start)) return false;
  draft.parameters.trimStartSeconds = start;
  draft.parameters.trimEndSeconds = end;
  cut(draft, match);
  return true;
}

function toSeconds(parts: readonly (string | undefined)[]): number {
  return parts
    .filter((part) => part !== undefined)
    .reduce((total, part) => total * 60 + Number(part), 0);
}

const speedChoices: readonly (readonly [number, RegExp])[] = [
  [0.25, either("quarter speed|0[.,]25x?|25 ?% speed|four times slower|4x slower")],
  [
    0.5,
    either(
      String.raw`half (?:the )?speed|half as fast|2x slower|twice as slow|0[.,]5 ?x?|50 ?% speed|mitad de (?:la )?velocidad|media velocidad|moitie de la vitesse|vitesse moitie|halbe[rn]? geschwindigkeit|halb so schnell|meta velocita|meta della velocita|metade da velocidade|halve snelheid|polowa predkosci|в (?:два|2) раза медленнее|вдвое медленнее|نصف السرعة|आधी (?:गति|स्पीड)`,
      "一半速度|半速|半分の速度|0\\.5倍",
    ),
  ],
  [1.5, either(String.raw`1[.,]5 ?(?:x|times|mal|fois|veces)(?: faster| speed| as fast)?`)],
  [
    2,
    either(
      String.raw`double (?:the )?speed|twice (?:as fast|the speed)|2x|x2|two times faster|2 times faster|doble de (?:velocidad|rapido)|al doble|deux fois(?: plus vite)?|doppelt\p{L}*(?: geschwindigkeit| so schnell)?|das doppelte|doppia velocita|(?:o )?dobro(?: da velocidade)?|dubbele snelheid|dwa razy szybciej|в (?:два|2) раза(?: быстрее)?|вдвое быстрее|iki kat|مرتين|ضعف السرعة|दोगुनी`,
      "两倍|2倍|二倍|두 배|2배",
    ),
  ],
  [4, either(String.raw`4x|four times faster|4 times faster|vier mal schneller`)],
];

export function readPlaybackSpeed(draft: SlotDraft): void {
  for (const [speed, pattern] of speedChoices) {
    const match = findFirst(draft, pattern);
    if (!match) continue;
    draft.parameters.speed = speed;
    cut(draft, match);
    return;
  }
  const factor = findFirst(draft, /(?<![\p{L}\p{N}.])(\d{1,2}(?:[.,]\d{1,2})?) ?x(?!\p{N})/gu);
  const speed = toNumber(factor?.[1] ?? "");
  if (!factor || !(speed > 0 && speed <= 16)) return;
  draft.parameters.speed = speed;
  cut(draft, factor);
}

/** "Slow" and "fast" speech as factors for a speech engine. */
export const speechSpeeds = { slow: 0.8, fast: 1.25 } as const;

const speechSpeedChoices: readonly (readonly [number, RegExp])[] = [
  [
    speechSpeeds.slow,
    either(
      String.raw`(?:very |a bit )?slow(?:ly|er)?(?: pace| speed)?|despacio|lent[oa]?(?:mente)?|lentement|langsam(?:er|e)?|piano|devagar|langzaam|powoli|wolno|yavas(?:ca)?|медленн\p{L}*|ببطء|धीरे(?: धीरे)?`,
      "慢速|慢慢|慢一点|缓慢|ゆっくり|천천히|느리게",
    ),
  ],
  [
    speechSpeeds.fast,
    either(
      String.raw`(?:very )?fast(?:er)?(?: pace| speed)?|quick(?:ly)?(?: pace)|rapid(?:o|amente|e|ly)?|rapidement|vite|schnell(?:er)?|veloce(?:mente)?|rapida|snel(?:ler)?|szybko|hizli|быстр\p{L}*|بسرعة|तेज़|जल्दी`,
      "快速|快一点|速く|早口|빠르게",
    ),
  ],
];

export function readSpeechSpeed(draft: SlotDraft): void {
  for (const [speed, pattern] of speechSpeedChoices) {
    const match = findFirst(draft, pattern);
    if (!match) continue;
    draft.parameters.speed = speed;
    cut(draft, match);
    return;
  }
}

const timestampsPattern = either(
  String.raw`(?:with |con |avec |mit |met |с |incl(?:uding)? )?(?:word |word-level )?(?:time-?\s?stamps?|time-?\s?codes?|timestamped|zeitstempel\p{L}*|zeitmarken|marcas? de tiempo|horodatages?|horodate\p{L}*|marcas? temporal\p{L}*|marcacoes de tempo|marcas de tempo|marcature temporali|timecode|tijdstempels?|tijdcodes?|znaczniki? czas\p{L}*|znacznikami czas\p{L}*|zaman damga\p{L}*|таимкод\p{L}*|таимстамп\p{L}*|временн\p{L}+ метк\p{L}+|طوابع زمنية|توقيت|टाइमस्टैम्प)`,
  "时间戳|時間戳|时间轴|タイムスタンプ|タイムコード|타임스탬프",
);

export function readTimestamps(draft: SlotDraft): void {
  const match = findFirst(draft, timestampsPattern);
  if (!match) return;
  draft.parameters.timestamps = true;
  cut(draft, match);
}
