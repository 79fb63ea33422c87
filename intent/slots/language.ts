import { cut, either, findFirst } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

/** ISO 639-1 code → names of the language, folded: spaced scripts, then unspaced ones. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  en: [
    "english|ingles|anglais|englisch|inglese|engels|angielsk\\p{L}*|ingilizce\\p{L}*|англииск\\p{L}*|الانجليزية|बالإنجليزية|अंग्रेज़ी|अंग्रेजी",
    "英语|英文|英語|영어",
  ],
  es: [
    "spanish|espanol|castellano|espagnol|spanisch|spagnolo|espanhol|spaans|hiszpansk\\p{L}*|ispanyolca\\p{L}*|испанск\\p{L}*|الاسبانية|स्पेनिश",
    "西班牙语|スペイン語|스페인어",
  ],
  fr: [
    "french|frances|francais|franzosisch|francese|frans|francusk\\p{L}*|fransizca\\p{L}*|французск\\p{L}*|الفرنسية|फ्रेंच",
    "法语|法文|フランス語|프랑스어",
  ],
  de: [
    "german|aleman|allemand|deutsch|tedesco|alemao|duits|niemieck\\p{L}*|almanca\\p{L}*|немецк\\p{L}*|الالمانية|जर्मन",
    "德语|德文|ドイツ語|독일어",
  ],
  it: [
    "italian|italiano|italien|italienisch|italiaans|wlosk\\p{L}*|italyanca\\p{L}*|итальянск\\p{L}*|الايطالية|इतालवी",
    "意大利语|イタリア語|이탈리아어",
  ],
  pt: [
    "portuguese|portugues|portugais|portugiesisch|portoghese|portugees|portugalsk\\p{L}*|portekizce\\p{L}*|португальск\\p{L}*|البرتغالية|पुर्तगाली",
    "葡萄牙语|ポルトガル語|포르투갈어",
  ],
  ru: [
    "russian|ruso|russe|russisch|russo|rosyjsk\\p{L}*|rusca\\p{L}*|русск\\p{L}*|الروسية|रूसी",
    "俄语|ロシア語|러시아어",
  ],
  zh: [
    "chinese|mandarin|chino|chinois|chinesisch|cinese|chines|chinees|chinsk\\p{L}*|cince\\p{L}*|китаиск\\p{L}*|الصينية|चीनी",
    "中文|汉语|普通话|中国語|중국어",
  ],
  ja: [
    "japanese|japones|japonais|japanisch|giapponese|japans|japonsk\\p{L}*|japonca\\p{L}*|японск\\p{L}*|اليابانية|जापानी",
    "日语|日文|日本語|일본어",
  ],
  ko: [
    "korean|coreano|coreen|koreanisch|koreaans|koreansk\\p{L}*|korece\\p{L}*|кореиск\\p{L}*|الكورية|कोरियाई",
    "韩语|韓国語|한국어",
  ],
  hi: ["hindi|indi|хинди|الهندية|हिंदी|हिन्दी", "印地语|ヒンディー語|힌디어"],
  ar: [
    "arabic|arabe|arabisch|arabo|arabsk\\p{L}*|arapca\\p{L}*|арабск\\p{L}*|العربية|अरबी",
    "阿拉伯语|アラビア語|아랍어",
  ],
  nl: [
    "dutch|holandes|neerlandais|niederlandisch|olandese|nederlands|holendersk\\p{L}*|нидерландск\\p{L}*|الهولندية",
    "荷兰语|オランダ語",
  ],
  pl: [
    "polish|polaco|polonais|polnisch|polacco|pools|polsk\\p{L}*|lehce|польск\\p{L}*|البولندية",
    "波兰语|ポーランド語",
  ],
  tr: [
    "turkish|turco|turc|turkisch|turks|tureck\\p{L}*|turkce\\p{L}*|турецк\\p{L}*|التركية",
    "土耳其语|トルコ語",
  ],
  sv: ["swedish|sueco|suedois|schwedisch|svedese|zweeds|шведск\\p{L}*", "瑞典语|スウェーデン語"],
  uk: ["ukrainian|ucraniano|ukrainien|ukrainisch|ucraino|украинск\\p{L}*", "乌克兰语"],
  el: ["greek|griego|grec|griechisch|greco|греческ\\p{L}*", "希腊语|ギリシャ語"],
  he: ["hebrew|hebreo|hebreu|hebraisch|ebraico|иврит\\p{L}*", "希伯来语"],
  vi: ["vietnamese|vietnamita|vietnamien|vietnamesisch", "越南语|ベトナム語"],
};

const before = String.raw`(?:in(?:to)?|to|auf|ins|en|em|para (?:o|el)|al|in het|naar het|na|po|w jezyku|на|по|in lingua|language:?|sprache:?|idioma:?|langue:?|بال|باللغة|الى|إلى|use)`;

const patterns = Object.entries(names).map(([code, [spaced, unspaced]]) => ({
  code,
  pattern: either(
    String.raw`${before}[ -]?(?:the )?(?:${spaced})(?: language)?|(?:${spaced}) (?:language|transcript|transcription|subtitles|speech|में|olarak|dilinde)|(?:ingilizce|almanca|fransizca|ispanyolca|turkce|rusca|italyanca|arapca)(?=\s*$)(?<=${spaced})`,
    `(?:用|以|说|成|讲)?(?:${unspaced})(?:で|に|로|으로|版)?`,
  ),
}));

/** Reads a language that the message requests by name. */
export function readLanguage(draft: SlotDraft): void {
  for (const { code, pattern } of patterns) {
    const match = findFirst(draft, pattern);
    if (!match) continue;
    draft.parameters.language = code;
    cut(draft, match);
    return;
  }
}

