import { fillerWords, findMedium } from "#intent/words.ts";

import { cutSpan, either } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

/** Normalised style → its names in messages, more specific styles first. */
const styles: readonly (readonly [string, RegExp])[] = [
  [
    "watercolor",
    either(
      String.raw`water-?\s?colou?rs?(?: painting)?|acuarelas?|aquarelles?|aquarell\p{L}*|acquerell[oi]|aquarelas?|waterverf|aquarel|akwarel\p{L}*|sulu ?boya|акварел\p{L}*|مائية|الوان مائية|बॉटरकलर|वॉटरकलर|जलरंग`,
      "水彩画?|수채화",
    ),
  ],
  [
    "oil painting",
    either(
      String.raw`oil[- ]paint(?:ing|ings|ed)?|oil on canvas|in oils?|oils|(?:al|pintura al|pintado al) oleo|(?:a l'huile|peinture a l'huile|huile sur toile)|olgemalden?|in ol(?! )|olfarben?|olmalerei|(?:a|pittura a|dipinto a|ad) olio|olio su tela|(?:a|pintura a) oleo|olieverf\p{L}*|olejn\p{L}*|yagli ?boya|маслом|масл\p{L}+ живопис\p{L}*|картин\p{L}* маслом|زيتية|ऑयल पेंटिंग|तैल चित्र`,
      "油画|油絵|유화",
    ),
  ],
  [
    "pencil sketch",
    either(
      String.raw`pencil(?: sketch(?:es)?| drawing)?|(?:dibujo|boceto) a lapiz|a lapiz|(?:dessin|croquis) au crayon|au crayon|bleistift\p{L}*|(?:disegno|schizzo) a matita|a matita|(?:desenho|esboco) a lapis|a lapis|potlood\p{L}*|olowk\p{L}*|kara ?kalem|карандаш\p{L}*|بالقلم الرصاص|قلم رصاص|पेंसिल(?: स्केच)?`,
      "铅笔画?|素描|鉛筆画?|연필",
    ),
  ],
  [
    "pixel art",
    either(
      String.raw`pixel[- ]?art|8-?bit|16-?bit|pixelated style|pixelkunst|пиксель-?\s?арт\p{L}*|пиксельн\p{L}*|pixelart|بكسل ارت|पिक्सेल आर्ट`,
      "像素(?:风|艺术|画)?|ドット絵|픽셀 ?아트",
    ),
  ],
  [
    "low-poly",
    either(
      String.raw`low-?\s?poly(?:gon)?|низкополигональн\p{L}*|лоу-?поли|lowpoly`,
      "低多边形|ローポリ|로우폴리",
    ),
  ],
  [
    "anime",
    either(
      String.raw`(?:studio )?ghibli(?: studios?)?|anime(?! (?:cette|esta|este|essa|la|le|ma|mon|ce|minha)(?!\p{L}))|аниме|انمي|एनीमे|एनिमे`,
      "动漫|动画风|吉卜力|アニメ|ジブリ|애니메이션풍|애니메|지브리",
    ),
  ],
  ["manga", either("manga|манга|مانغا", "漫画风|マンガ|망가")],
  [
    "comic",
    either(
      String.raw`comic(?:s|[- ]book)?|comic-?stil|bande dessinee|fumett[oi]|quadrinhos|hq|historieta|strip(?:verhaal|tekening)|komiks\p{L}*|cizgi roman\p{L}*|комикс\p{L}*|كوميكس|कॉमिक`,
      "漫画|コミック|만화",
    ),
  ],
  [
    "cartoon",
    either(
      String.raw`cartoons?|cartoonish|toon|caricatur\p{L}*|karikatur\p{L}*|dibujos animados|dessin anime|cartone animato|desenho animado|tekenfilm|kreskowk\p{L}*|karikatur|мультяшн\p{L}*|мультфильм\p{L}*|карикатур\p{L}*|كرتون\p{L}*|كارتون|कार्टून`,
      "卡通|カートゥーン|카툰",
    ),
  ],
  ["pixar", either("pixar|disney|пиксар", "皮克斯|ピクサー|픽사")],
  [
    "cyberpunk",
    either(
      "cyber-?\\s?punk|ciberpunk|киберпанк\\p{L}*|سايبربانك|साइबरपंक",
      "赛博朋克|サイバーパンク|사이버펑크",
    ),
  ],
  ["steampunk", either("steam-?\\s?punk|стимпанк\\p{L}*", "蒸汽朋克|スチームパンク|스팀펑크")],
  ["vaporwave", either("vapor-?\\s?wave|synthwave|retrowave")],
  [
    "photorealistic",
    either(
      String.raw`photo-?\s?realis\p{L}*|fotorrealis\p{L}*|photorealis\p{L}*|foto-?realist\p{L}*|fotorealist\p{L}*|hyper-?\s?realis\p{L}*|hiperrealis\p{L}*|fotogercekci|фотореалистичн\p{L}*|واقعية|واقعي للغاية|फोटोरियलिस्टिक`,
      "写实|照片级|超写实|写実的|フォトリアル|실사",
    ),
  ],
  [
    "black and white",
    either(
      String.raw`black[- ](?:and|&|n)[- ]white|b ?& ?w|bnw|monochrome|greyscale|grayscale|blanco y negro|noir et blanc|schwarz-?\s?wei(?:ss|ß)\p{L}*|bianco e nero|preto e branco|zwart-?\s?wit|czarno-?\s?bial\p{L}*|siyah[- ]beyaz|черно-?\s?бел\p{L}*|ابيض واسود|ابيض و اسود|ब्लैक एंड व्हाइट|श्वेत-श्याम`,
      "黑白|白黒|モノクロ|흑백",
    ),
  ],
  ["sepia", either("sepia|сепия", "复古棕|セピア|세피아")],
  ["film noir", either("film noir|noir(?= style| look|$)|нуар\\p{L}*", "黑色电影")],
  [
    "cinematic",
    either(
      String.raw`cinemati[cq]\p{L}*|cinematografic[oa]|cinematographique|filmisch\p{L}*|kinematografisch\p{L}*|filmow\p{L}*|sinematik|кинематографичн\p{L}*|سينمائي\p{L}*|सिनेमैटिक`,
      "电影感|电影风格?|电影般|シネマティック|映画風|映画的|시네마틱|영화 ?같은",
    ),
  ],
  [
    "minimalist",
    either(
      String.raw`minimali(?:st(?:ic)?|sm|sta|ste|stico|stica|stisch\p{L}*)|minimalist\p{L}*|minimal|минималист\p{L}*|minimalistyczn\p{L}*|بسيط|الحد الادنى|मिनिमलिस्ट`,
      "极简|简约|ミニマル|ミニマリスト|미니멀",
    ),
  ],
  [
    "impressionist",
    either(
      "impressioni[sz]\\p{L}*|impresioni\\p{L}*|monet|импрессиони\\p{L}*",
      "印象派|인상파|인상주의",
    ),
  ],
  ["van gogh", either("van gogh|ван гог\\p{L}*", "梵高|ゴッホ|고흐")],
  [
    "picasso",
    either("picasso|cubis[mt]\\p{L}*|kubis[mt]\\p{L}*|кубизм\\p{L}*", "毕加索|ピカソ|피카소"),
  ],
  ["ukiyo-e", either("ukiyo-?e|укиё-э", "浮世绘|浮世絵|우키요에")],
  ["pop art", either("pop[- ]?art|поп-?арт\\p{L}*", "波普|ポップアート|팝 ?아트")],
  ["art deco", either("art[- ]deco|ар-деко", "装饰艺术|アールデコ")],
  ["art nouveau", either("art nouveau|jugendstil", "新艺术|アールヌーヴォー")],
  ["baroque", either("baroque|barroc[oa]|barock\\p{L}*|барокко", "巴洛克|バロック")],
  [
    "renaissance",
    either("renaissance|renacentista|rinascimentale|ренессанс\\p{L}*", "文艺复兴|ルネサンス"),
  ],
  [
    "surrealist",
    either(
      "surreal(?:ist(?:ic)?|ism)?|surrealista|surrealiste|сюрреали\\p{L}*",
      "超现实|シュール|초현실",
    ),
  ],
  [
    "abstract",
    either(
      "abstract(?:o|a)?|abstrakt\\p{L}*|abstrait\\p{L}*|astratt[oa]|абстракт\\p{L}*",
      "抽象|추상",
    ),
  ],
  [
    "charcoal",
    either("charcoal|carboncillo|fusain|kohlezeichnung|carboncino|уголь|углем", "炭笔|木炭|목탄"),
  ],
  ["pastel", either("pastels?|pastell\\p{L}*|пастел\\p{L}*", "粉彩|パステル|파스텔")],
  [
    "ink",
    either(
      "ink (?:drawing|wash|painting)|in ink|tinta|a l'encre|tusche\\p{L}*",
      "水墨画?|墨絵|수묵화",
    ),
  ],
  ["gouache", either("gouache|гуаш\\p{L}*")],
  [
    "line art",
    either("line[- ]?(?:art|drawing)|outline drawing|strichzeichnung", "线稿|线条|線画|선화"),
  ],
  [
    "isometric",
    either("isometri[cs]\\p{L}*|изометри\\p{L}*", "等距|アイソメトリック|아이소메트릭"),
  ],
  [
    "flat",
    either(
      "flat[- ](?:design|style|illustration|vector)|vector (?:art|style|illustration)",
      "扁平|フラットデザイン|플랫",
    ),
  ],
  [
    "claymation",
    either(
      "clay(?:mation)?(?: style)?|plasticine|knete|plastilin\\p{L}*|пластилин\\p{L}*",
      "粘土|クレイ|클레이",
    ),
  ],
  ["stop motion", either("stop[- ]?motion", "定格|ストップモーション|스톱 ?모션")],
  ["lego", either("lego(?: style| bricks)?", "乐高风?|レゴ|레고")],
  ["voxel", either("voxel|minecraft|воксел\\p{L}*", "体素|ボクセル|복셀")],
  ["origami", either("origami style|paper[- ]?cut(?:out)?|papercraft", "剪纸|切り絵|종이접기풍")],
  [
    "vintage",
    either(
      "vintage|retro|retrô|винтаж\\p{L}*|ретро|kuszolt|عتيق",
      "复古|ヴィンテージ|レトロ|빈티지|레트로",
    ),
  ],
  ["gothic", either("gothic(?= style| look| art)|готическ\\p{L}+ стил\\p{L}*", "哥特|ゴシック")],
  ["fantasy", either("fantasy(?= art| style)|fantastico stile", "奇幻风|ファンタジー風")],
  [
    "digital art",
    either(
      "digital (?:art|painting)|arte digital|digitale kunst|цифров\\p{L}+ арт",
      "数字艺术|デジタルアート|디지털 아트",
    ),
  ],
  ["3d render", either("3d[- ]?render(?:ing|ed)?|octane render|3d style", "3d渲染|3dレンダ")],
  [
    "realistic",
    either(
      "realistic(?:ally)?|realistas?|realistes?|realistisch\\p{L}*|realistic[oa]|реалистичн\\p{L}*|gercekci|realistyczn\\p{L}*|واقعي\\p{L}*|यथार्थवादी",
      "逼真|真实感|リアル|사실적",
    ),
  ],
  [
    "sketch",
    either(
      "sketch(?:y|ed)(?: style)?|sketch(?= style| look)|эскиз\\p{L}*|набросок",
      "草图风|スケッチ風|스케치",
    ),
  ],
];

