import type { Capability } from "#domain/requests/capability.ts";

import { findConcepts } from "./find-concepts.ts";
import { either, naming } from "./slots/draft.ts";
import { findColon, foldInPlace, listQuotes } from "./text/normalize.ts";
import { createVerbs, findMedium } from "./text/words.ts";
import type { Medium } from "./text/words.ts";

/** Findings of the grammar in a sentence, as features of the classifier. */
export interface Cues {
  /** Names of the signs in the form of the sentence. */
  readonly signs: readonly string[];
  /** Concepts that the sentence mentions. */
  readonly concepts: readonly string[];
  /** The message refers to an input that should be attached: "this photo", "the attached audio". */
  readonly refersTo?: "image" | "video" | "audio" | "something";
}

/** Leading characters in which a request is searched. */
const requestCharactersMax = 400;
const conceptCharactersMax = 1200;

/** Topics that people ask assistants about and that are not media. */
const worldThing = either(
  String.raw`sql|python|java|javascript|typescript|c\+\+|html|css|code|coding|codigo|programm\p{L}*|regex|query|function|algorithm|spreadsheet|excel|essay|homework|hausaufgaben|deberes|devoirs|recipe|rezept|receta|password|invoice|tickets?|flight|flug|vuelo|vol|hotel room|weather|wetter|погод\p{L}*|код`,
  "代码|作业|天气|机票|天気|날씨",
);

/** Questions; without a file and a medium they are about the world. */
const worldQuestion =
  /^(?:how|who|whom|whose|when|why|where|which|wer|wie|wann|warum|wo|wieviel|quien|cuanto|cuantos|cuando|por que|donde|qual|quem|quanto|combien|qui|quand|pourquoi|chi|quando|perche|dove|wie|wanneer|waarom|kto|kiedy|dlaczego|ile|kim|nasil|nerede|сколько|кто|когда|почему|где|من|متى|كيف|लिखो)(?![\p{L}])|怎么样|怎么办|多少钱|是谁|什么时候|为什么|いつ|なぜ|誰|누구|언제|얼마|कौन|कब|क्यों/u;

/** Music and sounds, which no model generates. */
const music = naming("sign/music");

/** Verbs that remove or replace a part of an image. */
const changeOfPart = either(
  String.raw`remove|erase|delete|get rid of|replace|swap|quita|borra|elimina|reemplaza|sustituye|enleve|efface|supprime|remplace|entferne|losche|ersetze|tausche|rimuovi|cancella|togli|sostituisci|remova|apague|tira|substitua|verwijder|vervang|usun|wymaz|убери|удали|сотри|замени|kaldir|sil|احذف|امسح|استبدل|हटाओ|मिटाओ`,
  "去掉|去除|删掉|删除|擦掉|换成|消して|取り除|置き換え|지워|없애|제거",
);
/** Objects that give these verbs another meaning: a cleaner image, a new background, another length. */
const changeOfWhole = either(
  String.raw`nois[ey]|grain|hiss|echo|hum|blur\p{L}*|haze|scratch\p{L}*|dust|crease\p{L}*|stain\p{L}*|crackle|background(?! (?:person|people))|fondo|fond|arriere-plan|hintergrund|hintergrundgerausch\p{L}*|sfondo|fundo|achtergrond|tlo|фон|arka plani?|seconds?|segundos|secondes|sekunden|secondi|секунд\p{L}*|saniye\p{L}*|sound|audio|voice|speaker|ruido|bruit|rauschen|rumore|ruis|szum|шум\p{L}*|gurultu\p{L}*|царапин\p{L}*|rasguno\p{L}*|rayures?|kratzer|graffi|red[- ]eyes?|الخلفية|ضوضاء|बैकग्राउंड|शोर|नॉइज़`,
  "背景|噪|划痕|ノイズ|雑音|傷|노이즈|잡음|배경|秒|초|声音|목소리",
);

/** Requests that leave the medium open. */
const vagueRequest = either(
  String.raw`something|anything|whatever|stuff|a thing|content|algo|cualquier cosa|contenido|quelque chose|un truc|n'importe quoi|contenu|etwas|irgend\p{L}*|was (?:cooles|schones|lustiges)|qualcosa|qualche cosa|contenuto|alguma coisa|qualquer coisa|iets|coś|cos|cokolwiek|bir sey\p{L}*|что-?\s?(?:то|нибудь)|чего-нибудь|شيء|شيئا|कुछ`,
  "东西|什么|东东|点什么|何か|なにか|もの(?=を|が|$)|뭔가|아무거나|무언가|것을|걸 ",
);