const scripts: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\u3040-\u30ff]/u],
  ["ko", /[\uac00-\ud7af]/u],
  ["zh", /[\u3400-\u9fff]/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["ar", /\p{Script=Arabic}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["el", /\p{Script=Greek}/u],
  ["he", /\p{Script=Hebrew}/u],
];

/** Letters and marks that are unique to one of the languages. */
const letters: readonly (readonly [string, RegExp])[] = [
  ["es", /[¡¿ñ]/iu],
  ["pt", /[ãõ]/iu],
  ["pl", /[łżźćńśęą]/iu],
  ["tr", /[ğış]/u],
  ["de", /[ßä]/iu],
];

const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    "the and is are was it's to of you your we our this that for with please it at on in from will be have has my i".split(
      " ",
    ),
  ),
  es: new Set(
    "el los las voz lee de que y en un una es por con para su al del se lo como mas gracias bienvenidos buenos dias hola esta su".split(
      " ",
    ),
  ),
  fr: new Set(
    "le les des lis et est un une du dans pour que qui sur avec vous nous votre notre au aux ce cette bonjour merci je il elle bienvenue à".split(
      " ",
    ),
  ),
  de: new Set(
    "der die das und ist ein eine den dem zu mit von für auf sie wir ihr ihre nicht im am guten danke willkommen ich herzlich fahrt uhr".split(
      " ",
    ),
  ),
  it: new Set(
    "il lo gli le di dieci tra fra chiude minuti leggi alta voce ad che e un una per con del della al alla non sono è grazie buongiorno benvenuti i nel ciao".split(
      " ",
    ),
  ),
  pt: new Set(
    "o a os as de que e um uma para com do da no na em não por seu sua obrigado bom dia são ao à você".split(
      " ",
    ),
  ),
  nl: new Set(
    "de het een en van is dat op te voor met niet zijn u uw welkom goedemorgen ik we om bedankt bij".split(
      " ",
    ),
  ),
  pl: new Set(
    "i w na z się do nie jest to że dla o jak dzień dobry proszę dziękujemy witamy po od".split(
      " ",
    ),
  ),
  tr: new Set(
    "ve bir bu için ile de da çok hoş geldiniz teşekkürler günaydın lütfen ne var olarak merhaba saat".split(
      " ",
    ),
  ),
};

/** Detects the language of a text to speak by its script or its short words. */
export function detectLanguage(text: string): string | undefined {
  const script = scripts.find(([, pattern]) => pattern.test(text));
  if (script) return script[0];
  const letter = letters.find(([, pattern]) => pattern.test(text));
  if (letter) return letter[0];
  // Repeated words count once, because repetition adds no information.
  const words = [
    ...new Set(
      text
        .toLowerCase()
        .match(/\p{L}+/gu)
        ?.slice(0, 60),
    ),
  ];
  const counts = Object.entries(functionWords)
    .map(([code, known]) => ({ code, count: words.filter((word) => known.has(word)).length }))
    .toSorted((left, right) => right.count - left.count);
  const [first, second] = counts;
  if (!first || !second || first.count < 2 || first.count === second.count) return undefined;
  return first.code;
}
