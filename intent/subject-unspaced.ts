import { foldInPlace } from "./text/normalize.ts";

/** Longer texts are descriptions; a pattern would not find a request around them. */
const requestCharactersMax = 300;

/**
 * A request whose verb or medium closes the sentence: the subject is between opening and closing. Both
 * patterns match folded text in which U+E001 replaces a parameter that was cut out.
 *
 * Callers write the text, so a pattern may take no more than quadratic time in its `requestCharactersMax`
 * characters: at most two adjacent repetitions match the same character, the alternatives of a repetition
 * begin differently, and a closing begins where a run of its first characters begins.
 */
interface Request {
  /** At the beginning of the text. */
  readonly opening: RegExp;
  /** Up to the end of the text; the subject ends at its first match. */
  readonly closing: RegExp;
}

/** For a subject up to the end of the text. */
const end = /$/gu;

const requests: readonly Request[] = [
  // Chinese: verb, measure word, subject, 的, medium.
  {
    opening:
      /^(?:请|麻烦|你好|能不能|可以|能|帮我|帮忙|给我|我想要|我想|我要|我需要|想要|为我|来|[\s，,\uE001])*(?:生成|制作|创建|创作|绘制|设计|画|做|拍摄|拍|建|来|要|用)?出?(?:一?[张張幅段个個部份条條只]|[\s的\uE001])*(?:关于|有关|包含|展示)?/u,
    closing:
      /(?<![的\uE001])[的\uE001](?:高清|真实|短|动态|[的\uE001])*(?:图片|图像|图画|图|照片|相片|画像|画|插画|插图|海报|视频|影片|短片|短视频|动画|片段|3d ?模型|三维模型|模型|3d打印模型|肖像)(?:吧|呢|好吗|可以吗|谢谢|[\s，,。.！!？?\uE001])*$/gu,
  },
  {
    opening:
      /^(?:请|麻烦|你好|能不能|可以|帮我|帮忙|给我|我想要|我想|我要|我需要|为我|[\s，,\uE001])*(?:生成|制作|创建|创作|绘制|设计|画|做|拍摄|拍|建|来)出?(?:一?[张張幅段个個部份]|[\s的\uE001])*(?:图片|图像|图画|图|照片|画|插画|视频|影片|短片|短视频|动画|3d ?模型|三维模型|模型)?[\s\uE001]*(?:[:：，,]|关于|展示)\s*/u,
    closing: end,
  },
  {
    opening:
      /^(?:请|麻烦|你好|能不能|可以|帮我|帮忙|给我|我想要|我想|我要|我需要|为我|来|[\s，,\uE001])*(?:画|绘制|生成|做|拍)(?:一?[张張幅段]|\uE001)*(?=[^\s，,：:]{2})/u,
    closing: end,
  },
  // Japanese: subject, の, medium, を, verb.
  {
    opening: /^(?:すみません|お願いです|できれば|[\s、\uE001])*/u,
    closing:
      /(?:(?<![の\uE001])[の\uE001]|が(?:出てくる|映っている|写っている)|を(?:描いた|テーマにした|題材にした|使った)|についての|している)(?:高画質な|きれいな|短い|リアルな|可愛い|かわいい|[\sの、\uE001])*(?:画像|写真|絵画|絵|イラスト|動画|ビデオ|ムービー|映像|アニメーション|ショート動画|クリップ|3dモデル|3dデータ|3d ?モデル|モデル|ポスター|ロゴ|水彩画|油絵)(?:生成|制作|出力|[作成描欲見願枚、。！!\s\uE001]|\p{Script=Hiragana}|(?![作成描欲見願枚])\p{Script=Han}(?=\p{Script=Hiragana}))*$/gu,
  },
  {
    opening: /^(?:すみません|お願いです|できれば|[\s、\uE001])*/u,
    closing:
      /を[でに\s、\uE001]*(?:描|作|生成|3d|制作)[\p{Script=Hiragana}\p{Script=Han}。！!\s\uE001]*$/gu,
  },
  // Korean: subject, medium, verb.
  {
    opening: /^(?:안녕하세요,?|혹시|좀|[\s\uE001])*/u,
    closing:
      /(?:의|을|를|(?:이|가) ?(?=나오는|등장하는|있는|그려진))?(?: ?(?:나오는|등장하는|있는|담은|그린|관한))?(?:짧은|멋진|짜리|[의\s\uE001])*(?:이미지|그림|사진|일러스트|영상|동영상|비디오|클립|애니메이션|3d ?모델|모델|입체 모델|포스터)[\p{Script=Hangul}\s.!?\uE001]*$/gu,
  },
  {
    opening: /^[\s\uE001]*/u,
    closing: /[을를]? ?(?:그려|만들어|생성해|제작해)[\p{Script=Hangul}\s.!?\uE001]*$/gu,
  },
  // Hindi: subject, genitive, medium, verb.
  {
    opening: /^(?:कृपया|मुझे|हमें|प्लीज़|नमस्ते,?|[\s\uE001])*/u,
    closing:
      / (?:की|का|के|वाला|वाली|वाले|पर)(?:एक|कुछ|सुंदर|छोटा|की|का|[\s\uE001])*(?:तस्वीर|तस्वीरें|फोटो|चित्र|इमेज|पेंटिंग|स्केच|वीडियो|क्लिप|फिल्म|एनिमेशन|3d मॉडल|मॉडल|3d ऑब्जेक्ट|पोस्टर|लोगो)[\p{L}\p{M}\s।,.!?\uE001]*$/gu,
  },
  {
    opening: /^(?:mujhe|please|plz|\s)*/u,
    closing:
      / (?:ki|ka|ke)(?: ek)? (?:photo|tasveer|tasvir|image|picture|video|clip|painting|3d model)[\p{L}\s,.!?\uE001]*$/gu,
  },
  // Turkish: subject, medium with possessive, verb.
  {
    opening: /^(?:bana|lutfen|merhaba,?|selam,?|[\s\uE001])*/u,
    closing:
      /(?: (?:iceren|olan|hakkinda|gosteren))?(?<![\s\uE001])(?:kisa|bir|guzel|[\s\uE001])*(?<= )(?:resmi|resim|gorsel|fotografi|fotograf|cizimi|illustrasyonu|videosu|video|klibi|klip|filmi|animasyonu|3d modeli|tablosu|posteri)[\p{L}\s,.!?\uE001]*$/gu,
  },
  {
    opening: /^(?:bana|lutfen|[\s\uE001])*/u,
    closing: / (?:ciz(?:er misin)?|olustur|uret|tasarla)(?:ur musun|ir misin)?[\s,.!?\uE001]*$/gu,
  },
];