/** Wordings whose meaning depends on the other words of the sentence. */
const wordings = {
  "world thing": worldThing,
  "world question": worldQuestion,
  music,
  "change of part": changeOfPart,
  "change of whole": changeOfWhole,
  vague: vagueRequest,
} as const;

const reference = either(
  String.raw`(?:this|that|these|those|my|our|the attached|attached|following|uploaded|dies\p{L}{0,2}|mein\p{L}{0,2}|est[aeo]s?|esa|mis?|cet(?:te)?|ces?|mon|ma|mes|quest[aeio]|mi[ao]|ess[ae]|minha|meu|deze|dit|mijn|t[aąeęo]|tego|tym|tej|moj\p{L}*|bu|эт\p{L}{1,3}|мо\p{L}{1,2}|هذه|هذا|इस|इन|यह|मेरी|मेरे)(?:'s)? (?:[\p{L}'-]+ ){0,3}?(?<noun>[\p{L}'-]+)`,
);
const unspacedReference =
  /(?:这|這|那|此|我的|この|その|添付|이|저|내) ?(?:张|張|幅|个|個|段|份|条)?(?:老|旧|古い|오래된)? ?(?<noun>照片|图片|图像|图|画|相片|视频|影片|录音|音频|语音|声音|写真|画像|絵|イラスト|動画|ビデオ|映像|音声|録音|ファイル|사진|이미지|그림|영상|동영상|비디오|오디오|녹음|음성|목소리)/u;
const attachedWord = either(
  String.raw`attached|attachment|uploaded|adjunt[oa]s?|ci-joint\p{L}*|joint[es]?|angehangt\p{L}*|beigefugt\p{L}*|allegat[oa]|anexad[oa]|anexo|bijgevoegd\p{L}*|zalaczon\p{L}*|ekteki|прикрепл\p{L}*|прилож\p{L}*|المرفق\p{L}*|संलग्न`,
  "附件|上传的|添付|첨부",
);
const pronoun = either(
  String.raw`it|this|these|that|her|him|esto|eso|ceci|ca|dies|das hier|questo|isto|isso|dit|это|его|ее|هذا|इसे|bunu`,
  "这个|这(?=是)|これ|이거|이것",
);

export function readCues(message: string): Cues {
  const folded = foldInPlace(message.slice(0, requestCharactersMax));
  const request = withoutContent(message, folded);
  const media = listMedia(request);
  const headMedium = findHeadMedium(request);
  const lateMedium = headMedium === undefined ? findLateMedium(request) : undefined;
  const speechForm = readSpeechForm(message, request);
  const refersTo = findReference(request);
  const isShown = (pattern: RegExp) => request.search(pattern) >= 0;
  const signs = [
    ...(headMedium ? [`head:${headMedium}`] : []),
    ...(lateMedium ? [`late:${lateMedium}`] : []),
    ...(media.length === 0 ? ["medium:none"] : media.map((medium) => `medium:${medium}`)),
    ...(speechForm ? [`speech:${speechForm}`] : []),
    ...Object.entries(wordings).flatMap(([name, pattern]) => (isShown(pattern) ? [name] : [])),
    toWords(request).some((word) => createVerbs.has(word)) ? "create" : "create:none",
    `refers:${refersTo ?? "none"}`,
  ];
  const concepts = findConcepts(message.slice(0, conceptCharactersMax));
  return { signs, concepts, ...(refersTo ? { refersTo } : {}) };
}

function toWords(request: string): string[] {
  return request.match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? [];
}

function listMedia(request: string): Medium[] {
  return [...new Set(toWords(request).map(findMedium))].filter((medium) => medium !== undefined);
}

/**
 * Returns the request without quoted text and, when a request precedes a colon, without the text after the
 * colon.
 */
function withoutContent(message: string, folded: string): string {
  let text = folded;
  for (const { start, end } of listQuotes(message)) {
    text =
      text.slice(0, start) +
      " ".repeat(Math.max(0, Math.min(end, text.length) - start)) +
      text.slice(end);
  }
  const colon = findColon(text);
  return colon >= 3 ? text.slice(0, colon) : text;
}