/** Text that turns a style into a clause outside the subject. */
const clauseBefore =
  /(?:(?:,|^|;|\(|-|–)\s*(?:with (?:a )?|very )?|(?<!\p{L})(?:in|en|im|in the|in a|nel|no|w|в|on|au|dans un|con|avec|with(?: a)?|mit|as a|as an|as|like a|like an|into a|into an|to|into|come un|come|como|comme|wie ein|wie|als|in ein|in einen|in eine|en un|en una|in un|em um|em|na|za|jak|jako|bi) (?:(?:a|an|the|style|styles|stil|estilo|stile|stylu|стиле|stijl)(?: (?:of|de|di|von|van|d'))? ?)?|(?:estilo|style|stil|stile|stijl|styl|стиль|стиле|stylu|اسلوب|باسلوب)(?: (?:of|de|d'|di|von|van))? ?)$/u;
const clauseAfter =
  /^\s?(?:-?\s?(?:style[sd]?|look|aesthetics?|lighting|effect|feel|vibe|mood|stil|estilo|stile|stijl|tarzi(?:nda)?|stilinde|стил\p{L}+|शैली)(?!\p{L})|风格?|風|的?画风|스타일|풍|(?:の)?スタイル|タッチ|조명)/u;

interface StyleMatch {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the first style that the message names. A style in a clause ("in watercolor style", ", cinematic
 * lighting") is cut out; an adjective of the subject ("a minimalist logo") is kept.
 */
export function readStyle(draft: SlotDraft): void {
  const matches = styles.flatMap(([name, pattern]) =>
    [...draft.text.matchAll(pattern)].map((match): StyleMatch => ({
      name,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  if (matches.length === 0) return;
  draft.parameters.style = matches[0]?.name ?? "";
  for (const match of matches) cutClause(draft, match);
}

function cutClause(draft: SlotDraft, { start, end }: StyleMatch): void {
  draft.styles.push({ start, end });
  const before = clauseBefore.exec(draft.text.slice(Math.max(0, start - 40), start));
  const following = draft.text.slice(end, end + 40);
  const after = clauseAfter.exec(following);
  const isClause = before !== null || beginsClause.test(draft.text.slice(start, end));
  if (
    !after &&
    !(isClause && endsClause.test(following)) &&
    !describesMedium(following) &&
    !followsMedium(draft.text.slice(Math.max(0, start - 30), start), following)
  )
    return;
  const isSeparator = before === null || /^[,;(–-]|^\s*$/u.test(before[0]);
  cutSpan(draft, {
    start:
      start -
      (isSeparator || !endsClause.test(following.slice(after?.[0].length ?? 0))
        ? 0
        : before[0].length),
    end: end + (after?.[0].length ?? 0),
  });
}

/** Names that include their preposition: "in oil", "al óleo", "à l'huile". */
const beginsClause = /^(?:in|al|a|ad|au) /u;
const endsClause = /^\s*(?:[,.;!)]|$)/u;

/** "un portrait photoréaliste de …": in Romance languages the style follows the medium. */
function followsMedium(preceding: string, following: string): boolean {
  const noun = /([\p{L}]+) $/u.exec(preceding)?.[1] ?? "";
  return (
    findMedium(noun) !== undefined &&
    /^ (?:d[eio]? |d'|del |della |von |van |of |con |com |avec )/u.test(following)
  );
}

/** "a watercolor picture of …": the style describes the medium and not the subject. */
function describesMedium(following: string): boolean {
  const words = /^[ -]([\p{L}\p{N}][\p{L}\p{N}-]*)(?: (\p{L}[\p{L}-]*))?/u.exec(following);
  if (!words) return false;
  const [, first = "", second = ""] = words;
  return (
    findMedium(first) !== undefined || (fillerWords.has(first) && findMedium(second) !== undefined)
  );
}
