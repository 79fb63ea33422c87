import { numberSource, toNumber } from "#intent/number-words.ts";

import { cut, either, findFirst, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

const variantPattern = toPattern(
  String.raw`(?<![\p{L}\p{N}.:])(?<number>${numberSource})(?= (?:\p{L}[\p{L}-]* ){0,3}?(?:images|pictures|pics|photos|imgs|photographs|illustrations|drawings|paintings|portraits|renders|artworks|sketches|logos|posters|icons|stickers|variations?|variants?|versions?|options|alternatives|takes|clips|videos|vids|animations|models|gifs|imagenes|fotos|dibujos|ilustraciones|variaciones|versiones|dessins|variantes|bilder|varianten|zeichnungen|illustrationen|immagini|foto|disegni|varianti|versioni|imagens|desenhos|variacoes|versoes|afbeeldingen|plaatjes|foto's|tekeningen|obrazy|zdjec\p{L}*|obraz\p{L}+|wersj\p{L}+|tane|resim|gorsel|картин\p{L}+|изображени\p{L}+|фото\p{L}*|вариант\p{L}*|рисун\p{L}+|ролик\p{L}*|صور|नमूने|तस्वीरें|फोटो)(?![\p{L}]))`,
);
const unspacedCountPattern = toPattern(
  String.raw`(?<number>${numberSource}|한|세|네) ?(?:张|張|幅|枚|장|个版本|种|段视频|つのバリエーション)`,
);

const countMax = 20;

/** Reads the number of results. "One" and "a" do not count, nor do numbers beyond `countMax`. */
export function readCount(draft: SlotDraft): void {
  const match = findFirst(draft, variantPattern) ?? findFirst(draft, unspacedCountPattern);
  if (!match || (match.index ?? 0) > 120) return;
  const isInsideSubject = /\b(?:of|showing|with|where|von|mit|de|di|van) /u.test(
    draft.text.slice(0, match.index),
  );
  const count = toNumber(match.groups?.["number"] ?? "");
  if (isInsideSubject || !Number.isInteger(count) || count < 2 || count > countMax) return;
  draft.parameters.count = count;
  cut(draft, match);
}

const seedPattern =
  /(?<!\p{L})(?:seed|semilla|graine|сид|种子|シード|시드)(?: number| nr)?[ :=#]{0,3}(\d{1,10})(?!\d)/gu;

export function readSeed(draft: SlotDraft): void {
  const match = findFirst(draft, seedPattern);
  if (!match) return;
  draft.parameters.seed = Number(match[1]);
  cut(draft, match);
}

const formats: Readonly<Record<"image" | "video" | "audio" | "text" | "3d", string>> = {
  image: "png|jpe?g|webp|svg|tiff?|avif",
  video: "mp4|mov|webm|mkv|avi|gif",
  audio: "mp3|wav|ogg|flac|m4a|aac|opus",
  text: "srt|vtt|txt|json",
  "3d": "glb|gltf|obj|stl|fbx|usdz|ply",
};
const formatPatterns = Object.fromEntries(
  Object.entries(formats).map(([kind, source]) => [
    kind,
    toPattern(
      String.raw`(?:(?<!\p{L})(?:(?:and )?export(?:ed)? (?:it )?|save (?:it )?|saved |output |exporta(?:r|do)? |exportiere? |exporter )?(?:as|to|in|als|como|en|come|em|jako|в формате|формат|w formacie|format:?) (?:an? |ein |un |una )?\.?)?(?<![\p{L}\p{N}])\.?(?<name>${source})(?![\p{L}\p{N}])(?:[ -](?:file|files|format|datei|archivo|fichier|bestand|plik|dosyasi|olarak|格式|形式))?`,
    ),
  ]),
) as Record<keyof typeof formats, RegExp>;

export function readFormat(draft: SlotDraft, kind: keyof typeof formats): void {
  const match = findFirst(draft, formatPatterns[kind]);
  const name = match?.groups?.["name"];
  if (!match || name === undefined) return;
  draft.parameters.format = name === "jpg" ? "jpeg" : name;
  cut(draft, match);
}

const noSource = String.raw`(?:no|without(?: any)?|not any|avoid|exclude|excluding|don'?t (?:include|show|add)|sin|sans|pas de|ohne|keine?|senza|nessun[ao]?|sem|zonder|geen|bez|без|بدون|بلا)`;
/** A separate clause, or one of the things that people usually want to exclude. */
const usualSource = String.raw`(?:any )?(?:people|persons?|humans?|text|texts|words?|letters?|watermarks?|logos?|captions?|background|blur|borders?|faces?|hands|cars?|shadows?|personas?|gente|texto|letras|personnes?|gens|texte|menschen|personen|leute|schrift|wasserzeichen|persone|testo|scritte|pessoas|mensen|tekst|ludzi|tekstu|napisow|люд\p{L}+|текст\p{L}*|надпис\p{L}+|اشخاص|نص|ناس)`;
const negativePatterns = [
  toPattern(
    String.raw`(?<![\p{L}])${noSource} (?<what>${usualSource}(?:(?:,? (?:or|and|nor|y|ni|et|und|oder|e|o|ou|en|of|i|и|или) |, )(?:${noSource} )?${usualSource}){0,4})(?!\p{L})`,
  ),
  toPattern(
    String.raw`(?:[,.;(\n]|^| - )\s*(?:but |and |with |mit |con )?${noSource} (?<what>\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,3})(?=\s*(?:[,.;)!\n]|$))`,
  ),
  /negative(?: prompt)?: ?(?<what>[^.;\n]{2,200})/gu,
  /(?:没有|不要(?:有)?|无)(?<what>人物?|文字|水印|字)/gu,
  /(?<what>人物?|文字|テキスト|ロゴ|透かし)(?:は)?(?:なし|無し|抜き)(?:で)?/gu,
  /(?<what>사람|텍스트|글자|로고) ?없이/gu,
  /बिना (?:किसी )?(?<what>लोगों|टेक्स्ट|इंसान)(?: के)?/gu,
] as const;

/** Reads the things to exclude from the result, joined by commas. */
export function readNegativePrompt(draft: SlotDraft): void {
  const found: string[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const pattern of negativePatterns) {
    for (const match of draft.text.matchAll(pattern)) {
      const what = match.groups?.["what"];
      const start = match.index;
      if (
        what === undefined ||
        taken.some((span) => start < span.end && start + match[0].length > span.start)
      )
        continue;
      taken.push({ start, end: start + match[0].length });
      found.push(...splitList(what));
      cut(draft, match);
    }
  }
  if (found.length > 0) draft.parameters.negativePrompt = [...new Set(found)].join(", ");
}

function splitList(what: string): string[] {
  return what
    .split(/,|\b(?:or|and|nor|oder|und|ni|et|ou)\b/u)
    .map((part) => part.replace(new RegExp(`^\\s*(?:${noSource} )?(?:any )?`, "u"), "").trim())
    .filter((part) => part !== "");
}

const operations: readonly (readonly [string, RegExp])[] = [
  [
    "denoise",
    either(
      String.raw`de-?nois\p{L}*|noise|noisy|grain(?:y|s)?|hiss|hum|static|ruido|bruit|grain|rauschen|rauschfrei|entrausch\p{L}*|hintergrundgerausch\p{L}*|storgerausch\p{L}*|kornig\p{L}*|rumore|ruido|ruis|achtergrondgeluid|szum\p{L}*|gurultu\p{L}*|parazit\p{L}*|шум\p{L}*|зерн\p{L}*|ضوضاء|الضوضاء|الضجيج|تشويش|नॉइज़|शोर`,
      "噪点|噪音|噪|降噪|雑音|ノイズ|잡음|노이즈",
    ),
  ],
  [
    "sharpen",
    either(
      String.raw`sharp(?:en|er|ness|ened|ening)?|crisp(?:er)?|nitid\p{L}*|nett(?:e|ete)|plus nette?|scharf\p{L}*|nitidezza|scherp\p{L}*|wyostrz\p{L}*|ostr\p{L}*|netlestir\p{L}*|keskin\p{L}*|резк\p{L}*|чет[кч]\p{L}*|اوضح|حدة|وضوح|शार्प`,
      "锐化|清晰|鮮明|シャープ|선명",
    ),
  ],
  [
    "deblur",
    either(
      String.raw`de-?blur|unblur|blur(?:ry|red|riness)?|out of focus|borros[oa]|desenfocad[oa]|flou\p{L}*|unscharf\p{L}*|verschwommen\p{L}*|sfocat[oa]|desfocad[oa]|embacad[oa]|wazig\p{L}*|onscherp\p{L}*|rozmyt\p{L}*|bulanik\p{L}*|размыт\p{L}*|смазан\p{L}*|ضبابي\p{L}*|धुंधल\p{L}*`,
      "模糊|ぼけ|ぼやけ|ブレ|흐릿|흐린",
    ),
  ],
  [
    "contrast",
    either(
      String.raw`contrast\p{L}*|kontrast\p{L}*|контраст\p{L}*|التباين|तباين|कंट्रास्ट`,
      "对比度|コントラスト|대비",
    ),
  ],
  [
    "lighting",
    either(
      String.raw`lighting|light|dark(?:er|ness)?|low-?light|under-?exposed|iluminacion|oscur[oa]|luz|eclairage|sombre|lumiere|beleuchtung|licht|dunkel\p{L}*|illuminazione|scur[oa]|luce|iluminacao|escur[oa]|belichting|donker\p{L}*|oswietleni\p{L}*|ciemn\p{L}*|isik\p{L}*|karanlik\p{L}*|aydinlat\p{L}*|освещени\p{L}*|свет|темн\p{L}*|الاضاءة|مظلم\p{L}*|रोशनी|अंधेर\p{L}*`,
      "光线|太暗|照明|暗い|조명|어두",
    ),
  ],
  [
    "brightness",
    either(
      String.raw`bright(?:en|er|ness|ened)?|brillo|aclar\p{L}*|luminosite|eclairci\p{L}*|helligkeit|heller|aufhell\p{L}*|luminosita|schiari\p{L}*|brilho|clarei\p{L}*|helderheid|lichter|jasnosc|rozjasn\p{L}*|parlaklig\p{L}*|parlak|яркост\p{L}*|ярче|осветл\p{L}*|السطوع|चमक`,
      "亮度|亮一点|调亮|明るく|밝기|밝게",
    ),
  ],
  [
    "saturation",
    either(
      String.raw`saturat\p{L}*|vivid|vibran\p{L}*|saturaci\p{L}*|satturazione|sattigung|saturazione|saturacao|verzadiging|nasyceni\p{L}*|doygunlu\p{L}*|насыщенн\p{L}*|التشبع|सैचुरेशन`,
      "饱和度|彩度|채도",
    ),
  ],
  [
    "color",
    either(
      String.raw`colou?rs?|colou?r[- ]correct\p{L}*|colores|couleurs?|farben?|farbkorrektur|colori|cores|kleuren|kolory|kolorow|renk\p{L}*|цвета?|цветов|الالوان|रंग`,
      "颜色|色彩|色|색상|색감",
    ),
  ],
  [
    "white-balance",
    either(
      "white[- ]balance|balance de blancos|balance des blancs|weissabgleich|weißabgleich|bilanciamento del bianco|witbalans|баланс белого",
      "白平衡|ホワイトバランス|화이트 ?밸런스",
    ),
  ],
  [
    "exposure",
    either(
      String.raw`exposure|over-?exposed|exposicion|sobreexpuest[oa]|exposition|surexpose\p{L}*|uberbelichtet\p{L}*|esposizione|exposicao|экспозици\p{L}*|пересвечен\p{L}*`,
      "曝光|露出|노출",
    ),
  ],
  ["dehaze", either("de-?haze|haze|hazy|fog|foggy|neblina|brume|dunst|foschia", "去雾|かすみ")],
  [
    "red-eye",
    either(
      "red[- ]?eyes?|ojos rojos|yeux rouges|rote augen|occhi rossi|olhos vermelhos|rode ogen|красн\\p{L}+ глаз\\p{L}*",
      "红眼|赤目|적목",
    ),
  ],
  [
    "artifacts",
    either("artifacts?|artefacts?|artefakt\\p{L}*|jpeg compression|compression|артефакт\\p{L}*"),
  ],
  ["skin", either("skin|piel|peau|haut|pelle|pele|huid|кож\\p{L}*", "皮肤|磨皮|肌|피부")],
  [
    "voice-isolation",
    either("isolate (?:the )?(?:voice|vocals?|speech)|voice isolation|background (?:music|voices)"),
  ],
  [
    "loudness",
    either(
      "loud(?:er|ness)?|volume|normali[sz]e|volumen|lautstarke|lauter|громк\\p{L}*|الصوت اعلى",
      "音量|볼륨",
    ),
  ],
  ["dereverb", either("echo|reverb\\p{L}*|eco|hall|riverbero|эхо", "回声|エコー|反響|울림")],
];

/** Reads the enhancements to apply, in the order of the message. */
export function readOperations(draft: SlotDraft): void {
  const found = operations
    .map(([name, pattern]) => ({ name, match: findFirst(draft, pattern) }))
    .filter(({ match }) => match !== undefined)
    .toSorted((left, right) => (left.match?.index ?? 0) - (right.match?.index ?? 0))
    .map(({ name }) => name);
  if (found.length > 0) draft.parameters.operations = found;
}
