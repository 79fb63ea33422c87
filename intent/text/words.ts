import { foldInPlace } from "./normalize.ts";

/**
 * Words that the grammar knows, folded as by `foldInPlace`, for all languages together. When a word has
 * different meanings in two languages, the more frequent one is used; the classifier makes the final
 * decision.
 */

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(foldInPlace(lines.join(" ").normalize("NFC")).split(" "));
}

/** Greetings, thanks and politeness: never part of a subject at its edges. */
export const politeWords = wordSet(
  "please pls plz plss hey hi hello yo ok okay so thanks thx thank kindly dear morning ty asap",
  "porfa porfavor favor por gracias hola buenas gracias",
  "s'il stp svp plait merci bonjour salut",
  "bitte hallo danke mal doch schnell gern gerne",
  "per favore ciao grazie salve cortesemente",
  "oi ola obrigado obrigada pfv",
  "alsjeblieft hoi dag bedankt aub graag even eens",
  "prosze czesc dzieki hej",
  "lutfen merhaba selam tesekkurler",
  "пожалуиста пожалуйста привет спасибо здравствуите здравствуйте плиз",
  "من فضلك مرحبا شكرا لو سمحت",
  "कृपया नमस्ते धन्यवाद प्लीज़ प्लीज",
  "ласка привіт дякую",
  "xin nhé giùm",
  "tolong mohon dong makasih terima kasih halo",
);

/** Pronouns, modals and particles around the verb of a request. */
export const auxiliaryWords = wordSet(
  "i i'd i'm we you u me us to can could would will want need like love have let let's get give gimme help must should just now quickly really also there's there is be it'd we'd looking wanna gotta trying for today is able how about hoping",
  "yo quiero quisiera necesito puedes podrias me nos gustaria dame que tu usted",
  "je j'aimerais j'ai veux voudrais peux-tu pouvez-vous pourrais-tu pourriez-vous peux pouvez besoin il faut moi me nous tu vous me",
  "ich mochte hatte will brauche kannst konntest konnten konnen du sie mir uns wir wurde wunsche",
  "io vorrei voglio puoi potresti mi ci serve servono bisogno ho",
  "eu quero queria gostaria preciso voce pode poderia me pra mim",
  "ik wil zou kun kan kunt je jij mij me ons heb nodig willen",
  "chce chcialbym chcialabym potrzebuje mozesz moge czy mi nam poprosze",
  "bana istiyorum lazim misin",
  "я хочу хотел хотела бы мне нам нужно нужна нужен надо можешь можете ты вы дай",
  "اريد أريد لي ممكن هل يمكنك احتاج أحتاج",
  "मुझे हमें चाहिए क्या आप",
  "хочу мені нам потрібно потрібна потрібен потрібне можеш можете чи",
  "tôi mình muốn giúp",
  "saya aku mau ingin butuh perlu bisa bisakah kamu minta",
);

/** Verbs that request the creation of something. */
export const createVerbs = wordSet(
  "create creat crate make mak makes making generate genrate genereate generat gen produce design build render compose craft do show visualize visualise imagine illustrate draw paint sketch doodle film shoot record sculpt model animate bring use using construct develop prepare whip throw together up out put come provide supply send deliver",
  "crea creame crear haz hazme hacer genera generame generar dibuja dibujame dibujar pinta pintame disena diseñame diseña diseñar graba filma produce muestra muestrame ilustra construye modela hagas crees generes",
  "cree creer crees fais fais-moi faire fasses genere genere-moi generer dessine dessine-moi dessiner peins peindre concois produis realise filme montre montre-moi illustre construis modelise creez faites generez dessinez",
  "erstelle erstell erstellen mach mache machen macht generiere generieren zeichne zeichnen male malen entwirf entwerfen erzeuge erzeugen produziere produzieren dreh drehe drehen filme zeig zeige bau baue bauen modelliere gestalte gestalten schaffe",
  "crea creami creare fai fammi fare facciate genera generami generare disegna disegnami disegnare dipingi progetta produci filma mostra mostrami costruisci modella realizza",
  "cria crie criar faz faca fazer gera gere gerar desenha desenhe desenhar pinta pinte produza produz filme mostre mostra construa modele ilustre",
  "maak maken genereer genereren teken tekenen schilder schilderen ontwerp ontwerpen produceer film toon bouw modelleer",
  "stworz stworzyc zrob zrobic wygeneruj wygenerowac narysuj narysowac namaluj zaprojektuj nagraj nakrec pokaz zbuduj utworz przygotuj",
  "olustur uret yap ciz hazirla tasarla goster",
  "создаи создать сделаи сделать сгенерируи сгенерировать нарисуи нарисовать придумаи сними снять покажи построи смоделируи изобрази создайте сделайте создай сделай сгенерируй нарисуй придумай построй смоделируй",
  "انشئ أنشئ اصنع ارسم ولد ولّد صمم اعمل تعمل ترسم تصنع انتج",
  "створи створити зроби зробити згенеруй намалюй намалювати зніми покажи змоделюй",
  "tạo làm thiết quay",
  "buat buatkan bikin bikinkan gambarkan lukis hasilkan ciptakan rekam",
);

