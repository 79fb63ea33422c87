import { foldInPlace } from "./text/normalize.ts";
import { gap, isWord, tokenize } from "./text/tokens.ts";
import {
  articleWords,
  auxiliaryWords,
  createVerbs,
  findMedium,
  politeWords,
} from "./text/words.ts";

/** "from this photo", "in the picture", "de cette image": the place of the change. */
const place =
  /(?<![\s,])[\s,]+(?:from|in|on|of|to|out of|into|inside|de|del|en|da|do|em|nel|nella|dalla|da|su|sur|dans|aus|auf|im|in|an|uit|op|z|ze|na|с|со|из|на|в|من|في|से|में) (?:the |this |that |my |our |these |la |el |esta |este |mi |cette |ma |mon |l'|dem |diesem |der |dieser |das |dieses |meinem |den |questa |mia |la mia |l'|esta |essa |minha |deze |dit |de |het |mijn |tego |tym |этой |этого |этом |هذه )?(?:attached |adjunta |marked |masked )?(?:photo|photograph|picture|pic|image|img|foto|fotografia|imagen|imagem|immagine|photographie|bild|bildes|fotos|afbeelding|zdjecia|zdjeciu|obrazu|obrazie|фото|картинки|картинке|фотографии|изображения|الصورة|صورة|screenshot|shot|scene|frame)(?![\p{L}]).*$/du;
/** "写真から", "照片里的", "사진에서" precede the object of the change. */
const unspacedPlace =
  /^(?:请|帮我|把|将)?(?:この|その|这张|这个|이)? ?(?:写真|画像|照片|图片|图|사진|이미지)(?:から|の中の|に写っている|の|里面的|里的|上的|中的|里|에서|의|에 있는) ?/u;