/** Finds the medium right after the verb of the request, which overrides media in the subject. */
function findHeadMedium(request: string): Medium | undefined {
  const words = toWords(request).slice(0, 12);
  const verb = words.findIndex((word) => createVerbs.has(word));
  const first = words.findIndex((word) => {
    const medium = findMedium(word);
    return medium !== undefined && medium !== "3d";
  });
  if (first < 0 || first > Math.max(verb, 0) + 6) return undefined;
  const before = words.slice(0, first).join(" ");
  if (/\b(?:this|that|my|attached|of|from|dies\p{L}*|esta|cette|questa)\b/u.test(before))
    return undefined;
  return findMedium(words[first] ?? "");
}

const lateImage = either(
  String.raw`(?:an? |some |the )(?:nice |good |big |beautiful )?(?:picture|photo|image|drawing|illustration|painting|portrait|wallpaper) (?:of|with|showing|for)|(?<!(?:my|our|the|this) )logos?|logotipo|posters?|flyers?|stickers?|album cover|book cover|business card|(?:app )?icon|plakat|affiche|cartel|locandina|логотип\p{L}*|плакат\p{L}*`,
  "海报|ポスター|포스터|ロゴ|로고",
);
const lateVideo = either(
  String.raw`(?:an? |some |the )(?:short |quick |little )?(?:video|clip|movie|animation|film) (?:of|with|showing|where|in which|about)`,
);

/** "… and I would love to have a picture of that garden": the medium may appear late. */
function findLateMedium(request: string): Medium | undefined {
  const image = request.search(lateImage);
  const video = request.search(lateVideo);
  if (image >= 0 && (video < 0 || image < video)) return "image";
  return video >= 0 ? "video" : undefined;
}

const speakVerb =
  /^(?:(?:please|pls|hey|hi|now|just|por favor|bitte|kannst du|peux-tu|puoi|pode|пожалуиста|can|could|you|i want you to)[ ,]+)*(?:read|say|speak|narrate|pronounce|whisper|tts|lee|leeme|di|diga|lis|dis|lies|sag|sage|sprich|leggi|di'|leia|fale|fala|lees|zeg|przeczytaj|powiedz|прочитаи|прочти|скажи|произнеси|اقرا|قل)(?![\p{L}])/u;
const speakVerbUnspaced = /^(?:请|帮我|用[^，,：:]{1,8}声)?(?:朗读|读|念|说)/u;
const spokenAtEnd =
  /(?:と言って|と読んで|라고 말해|de$|söyle|बोलो|पढ़ो|बोलिए)[^\p{L}]*\p{L}{0,4}\s*$/u;

const readsSomethingSeen =
  /(?:read|lee|lis|lies|leggi|leia|lees|przeczytaj) .{0,40}(?:number|sign|label|plate|text (?:in|on)|written|letrero|panneau|schild|cartello|placa|bord|znak)/u;

/** "Say …", "read: …", "…「…」と言って": a verb of speaking, with a text to speak or without. */
function readSpeechForm(message: string, request: string): string | undefined {
  const hasContent = findColon(message) >= 0 || listQuotes(message).length > 0;
  const begins = speakVerb.test(request) || speakVerbUnspaced.test(request);
  if (begins && hasContent) return "text";
  if (hasContent && spokenAtEnd.test(request)) return "text at end";
  if (begins && readsSomethingSeen.test(request)) return "seen";
  return begins ? "no text" : undefined;
}

function findReference(request: string): Cues["refersTo"] {
  for (const match of request.matchAll(reference)) {
    const medium = findMedium(match.groups?.["noun"] ?? "");
    if (medium && medium !== "3d") return medium;
  }
  const unspaced = unspacedReference.exec(request)?.groups?.["noun"];
  if (unspaced !== undefined) {
    if (/视频|影片|動画|ビデオ|映像|영상|비디오/u.test(unspaced)) return "video";
    if (/录音|音频|语音|声音|音声|録音|오디오|녹음|음성|목소리/u.test(unspaced)) return "audio";
    return "image";
  }
  if (request.search(attachedWord) >= 0 || request.search(pronoun) >= 0) return "something";
  return undefined;
}

/** Capabilities with an image input, and their counterparts from a prompt alone. */
export const fromWordsAlone: Partial<Record<Capability, Capability>> = {
  "image-to-image": "text-to-image",
  "image-to-video": "text-to-video",
  "image-to-3d": "text-to-3d",
};