export type Medium = "image" | "video" | "audio" | "3d";

/** Nouns that name a medium. */
const mediaNouns: Readonly<Record<Medium, ReadonlySet<string>>> = {
  image: wordSet(
    "image images img imgs imge picture pictures pictur pic pics photo photos phto foto fotos photograph photographs pix drawing drawings illustration illustrations painting paintings portrait portraits artwork artworks render rendering sketch sketches wallpaper wallpapers snapshot visual graphic graphics cartoon selfie still shot visualization",
    "imagen imagenes fotografia fotografias dibujo dibujos ilustracion ilustraciones pintura cuadro retrato fotito imagencita boceto",
    "dessin dessins peinture tableau photographie photographies croquis visuel portrait",
    "bild bilder bildchen zeichnung zeichnungen gemalde grafik illustrationen portrat fotografie skizze aquarell olgemalde",
    "immagine immagini disegno disegni illustrazione illustrazioni dipinto quadro ritratto schizzo un'immagine un'illustrazione",
    "imagem imagens desenho desenhos ilustracao ilustracoes retrato esboco",
    "afbeelding afbeeldingen plaatje plaatjes tekening tekeningen schilderij illustratie illustraties foto's portret schets",
    "obraz obrazek obrazy obrazki obrazka zdjecie zdjecia zdjec rysunek rysunki ilustracja ilustracje grafike grafika ilustracje portret",
    "resim resmi resmini gorsel gorseli gorselini fotograf fotografi fotografini cizim cizimi tablosu tablo illustrasyonu",
    "изображение изображения картинка картинку картинки картинок фото фотография фотографию рисунок рисунки иллюстрация иллюстрацию портрет фотку картину картина",
    "صورة صور رسمة لوحة رسم",
    "तस्वीर तस्वीरें फोटो चित्र इमेज पेंटिंग स्केच",
    "зображення картинка картинку картинки світлина світлину малюнок ілюстрація ілюстрацію шпалери",
    "hình tranh",
    "gambar fotonya lukisan ilustrasi",
  ),
  video: wordSet(
    "video videos vid vids vidoe vidio clip clips movie film footage animation animations reel timelapse time-lapse gif b-roll short shorts trailer teaser advert promo cinematic hyperlapse",
    "pelicula animacion videito videoclip",
    "videos animation court-metrage",
    "videoclip kurzfilm animation filmchen",
    "filmato animazione un'animazione",
    "clipe filme animacao videozinho",
    "filmpje filmpjes animatie video's",
    "wideo filmik filmu klip animacja animacje filmy",
    "videosu klibi klip animasyonu animasyon filmi videosunu",
    "видео ролик ролики видеоролик клип фильм анимация анимацию мультик видос видосик",
    "فيديو مقطع فيلم كليب",
    "वीडियो क्लिप फिल्म एनिमेशन",
    "відео ролик кліп фільм анімація анімацію",
    "phim",
    "klip animasi videonya",
  ),
  audio: wordSet(
    "audio voice speech narration voiceover voice-over recording soundtrack mp3 wav podcast voicemail memo",
    "voz locucion narracion grabacion",
    "voix narration enregistrement",
    "stimme sprachausgabe aufnahme tonaufnahme",
    "voce registrazione narrazione",
    "gravacao narracao",
    "stem opname spraak",
    "glos nagranie",
    "ses kayit kaydi",
    "аудио голос запись озвучка озвучку речь",
    "صوت تسجيل",
    "आवाज़ ऑडियो रिकॉर्डिंग",
    "аудіо запис голос",
    "suara rekaman",
  ),
  "3d": wordSet(
    "3d 3-d model models modell modelle modelo modelos modele modeles modello modelli mesh meshes maillage asset figurine stl glb obj gltf usdz fbx objekt objeto objet oggetto object 3d-modell 3d-model 3d-objekt 3d-mesh modeli modelini modelu модель модели модел 3д нموذج نموذج مجسم मॉडल ऑब्जेक्ट",
  ),
};

/** Verbs that state a medium, also with a pronoun or negated in one word. */
const mediaVerbs = wordSet(
  "draw paint sketch film shoot record animate",
  "dibujes dibujalo dibujarlo pintes grabes grabalo filmes filmalo animes",
  "dessine dessines peins filme filmes anime animer dessiner filmer",
  "zeichnen malen filmen drehen animieren zeichne male filme animiere",
  "disegnarlo disegnarla disegnare riprenderlo riprendere filmare filmarlo animarla animarlo animare",
  "desenha desenhe desenhar filma filme filmar grava grave anima anime animar",
  "tekenen teken schilderen filmen film animeren",
  "rysuj maluj filmuj nagrywaj animuj ozywiaj",
  "рисуи рисовать снимаи снимать анимируи анимировать",
  "малюи малювати знімаи знімати анімуи",
  "cizme cekme",
  "ترسمه ترسمها ترسم تصوره تصورها تحركها",
  "digambar gambar direkam digerakkan dianimasikan",
  "vẽ quay",
  "बनाओ फिल्माओ",
);