const area =
  /(?<![\s,])[\s,]+(?:in|inside|into|to|at|within|on|en|dans|im|in den|in der|nel|no|na|в|во) (?:the |la |el |le |den |der |dem |il |l'|o |a )?(?:masked|marked|selected|highlighted|mask|area|zona|zone|bereich|region|spot|selection|marcada|masquee|markierten|maskierten|mascarad[ao]).*$/du;
const sequel =
  /(?<![\s,])[\s,]+(?:and|then|&|y|et|und|e|en|i|и|و) (?:then )?(?:fill|make|replace|restore|keep|blend|clean|let|put|add|remove|rellena|remplis|comble|fulle|fuelle|riempi|preencha|vul|wypelnij|заполни).*$/du;

const replacement: readonly RegExp[] = [
  /^.{0,80}?(?:replace|swap|exchange|substitute|switch)\p{L}* .{1,160}? (?:with|for|by) (?<what>.+)$/du,
  /^.{0,80}?(?:change|turn|transform|make|convert) .{1,160}? (?:in)?to (?<what>.+)$/du,
  /^.{0,60}?(?:reempla\p{L}+|sustitu\p{L}+|cambia\p{L}*) .{1,160}? (?:por|con|a) (?<what>.+)$/du,
  /^.{0,60}?(?:remplace\p{L}*|change\p{L}*) .{1,160}? (?:par|avec|en) (?<what>.+)$/du,
  /^.{0,60}?(?:ersetz\p{L}*|tausch\p{L}*|ander\p{L}*) .{1,160}? (?:durch|mit|gegen|zu|in) (?<what>.+)$/du,
  /^.{0,60}?(?:sostitu\p{L}+|cambia\p{L}*) .{1,160}? (?:con|in) (?<what>.+)$/du,
  /^.{0,60}?(?:substitu\p{L}+|troque|troca|mude) .{1,160}? (?:por|para) (?<what>.+)$/du,
  /^.{0,60}?(?:vervang|verander|ruil) .{1,160}? (?:door|naar|voor|in) (?<what>.+)$/du,
  /^.{0,60}?(?:zamien|zastap|zmien) .{1,160}? (?:na|w) (?<what>.+)$/du,
  /^.{0,60}?(?:замени|поменяи|измени|преврати) .{1,160}? (?:на|в) (?<what>.+)$/du,
  /^.{0,60}?(?:استبدل|غير) .{1,160}? (?:الى|ب)\s?(?<what>.+)$/du,
  /^把.{1,60}?(?:换成|替换成|替换为|改成|变成|改为)(?<what>.+)$/du,
  /^.{1,60}?を(?<what>.+?)(?:に|へ)(?:置き換え|変え|替え|変更|交換|して).*$/du,
  /^.{1,60}?(?:을|를) (?<what>.+?)(?:\(?으\)?로|로) (?:교체|바꿔|변경|대체).*$/du,
  /^.{1,60}? (?:yerine|yerini) (?<what>.+?) (?:koy|ekle|yap|ile).*$/du,
  /^.{1,60}? की जगह (?<what>.+?) (?:लगा|रख|कर|डाल).*$/du,
];

const filling: readonly RegExp[] = [
  /^.{0,40}?(?:fill|inpaint|paint over|cover)\p{L}* .{0,120}?with (?<what>.+)$/du,
  /^.{0,40}?(?:rellena|remplis|fulle|riempi|preencha|vul|wypelnij|заполни|املا) .{0,100}?(?:con|avec|mit|com|met|z|ب)\s?(?<what>.+)$/du,
  /^.{0,40}?(?:заполни|wypelnij) \S+ \S+ (?<what>.+)$/du,
  /^(?:在|用).{1,20}?(?:填上|填充|加上|放上)(?<what>.+)$/du,
  /^.{1,30}?(?:を|は)(?<what>.+?)で(?:埋め|塗り).*$/du,
  /^.{1,30}?(?:을|를) (?<what>.+?)(?:\(?으\)?로|로) 채워.*$/du,
];

const removal: readonly RegExp[] = [
  /^.{0,60}?(?<!\p{L})(?:remove|erase|delete|get rid of|take out|take away|clean up|wipe out|cut out|eliminate|hide|cancel|drop|rmove|remov|photoshop out|edit out)(?!\p{L}) (?<what>.+)$/du,
  /^.{0,40}?(?<!\p{L})(?:quita|quitar|borra|borrar|elimina|eliminar|saca|enleve|enlever|efface|effacer|supprime|supprimer|retire|retirer|gomme|entferne|entfernen|losche|loschen|rimuovi|cancella|togli|elimina|remova|remove|apague|apaga|tira|tire|retire|verwijder|haal|wis|usun|wymaz|skasuj|убери|удали|сотри|убрать|удалить|احذف|امسح|ازل)(?!\p{L}) (?<what>.+)$/du,
  /^(?:请|帮我)?(?:去掉|去除|删除|移除|擦掉|抹掉|消除)(?<what>.+)$/du,
  /^(?:请|帮我)?把?(?<what>.+?)(?:擦掉|去掉|删掉|删除|移除|抹掉|去除).*$/du,
  /^(?<what>.+?)を(?:消|削除|取り除|除去|取って).*$/du,
  /^(?<what>.+?)(?:을|를)? ?(?:지워|제거|없애|삭제).*$/du,
  /^(?<what>.+?) (?:kaldir|sil|cikar|temizle).*$/du,
  /^(?<what>.+?) (?:को )?(?:हटाओ|हटा|मिटाओ|मिटा|निकाल).*$/du,
];

const addition: readonly RegExp[] = [
  /^.{0,40}?(?<!\p{L})(?:add|put|insert|place|draw|paint|include|give)(?!\p{L}) (?<what>.+)$/du,
  /^.{0,40}?(?<!\p{L})(?:anade|agrega|pon|ajoute|mets|fuge|setz|aggiungi|metti|adicione|coloque|voeg|dodaj|добавь|اضف) (?<what>.+)$/du,
  /^给.{1,12}?(?:加上?|添加|戴上?)(?<what>.+)$/du,
  /^.{1,20}?に(?<what>.+?)を(?:追加|加え|足し|かぶせ|付け).*$/du,
  /^.{1,20}?(?:에|에게) (?<what>.+?)(?:을|를) (?:추가|넣어|씌워).*$/du,
];

/**
 * Returns the object of replace, fill or add, which is the new content of the image; or "remove …" with the
 * content to remove, because a model would draw what a prompt only names.
 */
export function readChange(request: string): string {
  const text = request.replace(unspacedPlace, "");
  const folded = foldInPlace(text);
  const replaced = firstMatch(folded, [...replacement, ...filling]);
  if (replaced) return clipAt(slice(text, replaced), [sequel, area, place]);
  const removed = firstMatch(folded, removal);
  if (removed) return `remove ${clipAt(slice(text, removed), [sequel, place, area])}`;
  const added = firstMatch(folded, addition);
  if (added) return clipAt(slice(text, added), [sequel, area, place]);
  return clipAt(text, [place]);
}

/** Words that only describe the kind of result: "an anime drawing" names a style and no subject. */
const emptyTargetWords = new Set(
  "in im into of de style styled stil estilo stile stijl styl look version like more it realistic drawing dessin dibujo disegno desenho zeichnung tekening rysunek рисунок scene character art artwork from by von van d' effect gibt aussehen lassen parezca something that this very really nice sehr pls please was bir gibi yap donustur cizimine стиле стиль в похожеи похожим на как जैसा बनाओ में बदलो".split(
    " ",
  ),
);
const emptyTargetUnspaced =
  /^(?:风格|風|风|成|像|に|の|して|ように|みたいに|로|으로|처럼|바꿔줘|만들어줘|그림체)+$/u;

const targets: readonly RegExp[] = [
  /(?:use|using) (?:this|the|my) .{1,30}? (?:as|for) .{1,30}? (?:and|to) (?:draw|create|make|paint|generate) (?<what>.+)$/du,
  /(?:same style|style of this).{0,30}?[,:]? (?:draw|create|make|paint|generate) (?<what>.+)$/du,
  /(?:turn|transform|convert|change|make|morph|remix|reimagine|redraw|restyle|render|dress|put|place|set)\p{L}*(?: .{0,80}?)? (?:into|to look like|look like|to|as|like|in(?! front of )|on) (?<what>.+)$/du,
  /(?:convierte|transforma|cambia|haz|pon)\p{L}*(?: .{0,80}?)? (?:en|a|parezca|como|por) (?<what>.+)$/du,
  /(?:transforme|change|convertis|mets|fais)\p{L}*(?: .{0,80}?)? (?:en|a|comme|ressembler a|par) (?<what>.+)$/du,
  /(?:verwandle|mach|wandle|andere|lass)\p{L}*(?: .{0,80}?)? (?:in|zu|wie|als) (?<what>.+)$/du,
  /(?:trasforma|cambia|rendi|converti|fai)\p{L}*(?: .{0,80}?)? (?:in|come|un) (?<what>.+)$/du,
  /(?:transforme|mude|converta|deixa|faca)\p{L}*(?: .{0,80}?)? (?:em|para|como) (?<what>.+)$/du,
  /(?:преврати|сделаи|измени|перерисуи)\p{L}*(?: .{0,80}?)? (?:в|на|как) (?<what>.+)$/du,
  /(?:turn|make|transform) (?:it|this|him|her|me|us|them) (?<what>.+)$/du,
  /(?:similar|new|another) (?:picture|image|photo|version)(?: but)? with (?<what>.+)$/du,
];

const background =
  /(?<!\p{L})(?:background|backdrop|fondo|fond|arriere-plan|hintergrund|sfondo|fundo|achtergrond|tlo|tla)(?!\p{L})|фон|الخلفية|背景|배경/u;

/**
 * Returns the target of an image's conversion, apart from its style. A new background is no target: only
 * the whole message says that the rest of the image stays.
 */
export function readTarget(text: string): string {
  const folded = foldInPlace(text);
  if (background.test(folded)) return "";
  const match = firstMatch(folded, targets);
  if (!match) return "";
  const target = clipAt(slice(text, match), [sequel]);
  return tokenize(target).every((token) => isEmptyTarget(token.word)) ? "" : target;
}

function isEmptyTarget(word: string): boolean {
  return (
    word === gap ||
    !isWord({ word }) ||
    articleWords.has(word) ||
    emptyTargetWords.has(word) ||
    emptyTargetUnspaced.test(word) ||
    findMedium(word) !== undefined
  );
}

const connectors = new Set(
  "of von di in dem which wo ou donde dove so that such with and where while : , - – que para de modo con y pour qui avec et dass damit sodass so und mit affinche e con com en met zodat niech żeby zeby пусть чтобы чтоб как и с making make let with".split(
    " ",
  ),
);
const animateWords = new Set(
  "questo mio este ese esse meu cet ce diesem dieser diese meinem meine dem der animate animat bring wake turn convert transform give add apply start begin image picture photo to life alive into in motion movement move moving this that the my attached still come comes as first frame from out up it me video clip gif short loop looping cinemagraph i2v anima animar anime animez dale da da' de vida a esta mi la foto imagen en un convierte transforma transforme cette ma photo en donne vie animiere erwecke belebe dieses diese mein das bild foto zum leben zu aus diesem ein mach mache lass dai vita a questa mia trasforma crea breng deze dit leven tot maak van ozyw to zdjecie ten obrazek оживи анимируи эту это картинку фото фотографию мою моё мое изображение сделаи видео из этого حرك هذه الصورة".split(
    " ",
  ),
);

const motionPatterns: readonly RegExp[] = [
  /(?:让|使)(?:这张|图片|照片|图)?(?:里的|中的|里|中)?(?<what>.+)$/du,
  /^(?:この|その|添付の)?(?:写真|画像|絵|イラスト)(?:の|の中の|で|を|内の)?(?<what>.*?)(?:ください|して|させて)?$/du,
  /(?:속|안)의? (?<what>.+?)(?:하?게)? ?(?:해줘|만들어줘|해주세요).*$/du,
];

const emptyMotionUnspaced =
  /^[\s\uE001のをにからがでは、，。]*(?:动起来|(?:变成?|做成|生成)?视频|動画|ビデオ|映像|アニメーション|動か|움직|영상|생명)?[^、，。]{0,12}$/u;

/** Returns the motion requested for an image. */
export function readMotion(text: string): string {
  const folded = foldInPlace(text);
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(folded)) {
    const colon = /[:：，,]\s*(?<what>.{2,})$/du.exec(folded);
    const match =
      colon?.groups?.["what"] === undefined ? firstMatch(folded, motionPatterns) : toRange(colon);
    const motion = match ? slice(text, match) : "";
    return emptyMotionUnspaced.test(foldInPlace(motion)) ? "" : motion;
  }
  const tokens = tokenize(text);
  let position = 0;
  while (position < tokens.length && isOpeningOfMotion(tokens, position)) position += 1;
  while (position < tokens.length && connectors.has(tokens[position]!.word)) position += 1;
  if (position >= tokens.length) return "";
  return clipAt(text.slice(tokens[position]!.start), [place]);
}

