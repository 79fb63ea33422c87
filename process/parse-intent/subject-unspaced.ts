import { foldInPlace } from "./normalize.ts";

/** Longer texts are descriptions; a request around them would not be found by a pattern. */
const requestCharactersMax = 300;

/**
 * Requests whose verb or medium closes the sentence: Chinese, Japanese, Korean, Hindi, Turkish, and
 * German and Dutch with a modal verb. `what` is the subject; patterns see folded text in which
 * U+E001 stands for a parameter that was cut out.
 */
const patterns: readonly RegExp[] = [
  // Chinese: verb, measure word, subject, 的, medium.
  /^(?:请|麻烦|你好[，,]?|能不能|可以|能|帮我|帮忙|给我|我想要|我想|我要|我需要|想要|为我|来|\uE001|\s|[，,])*(?:生成|制作|创建|创作|绘制|设计|画|做|拍摄|拍|建|来|要|用)?(?:出)?(?:一?[张張幅段个個部份条條只]|\uE001|\s|的)*(?:关于|有关|包含|展示)?(?<what>.+?)(?:的|\uE001)+(?:高清|真实|短|动态|\uE001|的)*(?:图片|图像|图画|图|照片|相片|画像|画|插画|插图|海报|视频|影片|短片|短视频|动画|片段|3d ?模型|三维模型|模型|3d打印模型|肖像)(?:\uE001|吧|呢|好吗|可以吗|谢谢|\s|[，,。.！!？?])*$/du,
  /^(?:请|麻烦|你好[，,]?|能不能|可以|帮我|帮忙|给我|我想要|我想|我要|我需要|为我|\uE001|\s|[，,])*(?:生成|制作|创建|创作|绘制|设计|画|做|拍摄|拍|建|来)(?:出)?(?:一?[张張幅段个個部份]|\uE001|\s|的)*(?:图片|图像|图画|图|照片|画|插画|视频|影片|短片|短视频|动画|3d ?模型|三维模型|模型)?(?:\s|\uE001)*(?:[:：，,]|关于|展示)\s*(?<what>.+)$/du,
  /^(?:请|麻烦|你好[，,]?|能不能|可以|帮我|帮忙|给我|我想要|我想|我要|为我|来|\uE001|\s|[，,])*(?:画|绘制|生成|做|拍)(?:一?[张張幅段]|\uE001)*(?<what>[^\s，,：:]{2,}.*)$/du,
  // Japanese: subject, の, medium, を, verb.
  /^(?:すみません|お願いです|できれば|\s|、|\uE001)*(?<what>.+?)(?:の|が(?:出てくる|映っている|写っている)|を(?:描いた|テーマにした|題材にした|使った)|についての|している|\uE001)(?:\s|の|\uE001|、|高画質な|きれいな|短い|リアルな|可愛い|かわいい)*(?:画像|写真|絵画|絵|イラスト|動画|ビデオ|ムービー|映像|アニメーション|ショート動画|クリップ|3dモデル|3dデータ|3d ?モデル|モデル|ポスター|ロゴ|水彩画|油絵)(?:を|が|で|\uE001|\s|、)*(?:\p{Script=Han}?\p{Script=Hiragana}|作|成|生成|作成|制作|描|欲|見|願|出力|\uE001|枚|つ|[、。！!\s])*$/du,
  /^(?:すみません|お願いです|できれば|\s|、|\uE001)*(?<what>.+?)を(?:\uE001|\s|で|に|、)*(?:描|作|生成|作成|3d|制作)[\p{Script=Hiragana}\p{Script=Han}。！!\s\uE001]*$/du,
  // Korean: subject, medium, verb.
  /^(?:안녕하세요,?|혹시|좀|\s|\uE001)*(?<what>.+?)(?:의|을|를|(?:이|가) ?(?=나오는|등장하는|있는|그려진))?(?: ?(?:나오는|등장하는|있는|담은|그린|관한))?(?:\s|\uE001|짧은|의|멋진|짜리)*(?:이미지|그림|사진|일러스트|영상|동영상|비디오|클립|애니메이션|3d ?모델|모델|입체 모델|포스터)(?:를|을|로|이|가)?(?:\s|\uE001|좀)*(?:만들|생성|그려|제작|필요|원해|부탁|보여|주세요|줘|뽑아)?[\p{Script=Hangul}\s.!?\uE001]*$/du,
  /^(?:\s|\uE001)*(?<what>.+?)(?:을|를)? ?(?:그려|만들어|생성해|제작해)[\p{Script=Hangul}\s.!?\uE001]*$/du,
  // Hindi: subject, genitive, medium, verb.
  /^(?:कृपया|मुझे|हमें|प्लीज़|नमस्ते,?|\s|\uE001)*(?<what>.+?) (?:की|का|के|वाला|वाली|वाले|पर)(?: एक| कुछ| सुंदर| छोटा|\s|\uE001|की|का)* ?(?:तस्वीर|तस्वीरें|फोटो|चित्र|इमेज|पेंटिंग|स्केच|वीडियो|क्लिप|फिल्म|एनिमेशन|3d मॉडल|मॉडल|3d ऑब्जेक्ट|पोस्टर|लोगो)[\p{L}\p{M}\s।,.!?\uE001]*$/du,
  /^(?:mujhe|please|plz|\s)*(?<what>.+?) (?:ki|ka|ke)(?: ek)? (?:photo|tasveer|tasvir|image|picture|video|clip|painting|3d model)[\p{L}\s,.!?\uE001]*$/du,
  // Turkish: subject, medium with possessive, verb.
  /^(?:bana|lutfen|merhaba,?|selam,?|\s|\uE001)*(?<what>.+?)(?: (?:iceren|olan|hakkinda|gosteren))?(?:\s|\uE001|kisa|bir|guzel)* (?:resmi(?:ni)?|resim|gorseli(?:ni)?|gorsel|fotografi(?:ni)?|fotograf|cizimi|illustrasyonu|videosu(?:nu)?|video|klibi|klip|filmi|animasyonu|3d modeli(?:ni)?|tablosu(?:nu)?|posteri)(?:\s|\uE001)*(?:olustur|uret|yap|ciz|hazirla|istiyorum|lazim|cek)?[\p{L}\s,.!?\uE001]*$/du,
  /^(?:bana|lutfen|\s|\uE001)*(?<what>.+?) (?:ciz(?:er misin)?|olustur|uret|tasarla)(?:ur musun|ir misin)?[\s,.!?\uE001]*$/du,
];

const scriptsPattern =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\p{Script=Devanagari}|(?<!\p{L})(?:oluştur|üret|yap|çiz|hazırla|resmi|görseli|videosu|istiyorum|modeli|fotoğrafı|tasarla|banao|chahiye|animasyonu|klibi|tablosu)/iu;

const closingVerb =
  /(?<what>.+?)(?:\s|\uE001)+(?:machen|erstellen|zeichnen|malen|generieren|erzeugen|drehen|zeigen|bauen|gestalten|entwerfen|zu sehen(?: ist| sind)?|vorkommt|maken|tekenen|genereren|ontwerpen|schilderen|te zien(?: is| zijn)?)[\s,.!?\uE001]*$/du;

/** Strips the closing part of a request where the language puts it last. */
export function stripClosingRequest(text: string): string {
  if (text.length > requestCharactersMax) return text;
  const folded = foldInPlace(text);
  const candidates = scriptsPattern.test(text) ? patterns : [closingVerb];
  for (const pattern of candidates) {
    const range = pattern.exec(folded)?.indices?.groups?.["what"];
    const what = range ? text.slice(...range).trim() : "";
    if (what !== "") return what;
  }
  return text;
}