/** Results that a message may reject besides media: "no song, a poster". */
const otherResults = wordSet(
  "song songs tune poster flyer",
  "cancion canciones cartel",
  "chanson affiche",
  "lied liedchen plakat",
  "canzone locandina",
  "musica cancao cartaz",
  "liedje",
  "piosenka piosenki",
  "песню песня плакат",
  "пісню пісня",
  "sarki afis afisi",
  "الاغنية اغنية ملصق الملصق بوستر",
  "गाना पोस्टर gaana",
  "lagu lagunya posternya",
);

export function isMediaVerb(word: string): boolean {
  return mediaVerbs.has(word);
}

export function isOtherResult(word: string): boolean {
  return otherResults.has(word);
}

const mediumOfWord = new Map(
  Object.entries(mediaNouns).flatMap(([medium, words]) =>
    [...words].map((word) => [word, medium as Medium] as const),
  ),
);

export function findMedium(word: string): Medium | undefined {
  // "Zeitraffer-Video", "movie-poster": the last part of a compound determines its meaning.
  return mediumOfWord.get(word) ?? mediumOfWord.get(word.slice(word.lastIndexOf("-") + 1));
}

export const articleWords = wordSet(
  "a an the some my our your its this these another one",
  "un una unos unas el la los las mi este esta",
  "une des le les l' mon ma ce cette",
  "ein eine einen einem einer eines der die das den dem",
  "uno gli il lo i un'",
  "um uma uns umas o os as",
  "een de het",
  "bir",
  "एक",
);

/** Words that may appear between an article and the noun of a medium without describing the subject. */
export const fillerWords = wordSet(
  "variants variant variations variation versions version options option alternatives takes short quick quickly new nice nicely beautiful cool good great high quality high-quality hq hd few couple several simple small little professional amazing stunning detailed realistic looking style styled file full ai ai-generated lovely custom original fresh single series set version long looping seamless animated digital textured printable game ready game-ready three-dimensional format orientation landscape ratio aspect resolution size fps mode really very widescreen quality sized",
  "corto corta breve nuevo nueva bonito bonita hermosa realista varias varios calidad alta formato duracion estilo tridimensional",
  "courte court petite petit belle beau nouvelle realiste plusieurs quelques qualite haute format duree style tridimensionnel",
  "kurzes kurzen kurze schones schone neues neue realistisches paar einige langes lange langen format stil dreidimensionales hochformat",
  "corto bella bello nuova realistica alcune formato stile tridimensionale lungo",
  "curto bonita nova algumas alguns qualidade",
  "kort korte mooie mooi nieuwe realistische paar lange stijl driedimensionaal",
  "krotki krotkie krotka ladny nowy realistyczne kilka sekundowe dlugi format",
  "kisa guzel yeni gercekci birkac saniyelik uzun",
  "короткое короткии короткую красивую красивое новое новую несколько реалистичное длинное формат стиль стиле трехмерную трёхмерную",
  "قصيرا قصير جميلة جديدة واقعية فوتوغرافية ثلاثي الابعاد الأبعاد مدته",
  "छोटा सुंदर नई नया",
);

/** Words that join the noun of a medium to its subject. */
export const linkWords = wordSet(
  "d' of showing shows show depicting with about featuring where in which that displaying containing from for",
  "de del d' con donde que muestra mostrando sobre cuyo aparece aparezca salga",
  "du des d'un d'une avec ou l'on qui montre montrant sur voit",
  "von mit uber auf dem der wo zeigt vom",
  "di dello della dei con dove che mostra su",
  "da do com onde mostrando",
  "van met waarop waarin over dat toont",
  "przedstawiajacy przedstawiajace przedstawiajaca ktory gdzie o z ze na ktorym",
  "с со где о об про на котором которои которой котором изображающую показывающее",
  "ل عن مع فيه فيها تظهر يظهر من",
  "з із зі де про",
  "tentang dengan dari",
);

/** Words without a separate meaning next to a parameter that was cut out. */
export const glueWords = wordSet(
  "in with and for at using via by on to as of a an the style styled format orientation aspect ratio resolution size long length duration lasting video image clip look mode output export save make it please pls plz quality frames rate each total be should with no without & - – from speed exactly around about approximately voice color colors screen deliver give file type render out set seed model version want made generated created rendered produced done",
  "en con y para estilo formato de duracion por un una al usando resolucion voz el la los",
  "au avec et pour le la format duree resolution par sur utilisant style d'une du voix environ",
  "im in mit und fur als format stil auf lang bei von bitte der die das auflosung einem einer stimme etwa",
  "nel nello in con e per formato stile di da a al usando risoluzione durata voce",
  "no na em com e para formato estilo usando resolucao duracao voz",
  "van met en voor formaat stijl als bij resolutie stem",
  "w z i na dla formacie stylu dlugosc glosem o",
  "ve icin formatinda tarzinda ile stilinde boyunda bicimde",
  "в с и на для формате стиле длительность длительностью разрешение голосом формата",
  "في مع و على بصيغة باسلوب بأسلوب نسبة بدقة بصوت",
  "में के साथ और शैली का की से",
);