function isOpeningOfMotion(tokens: readonly { word: string }[], position: number): boolean {
  const word = tokens[position]!.word;
  if (word === "\uE001" || /^[,:.!]$/du.test(word)) return true;
  if (articleWords.has(word) || word === "this" || word === "my" || word === "the") {
    return tokens
      .slice(position + 1, position + 5)
      .some((next) => findMedium(next.word) !== undefined);
  }
  if (word.endsWith("'s")) {
    return tokens
      .slice(position + 1, position + 3)
      .some((next) => findMedium(next.word) !== undefined);
  }
  return (
    animateWords.has(word) ||
    findMedium(word) !== undefined ||
    auxiliaryWords.has(word) ||
    createVerbs.has(word) ||
    politeWords.has(word)
  );
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function firstMatch(folded: string, patterns: readonly RegExp[]): Range | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(folded);
    if (match) return toRange(match);
  }
  return undefined;
}

function toRange(match: RegExpExecArray): Range {
  const [start, end] = match.indices?.groups?.["what"] ?? [0, 0];
  return { start, end };
}

function slice(text: string, { start, end }: Range): string {
  return text.slice(start, end);
}

function clipAt(text: string, ends: readonly RegExp[]): string {
  let result = text;
  for (const pattern of ends) {
    const match = pattern.exec(foldInPlace(result));
    if (match && match.index > 0) result = result.slice(0, match.index);
  }
  return result;
}