const scriptsPattern =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\p{Script=Devanagari}|(?<!\p{L})(?:oluştur|üret|yap|çiz|hazırla|resmi|görseli|videosu|istiyorum|modeli|fotoğrafı|tasarla|banao|chahiye|animasyonu|klibi|tablosu)/iu;

/** German and Dutch with a modal verb. */
const closingVerb: Request = {
  opening: /^/u,
  closing:
    /(?<![\s\uE001])[\s\uE001]+(?:machen|erstellen|zeichnen|malen|generieren|erzeugen|drehen|zeigen|bauen|gestalten|entwerfen|zu sehen(?: ist| sind)?|vorkommt|maken|tekenen|genereren|ontwerpen|schilderen|te zien(?: is| zijn)?)[\s,.!?\uE001]*$/gu,
};

/** Strips the closing part of a request in languages that put it last. */
export function stripClosingRequest(text: string): string {
  if (text.length > requestCharactersMax) return text;
  const folded = foldInPlace(text);
  const candidates = scriptsPattern.test(text) ? requests : [closingVerb];
  for (const request of candidates) {
    const subject = findSubject(folded, request);
    const what = subject === null ? "" : text.slice(...subject).trim();
    if (what !== "") return what;
  }
  return text;
}

/** Finds the subject: at least one character between opening and closing, all in one line. */
function findSubject(
  folded: string,
  { opening, closing }: Request,
): readonly [start: number, end: number] | null {
  const start = opening.exec(folded)?.[0].length;
  if (start === undefined || start >= folded.length) return null;
  const first = String.fromCodePoint(folded.codePointAt(start) ?? 0);
  closing.lastIndex = start + first.length;
  const until = closing.exec(folded)?.index;
  if (until === undefined || /[\n\r\u2028\u2029]/u.test(folded.slice(start, until))) return null;
  return [start, until];
}
