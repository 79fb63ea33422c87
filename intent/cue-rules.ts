import type { Label } from "./classifier.ts";
import { either } from "./slots/draft.ts";

/** Log-odds of a wording for or against a label, added to the classifier's. */
interface CueRule {
  readonly pattern: RegExp;
  readonly scores: Partial<Record<Label, number>>;
}

/** Wordings with more significance than the classifier can learn from its phrases. */
export const cueRules: readonly CueRule[] = [
  {
    pattern: either(
      String.raw`three-?dimensional|tridimensional\p{L}*|dreidimensional\p{L}*|трехмерн\p{L}*`,
      "三维|立体",
    ),
    scores: { "image-to-3d": 1, "text-to-3d": 1 },
  },
  {
    pattern:
      /^(?:please |bitte )?(?:count|zahle?|cuenta|compte|conta|conte|tel|policz|посчитаи|how many)(?!\p{L})|数一数|数えて|세어/gu,
    scores: { "vision-analysis": 2 },
  },
  { pattern: /[?？؟]\s*$/gu, scores: { "vision-analysis": 0.6 } },
  {
    pattern: either(
      String.raw`former glory|back to its original|like new|good as new|mend|rips?|faded|torn|ripped|cracks?|cracked|creased|yellowed|water stains?|damaged|descolorid\p{L}*|rasgad[oa]|delave\p{L}*|dechire\p{L}*|abime\p{L}*|verblasst\p{L}*|zerrissen\p{L}*|zerkratzt\p{L}*|strappat[oa]|sbiadit[oa]|desbotad[oa]|gescheurd\p{L}*|podart\p{L}*|wyblakl\p{L}*|yirtik|порван\p{L}*|выцвет\p{L}*`,
      "泛黄|发黄|撕破|褪色|色あせ|破れ|찢어진|바랜",
    ),
    scores: { restoration: 1.8 },
  },
  {
    pattern: either(
      String.raw`(?:spoken|read|voiced|narrated|said|told) by|gesprochen von|leido por|lu par|narrado por`,
    ),
    scores: { "text-to-speech": 3 },
  },
  {
    pattern: either(
      String.raw`up-?\s?scal\p{L}*|upres|super-?resolution|enlarge\p{L}*|апскеил\p{L}*|agrandi\p{L}*|ingrandi\p{L}*|vergrosser\p{L}*|vergrößer\p{L}*|ampli(?:a|ar|e|ame)|powieksz\p{L}*|buyut\p{L}*|escala(?:r|la)?|hochskalier\p{L}*|opschal\p{L}*`,
      "放大|アップスケール|拡大|업스케일|확대|高解像度",
    ),
    scores: { upscaling: 2.5 },
  },
  {
    pattern: either(
      String.raw`transcri\p{L}*|transkri\p{L}*|speech[- ]to[- ]text|расшифр\p{L}*|транскри\p{L}*|ट्रांसक्रा\p{L}*`,
      "转写|转录|文字起こし|書き起こ|받아쓰|받아써|전사",
    ),
    scores: { "speech-to-text": 2.5 },
  },
  {
    pattern: either(
      String.raw`lip-?\s?sync\p{L}*|lip-?synk|lips|mouth movements?|sync(?:hroni[sz]e)? (?:the |his |her )?(?:mouth|lips)|lippen\p{L}*|labios|levres|labbra|labios|губ\p{L}*|dudak\p{L}*|usta|الشفاه|होंठ\p{L}*`,
      "对口型|嘴型|口型|唇|リップシンク|口の動き|립싱크|입 ?모양",
    ),
    scores: { "lip-sync": 1.5 },
  },
  {
    pattern: either(String.raw`lip-?\s?syn[ck]\p{L}*`, "リップシンク|립싱크|对口型"),
    scores: { "lip-sync": 3 },
  },
  {
    pattern: either(
      String.raw`(?:double|half|twice|\d(?:[.,]\d)?x) (?:the )?speed|faster|slower|speed(?:ed)? (?:(?:it|this|that|the \p{L}+) )?up|slow(?:ed)? (?:it |this )?down|in reverse|backwards?`,
    ),
    scores: { "video-editing": 1.5 },
  },
  {
    pattern: either(
      String.raw`nois[ey]|hiss|hum|grain(?:y)?|rauschen|verrauscht|unscharf|blurr?y|bruit|ruido|rumore de fundo|шум\p{L}*`,
      "噪|ノイズ|雑音|잡음|노이즈",
    ),
    scores: { enhancement: 1 },
  },
  {
    pattern:
      /(?:画像|写真|絵|イラスト)を.{0,8}(?:作|生成|描)|(?:生成|画|做|来).{0,12}(?:图片|图像|照片|插画)|(?:이미지|그림|사진)(?:를|을)? ?.{0,6}(?:만들|생성|그려)/gu,
    scores: { "text-to-image": 1.5 },
  },
  {
    pattern:
      /(?:動画|ビデオ|映像|アニメーション)を.{0,8}(?:作|生成)|(?:生成|做|制作|拍).{0,12}(?:视频|短片|动画)|(?:영상|동영상|비디오)(?:를|을)? ?.{0,6}(?:만들|생성)/gu,
    scores: { "text-to-video": 2, "image-to-video": 1.5 },
  },
  {
    pattern:
      /^(?:please |can you |could you )?(?:draw|paint|sketch) (?:me )?(?:an? |the |some |two |three )?\p{L}/gu,
    scores: { "text-to-image": 1.5 },
  },
  {
    pattern: /^(?:is|are|does|do|did|was|were|has|which|what|who|how old)(?!\p{L}).*\?\s*$/gu,
    scores: { "vision-analysis": 1.2 },
  },
  {
    pattern:
      /(?<!\d)\d{4,5} ?[x×] ?\d{4,5}(?!\d)|(?<![\p{L}\p{N}])(?:[48] ?k|(?:720|1080|1440|2160)p)(?![\p{L}\p{N}])/gu,
    scores: { upscaling: 1.3 },
  },
  {
    pattern: either(
      String.raw`(?:bring|brings|bringing) .{1,60} (?:to life|alive)|come(?:s)? (?:alive|to life)|dale vida|dar vida|donne vie|zum leben|dai vita|da(?:r)? vida|de vida|tot leven|ozyw|оживи|canlandir`,
      "动起来|命を吹き込|생명을",
    ),
    scores: { "image-to-video": 2 },
  },
  {
    pattern:
      /^(?:please |can you |bitte |por favor |帮我|请)?(?:write|escribe|escribeme|ecris|ecrivez|redige|schreib|schreibe|scrivi|escreva|schrijf|napisz|напиши|写一?[封篇首段])(?! (?:down|out|up|what|a caption|captions?|alt|the caption|the text|on|lo|ce|auf|ab|quello|o que|the (?:word|text|letters)|\p{L}+ (?:word|in)))/gu,
    scores: { unsupported: 2 },
  },
  {
    pattern: /^(?:an?|un|une|una|ein|eine|um|uma|een) \p{L}+(?: \p{L}+){0,5}$/gu,
    scores: { description: 2 },
  },
  {
    pattern:
      /^(?:please |can you )?(?:translate|traduce|traduis|ubersetze|traduci|traduza|vertaal|przetlumacz|переведи) ?(?:(?:the|this|la|diesen|cette|questa) (?:sentence|phrase|frase|satz|word)|\s|$|to|into)/gu,
    scores: { unsupported: 2.5 },
  },
  {
    pattern: either(
      String.raw`3-?\s?d(?!-?\s?(?:render|style|animat|film|movie|look|effect))|3д|stl|glb|gltf|fbx|usdz|three-?dimensional|tridimensional\p{L}*|dreidimensional\p{L}*|трехмерн\p{L}*|ثلاثي الابعاد`,
      "三维|立体モデル|입체",
    ),
    scores: { "text-to-3d": 1.2, "image-to-3d": 1.2 },
  },
  {
    pattern: either(
      String.raw`text[- ]to[- ]speech|tts|voice-?\s?over|read (?:this |it |the following |that )?(?:text )?(?:aloud|out loud)|narrate|en voz alta|a voix haute|ad alta voce|em voz alta|laut vor|вслух|озвуч\p{L}*|hardop|na glos`,
      "朗读|読み上げ|소리 ?내어",
    ),
    scores: { "text-to-speech": 2 },
  },
  {
    pattern: either(
      String.raw`restor(?:e|ing|ation)|restaur\p{L}*|odrestaur\p{L}*|реставр\p{L}*|отреставр\p{L}*|رمم|scratch(?:es|ed)?`,
      "老照片|旧照片|修復|복원",
    ),
    scores: { restoration: 1.2 },
  },
  {
    pattern:
      /\d ?(?:fps|frames per second)|(?:\d|ten|five|six|eight)[ -]?(?:seconds?|secs?|segundos|secondes|sekunden|secondi|секунд\p{L}*|saniye\p{L}*|s\b)|\d ?[秒초]/gu,
    scores: { "text-to-video": 1.3, "image-to-video": 1, "video-editing": 0.4 },
  },
  {
    pattern:
      /\b(?:35|50|85)mm\b|bokeh|film grain|studio lighting|golden hour|depth of field|digital art|octane|artstation|wallpaper|f\/\d/gu,
    scores: { "text-to-image": 1.5 },
  },
];
