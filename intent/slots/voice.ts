import type { GenerationParameters } from "#domain/requests/intent.ts";

import { cut, either, findFirst, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

type Voice = NonNullable<GenerationParameters["voice"]>;

const genders: readonly (readonly ["female" | "male", RegExp])[] = [
  [
    "female",
    either(
      String.raw`females?|feminine|wom[ae]n(?:'s|s)?|girl(?:'s|s)?|lad(?:y|ies)(?:'s)?|grandm\p{L}+|granny|queen|mujer(?:es)?|femenin[oa]|chica|femmes?|feminin(?:e)?|fille|frau(?:en\p{L}*)?|weiblich\p{L}*|madchen\p{L}*|donna|femminile|ragazza|mulher|feminin[oa]|menina|vrouw(?:en\p{L}*|elijke?)?|vrouwenstem|meisjes\p{L}*|kobiet\p{L}*|kobiec\p{L}*|zensk\p{L}*|dziewczy\p{L}*|kadin\p{L}*|женск\p{L}*|женщин\p{L}*|девуш\p{L}*|девоч\p{L}*|امراه|امراة|نسائي\p{L}*|انثوي|انثى|سيدة|महिला|औरत|स्त्री|लड़की`,
      "女声|女性|女人|女孩|女生|女の|女声|여자|여성",
    ),
  ],
  [
    "male",
    either(
      String.raw`males?|masculine|m[ae]n(?:'s)?|guy(?:'s)?|boy(?:'s)?|gentleman|grandpa|grandfather|king|wizard|hombres?|masculin[oa]|chico|hommes?|masculin|garcon|mann(?:es|er\p{L}*)?|mannlich\p{L}*|mannerstimme|junge\p{L}?stimme|uomo|maschile|ragazzo|homem|masculin[oa]|menino|mannen\p{L}*|mannelijke?|mezczyzn\p{L}*|mesk\p{L}*|chlopi\p{L}*|erkek\p{L}*|adam|мужск\p{L}*|мужчин\p{L}*|парн\p{L}*|старик\p{L}*|رجل|رجالي|ذكوري|ذكر|पुरुष|आदमी|मर्द`,
      "男声|男性|男人|男孩|男生|男の|おじいさん|남자|남성",
    ),
  ],
];

const accentNames: Readonly<Record<string, string>> = {
  british:
    "british|english|uk|britanic\\p{L}*|ingles\\p{L}*|britannique|anglais\\p{L}*|britisch\\p{L}*|englisch\\p{L}*|britannic\\p{L}*|inglese|brits\\p{L}*|brytyjsk\\p{L}*|британск\\p{L}*|англииск\\p{L}*|ingiliz|بريطاني\\p{L}*|ब्रिटिश|英式|英国|イギリス|영국",
  american:
    "american|us|american[oa]|estadounidense|americain\\p{L}*|amerikan\\p{L}*|amerikaans\\p{L}*|amerykansk\\p{L}*|американск\\p{L}*|امريكي\\p{L}*|अमेरिकी|美式|アメリカ|미국",
  australian:
    "australian|aussie|australian[oa]|australien\\p{L}*|australisch\\p{L}*|австралииск\\p{L}*",
  indian: "indian|indi[oa]|indien\\p{L}*|indisch\\p{L}*|индииск\\p{L}*|हिंदुस्तानी|भारतीय",
  irish: "irish|irlandes\\p{L}*|irlandais\\p{L}*|irisch\\p{L}*",
  scottish: "scottish|scots|escoces\\p{L}*|ecossais\\p{L}*|schottisch\\p{L}*",
  french:
    "french|frances\\p{L}*|francais\\p{L}*|franzosisch\\p{L}*|francese|frans\\p{L}*|французск\\p{L}*",
  german:
    "german|aleman\\p{L}*|allemand\\p{L}*|deutsch\\p{L}*|tedesc[oa]|duits\\p{L}*|немецк\\p{L}*",
  italian:
    "italian|italian[oa]|italien\\p{L}*|italienisch\\p{L}*|italiaans\\p{L}*|итальянск\\p{L}*",
  spanish:
    "spanish|espanol\\p{L}*|espagnol\\p{L}*|spanisch\\p{L}*|spagnol[oa]|spaans\\p{L}*|испанск\\p{L}*",
  russian: "russian|rus[oa]|russe|russisch\\p{L}*|russ[oa]|русск\\p{L}*",
  mexican: "mexican|mexican[oa]|mexicain\\p{L}*|mexikanisch\\p{L}*",
  argentinian: "argentin\\p{L}*",
  brazilian: "brazilian|brasil\\p{L}*|bresilien\\p{L}*",
  southern: "southern",
  "new york": "new york|brooklyn",
  japanese: "japanese|japones\\p{L}*|japonais\\p{L}*|japanisch\\p{L}*",
  chinese: "chinese|chin[oa]|chinois\\p{L}*|chinesisch\\p{L}*",
};

/** A nationality next to the word "accent" or a voice is an accent, else it is a language. */
const accentWord = String.raw`(?:accent|accents|akzent|acento|accento|akcent\p{L}*|акцент\p{L}*|aksan\p{L}*|لهجة|بلهجة|लहजे|口音|アクセント|訛り|억양)`;
const voiceWord = String.raw`(?:voice|voices|female|male|woman|man|guy|lady|girl|boy|narrator|speaker|voz|voix|stimme|voce|stem|mujer|hombre|femme|homme|frau|mann)`;
const accents = Object.entries(accentNames).map(([accent, source]): readonly [string, RegExp] => [
  accent,
  toPattern(
    String.raw`(?<!\p{L})(?:${source})[ -]?(?:(?:\p{L}+ ){0,1}${accentWord}|(?=(?:\p{L}+,? ){0,2}${voiceWord}(?!\p{L})))|${accentWord} (?:\p{L}{1,3} )?(?:${source})(?!\p{L})`,
  ),
]);

const tones: readonly (readonly [string, RegExp])[] = [
  [
    "calm",
    either(
      String.raw`calm(?:ly|ing)?|calm[oa]|tranquil[oa]|tranquille|ruhig\p{L}*|gelassen\p{L}*|rustige?|spokoin\p{L}*|spokojn\p{L}*|спокоин\p{L}*|sakin|هادئ\p{L}*|शांत`,
      "平静|冷静|落ち着いた|穏やか|차분한",
    ),
  ],
  [
    "cheerful",
    either(
      String.raw`cheerful(?:ly)?|cheery|alegre|joyeu(?:x|se)|enjoue\p{L}*|frohlich\p{L}*|heiter\p{L}*|allegr[oa]|vrolijke?|wesol\p{L}*|весел\p{L}*|neseli|مرح\p{L}*|खुशमिजाज`,
      "欢快|开朗|明るい|元気な|명랑한|밝은",
    ),
  ],
  [
    "happy",
    either(
      String.raw`happy|happily|happier|joyful|feliz|heureu(?:x|se)|glucklich\p{L}*|felice|blije?|radosn\p{L}*|радостн\p{L}*|mutlu|سعيد\p{L}*|खुश`,
      "高兴|开心|嬉しそう|행복한",
    ),
  ],
  [
    "sad",
    either(
      String.raw`sad(?:ly)?|sadder|triste|traurig\p{L}*|droevige?|smutn\p{L}*|грустн\p{L}*|печальн\p{L}*|uzgun|حزين\p{L}*|उदास|दुखी`,
      "悲伤|伤心|悲しい|슬픈",
    ),
  ],
  [
    "angry",
    either(
      String.raw`angry|angrily|furious|enojad[oa]|enfadad[oa]|en colere|wutend\p{L}*|bose|arrabbiat[oa]|bravo|zangrijo|boze?|zly|злои|злым|сердит\p{L}*|kizgin|غاضب\p{L}*|गुस्से`,
      "生气|愤怒|怒った|화난",
    ),
  ],
  [
    "excited",
    either(
      String.raw`excited|thrilled|emocionad[oa]|excite\p{L}*|aufgeregt\p{L}*|eccitat[oa]|animad[oa]|opgewonden|взволнованн\p{L}*|متحمس\p{L}*|उत्साहित`,
      "兴奋|興奮|신난",
    ),
  ],
  [
    "enthusiastic",
    either(
      String.raw`enthusiastic(?:ally)?|entusiasta|enthousiaste|begeistert\p{L}*|entuzjast\p{L}*|восторженн\p{L}*`,
      "热情",
    ),
  ],
  [
    "energetic",
    either(
      String.raw`energetic|upbeat|energic[oa]|energique|energisch\p{L}*|energiek\p{L}*|энергичн\p{L}*|enerjik`,
      "有活力|エネルギッシュ|활기찬",
    ),
  ],
  [
    "friendly",
    either(
      String.raw`friendly|amable|amigable|amical\p{L}*|freundlich\p{L}*|amichevole|amigavel|vriendelijke?|przyjazn\p{L}*|дружелюбн\p{L}*|samimi|ودود\p{L}*|मित्रवत`,
      "友好|亲切|フレンドリー|親しみ|친근한|친절한",
    ),
  ],
  [
    "warm",
    either(
      String.raw`warm|calid[oa]|chaleureu(?:x|se)|warme[nrs]?|cald[oa]|tepl\p{L}*|ciepl\p{L}*|тепл\p{L}*|sicak|دافئ\p{L}*`,
      "温暖|暖かい|따뜻한",
    ),
  ],
  [
    "soft",
    either(
      String.raw`soft(?:ly)?|gentle|gently|suave|dou(?:x|ce)|sanft\p{L}*|dolce|zachte?|lagodn\p{L}*|мягк\p{L}*|нежн\p{L}*|yumusak|ناعم\p{L}*|मधुर|कोमल`,
      "温柔|柔和|优しい|やさしい|부드러운",
    ),
  ],
  [
    "serious",
    either(
      String.raw`serious|seri[oa]|serieu(?:x|se)|ernst\p{L}*|serieuze?|powazn\p{L}*|серьезн\p{L}*|ciddi|جاد\p{L}*|गंभीर`,
      "严肃|真剣|진지한",
    ),
  ],
  [
    "professional",
    either(
      String.raw`professional|profesional|professionnel\p{L}*|professionell\p{L}*|professionale|profissional|profesjonaln\p{L}*|профессиональн\p{L}*|profesyonel|احترافي|पेशेवर`,
      "专业|プロの|전문적인",
    ),
  ],
  [
    "whispering",
    either(
      String.raw`whisper(?:ing|ed|y)?|susurr\p{L}*|chuchot\p{L}*|murmure\p{L}*|fluster\p{L}*|sussurr\p{L}*|fluister\p{L}*|szept\p{L}*|шепот\p{L}*|fisilt\p{L}*|همس\p{L}*|फुसफुसा\p{L}*`,
      "低语|耳语|ささやき|囁|속삭이는",
    ),
  ],
  [
    "dramatic",
    either(
      String.raw`dramatic(?:ally)?|epic|dramatic[oa]|dramatique|dramatisch\p{L}*|drammatic[oa]|драматичн\p{L}*`,
      "戏剧|ドラマチック|극적인",
    ),
  ],
  [
    "soothing",
    either(
      "soothing|relaxing|relaxante?|apaisante?|beruhigend\\p{L}*|rilassante|успокаивающ\\p{L}*",
      "舒缓",
    ),
  ],
  ["confident", either("confident(?:ly)?|segur[oa]|selbstbewusst\\p{L}*|уверенн\\p{L}*")],
  [
    "funny",
    either(
      "funny|silly|gracios[oa]|drole|lustig\\p{L}*|divertente|grappige?|смешн\\p{L}*",
      "搞笑|面白い|웃긴",
    ),
  ],
];

const ages: readonly (readonly [string, RegExp])[] = [
  [
    "old",
    either(
      String.raw`old(?:er)?|elderly|aged|ancian[oa]|viej[oa]|mayor|vieux|vieil(?:le)?|age\p{L}{1,2}|alt(?:e[nrs]?)?|anzian[oa]|vecchi[oa]|velh[oa]|idos[oa]|oude?|bejaarde?|star(?:y|ego|a|ej)|starsz\p{L}*|старик\p{L}*|стар\p{L}*|пожил\p{L}*|yasli|عجوز|مسن\p{L}*|बूढ़\p{L}*|grandm\p{L}+|grandpa|grandfather|granny`,
      "老人|老年|老头|老奶奶|老爷爷|年配|おじいさん|おばあさん|노인|할머니|할아버지",
    ),
  ],
  [
    "young",
    either(
      String.raw`young(?:er)?|teen(?:age(?:r|d)?)?|joven|jeune|jung(?:e[nrs]?)?|giovane|jovem|jonge?|mlod\p{L}*|молод\p{L}*|genc|شاب\p{L}*|युवा`,
      "年轻|若い|젊은",
    ),
  ],
  [
    "child",
    either(
      String.raw`child(?:'s|ren)?|kid(?:'s|s)?|toddler|little (?:girl|boy)|nin[oa]s?|enfants?|kind(?:er\p{L}*|es)?|kinderstimme|bambin[oa]|crianca|kinderstem|dzieck\p{L}*|dzieci\p{L}*|детск\p{L}*|ребен\p{L}*|cocuk\p{L}*|طفل\p{L}*|बच्च\p{L}*`,
      "小孩|儿童|孩子|子供|こども|아이|어린이",
    ),
  ],
];

/**
 * Reads the speaker and the manner of speaking. One word can state several properties: "grandma" is female
 * and old.
 */
export function readVoice(draft: SlotDraft): void {
  const found = {
    gender: findNamed(draft, genders),
    accent: findNamed(draft, accents),
    tone: findNamed(draft, tones),
    age: findNamed(draft, ages),
  };
  const voice: Voice = {};
  if (found.gender) voice.gender = found.gender.name;
  if (found.accent) voice.accent = found.accent.name;
  if (found.tone) voice.tone = found.tone.name;
  if (found.age) voice.age = found.age.name;
  for (const named of Object.values(found)) if (named) cut(draft, named.match);
  if (Object.keys(voice).length > 0) draft.parameters.voice = voice;
}

function findNamed<Name extends string>(
  draft: SlotDraft,
  choices: readonly (readonly [Name, RegExp])[],
): { name: Name; match: RegExpMatchArray } | undefined {
  for (const [name, pattern] of choices) {
    const match = findFirst(draft, pattern);
    if (match) return { name, match };
  }
  return undefined;
}
