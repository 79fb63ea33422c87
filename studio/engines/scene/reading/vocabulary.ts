/**
 * Words that the prompt reader knows in addition to the English names of the art library. Each line
 * contains a meaning and its words in English, Spanish, French, German, Russian, Chinese and Japanese.
 * Of several matching phrases, the longest wins.
 */
export const settingWords = `
forest: forest, woods, woodland, taiga, bosque, forêt, foret, wald, лес, лесу, 森林, 树林, 森, 林
jungle: jungle, rainforest, selva, jungla, dschungel, urwald, джунгли, 丛林, ジャングル, 密林
beach: beach, shore, seaside, coast, island, playa, isla, plage, île, strand, insel, пляж, берег, остров, 海滩, 沙滩, 岛, ビーチ, 砂浜, 海辺, 島
sea: out of the water, ocean, sea, bay, harbor, harbour, gulf, high seas, open water, mar, océano, oceano, mer, océan, meer, ozean, море, океан, 海, 大海, 海洋, うみ
underwater: underwater, under water, aquarium, coral reefs, ocean floor, under the sea, under the ocean, deep sea, sea floor, coral reef, reef, bajo el agua, bajo el mar, sous l'eau, sous la mer, unterwasser, под водой, 水下, 海底, 水中, 海の中
lake: lake, koi pond, fish pond, pond, river, stream, creek, canal, lagoon, fjord, lago, río, rio, lac, rivière, étang, am see, im see, bergsee, fluss, teich, озеро, река, пруд, 湖, 河, 池塘, 川, 池, 湖畔
city/paris: paris, parís, париж, パリ
city/london: london, londres, лондон
city/tokyo: tokyo, tokio, токио, 東京
city/new-york: new york, times square, new york city, manhattan, nueva york
city/shops: street, old town, main street, alley, shopping street, calle, rue, straße, strasse, улица, 街道, 通り
city/market: market, street market, night market, bazaar, flea market, farmers market, mercado, marché, markt
city: city, city street, busy street, city streets, town, downtown, skyline, metropolis, urban, cyberpunk, berlin, chicago, bangkok, rome, venice, ciudad, pueblo, ville, stadt, город, 城市, 都市, 街, 町
mountains: mountain, mountains, mount fuji, mount everest, matterhorn, kilimanjaro, alps, peak, peaks, himalaya, summit, valley, montaña, montañas, valle, montagne, montagnes, vallée, berg, berge, gebirge, tal, alpen, гора, горы, горах, долина, 山, 山脉, 高山, 山岳, 谷
desert: desert, dune, dunes, sahara, canyon, desierto, désert, wüste, пустыня, 沙漠, 砂漠
space: space, outer space, galaxy, cosmos, universe, nebula, orbit, espacio, galaxia, espace, galaxie, weltraum, weltall, космос, галактика, вселенная, 太空, 宇宙, 银河, 銀河
mars: mars, red planet, alien planet, marte, марс, 火星
moonland: on the moon, moon surface, lunar surface, lunar, en la luna, sur la lune, auf dem mond, на луне, 月球, 月面
meadow/farm: farm, farmyard, barnyard, ranch, granja, ferme, bauernhof, ферма, 牧場
meadow/porch: porch, veranda, patio, terrace
meadow/village: village, hamlet, pueblo pequeño, dorf, деревня, 村
meadow/japanese: japanese garden, zen garden, jardín japonés, jardin japonais, japanischer garten
meadow/garden: garden, backyard, yard, jardín, jardin, garten, сад, 花园, 庭
meadow/park: park, playground, parque, parc, парк, 公园, 公園
meadow: meadow, field, fields, grass, lawn, hill, hills, hillside, countryside, prairie, savanna, savannah, prado, campo, pré, champ, wiese, feld, hügel, луг, поле, холм, 草地, 草原, 田野, 野原
arctic: on ice, on the ice, on an ice floe, arctic, antarctica, antarctic, iceberg, ice floe, ice floes, pack ice, glacier, tundra, north pole, south pole, ártico, arctique, banquise, arktis, арктика, 北极, 南极, 北極, 南極, 氷河
room/bedroom: bedroom, nursery, hotel room, chambre, schlafzimmer, dormitorio, спальня, 卧室, 寝室
room/kitchen: kitchen, cocina, cuisine, küche, кухня, 厨房, 台所
room/living: living room, lounge, parlor, den, salon, wohnzimmer, sala de estar, гостиная, 客厅, リビング
room/laboratory: laboratory, lab, workshop, hospital, clinic
room/office: office, study, home office, workspace, oficina, bureau, büro, офис, 办公室
room/library: library, bookstore, bookshop, biblioteca, bibliothèque, bibliothek, библиотека, 图书馆, 図書館
room/bathroom: bathroom, baño, salle de bain, badezimmer, ванная
room/classroom: classroom, school room, aula, salle de classe, klassenzimmer
room/cafe: cafe, café interior, coffee house, restaurant, bar, diner, bistro
room: room, indoors, gym, corridor, hallway, stage, theater, theatre, ballroom, hall, museum, windowsill, interior, gallery, habitación, zimmer, комната, 房间, 部屋, 室内
table: still life, tabletop, on a table, on the table, on a wooden table, on the wooden table, on a desk, on the desk, mesa, tisch, стол, 桌子, 桌, テーブル, 机
sky: sky, in the air, above the clouds, cielo, ciel, himmel, небо, 天空, 大空, 青空, 空
`;

export const timeWords = `
night: night, midnight, nighttime, moonlit, moonlight, at night, noche, medianoche, nuit, minuit, nacht, mitternacht, nachts, ночь, ночью, ночной, 夜, 夜晚, 晚上, 深夜, よる
sunset: sunset, dusk, golden hour, evening, twilight, atardecer, puesta de sol, ocaso, coucher de soleil, crépuscule, sonnenuntergang, abend, dämmerung, закат, вечер, 日落, 黄昏, 夕阳, 傍晚, 夕日, 夕焼け, 夕方
dawn: dawn, sunrise, morning, daybreak, amanecer, mañana, aube, aurore, lever de soleil, lever du soleil, matin, sonnenaufgang, morgen, morgengrauen, рассвет, утро, 日出, 早晨, 清晨, 日の出, 朝
day: day, daytime, noon, midday, sunny, daylight, día, dia, mediodía, soleado, jour, midi, ensoleillé, tag, mittag, sonnig, день, полдень, солнечный, 白天, 中午, 晴天, 昼
`;

export const weatherWords = `
snow: snow, snowy, snowing, snowfall, snow-covered, winter, wintry, blizzard, frozen, nieve, nevado, nevada, nevando, invierno, neige, enneigé, enneigée, hiver, schnee, verschneit, verschneiten, schneit, winterlich, снег, снежный, заснеженный, заснеженном, зима, зимний, зимой, 雪, 下雪, 冬, 冬天, 雪の
rain: rain, rainy, raining, drizzle, downpour, lluvia, lluvioso, lloviendo, pluie, pluvieux, pluvieuse, regen, regnerisch, regnet, verregnet, дождь, дождливый, 雨, 下雨, 雨の
fog: fog, foggy, mist, misty, haze, hazy, niebla, neblina, brouillard, brume, brumeux, nebel, neblig, туман, туманный, 雾, 霧
storm: storm, stormy, thunderstorm, lightning, thunder, tormenta, tempestad, orage, tempête, sturm, gewitter, шторм, гроза, буря, 暴风雨, 闪电, 嵐, 雷
`;

export const featureWords = `
stars: star, stars, starry, starlight, shooting star, estrella, estrellas, estrellado, étoile, étoiles, étoilé, étoilée, stern, sterne, sternenhimmel, звезда, звёзды, звезды, звёздный, 星, 星星, 星空, 繁星
moon: moon, full moon, crescent moon, luna, luna llena, lune, pleine lune, mond, vollmond, луна, полнолуние, 月亮, 月, 满月, 満月
sun: sun, sol, soleil, sonne, солнце, 太阳, 太陽
aurora: aurora, aurora borealis, northern lights, aurore boréale, polarlicht, nordlicht, северное сияние, 极光, オーロラ
rainbow: rainbow, arcoíris, arcoiris, arc-en-ciel, regenbogen, радуга, 彩虹, 虹
clouds: cloud, clouds, cloudy, nube, nubes, nuage, nuages, wolke, wolken, облако, облака, 云, 雲
fireflies: firefly, fireflies, luciérnaga, luciérnagas, luciole, lucioles, glühwürmchen, светлячок, светлячки, 萤火虫, 蛍, ホタル
lavender: lavender, lavender field, lavender fields, lavendel, lavande, lavanda, лаванда
wheat: wheat, wheat field, wheat fields, cornfield, corn field, barley, trigo, weizen, blé, пшеница
sunflowers: sunflower field, sunflower fields, field of sunflowers, fields of sunflowers
tulips: field of tulips, fields of tulips, tulip fields
path: path, trail, dirt road, footpath, country lane, hiking trail, camino, weg, chemin, тропа, 小路
road: road, highway, country road, carretera, route, дорога
neon: neon, neons, neon lights, neón, néon, неон, неоновый, 霓虹, ネオン
autumn: autumn, autumn leaves, falling leaves, leaves falling, leaves fall, fall leaves, fallen leaves, fall foliage, autumn trees, fall colors, autumnal, otoño, automne, herbst, осень, осенний, 秋, 秋天
blossom: spring, cherry blossoms, sakura, primavera, printemps, frühling, весна, 春, 春天, 桜, 樱花
flowers: flower, flowers, wildflowers, blossoms, flor, flores, fleur, fleurs, blume, blumen, цветок, цветы, 花, 花朵
fireworks: firework, fireworks, firework display, fireworks display, fireworks exploding, exploding fireworks, fireworks bursting, fuegos artificiales, feu d'artifice, feux d'artifice, feuerwerk, фейерверк, салют, 烟花, 花火
smoke: smoke, chimney smoke, smoking chimney, smoke from the chimney, smoke from its chimney, smoke from a chimney, smoke rising from the chimney, smoke coming from the chimney, smoke coming out of the chimney
lights: lantern, lanterns, string lights, candlelight
`;

export const styleWords = `
watercolour: watercolour, watercolor, aquarelle, acuarela, aquarell, акварель, 水彩, 水彩画
oil: oil painting, oil paint, in oil, oils, painterly, impressionist, impressionism, van gogh, monet, óleo, pintura al óleo, peinture à l'huile, ölgemälde, масло, 油画, 油絵
pencil: pencil, pencil sketch, pencil drawing, sketch, drawing, charcoal, lápiz, dibujo, boceto, crayon, dessin, croquis, bleistift, zeichnung, skizze, карандаш, рисунок, набросок, 素描, 铅笔画, 鉛筆, スケッチ
pixel: pixel art, pixel, pixelated, 8-bit, 8 bit, 16-bit, retro game, pixelart, arte de píxel, пиксель-арт, 像素, 像素画, ドット絵
cartoon: cartoon, cartoonish, comic, comics, comic book, anime, manga, cel shaded, dibujos animados, caricatura, dessin animé, bande dessinée, мультфильм, комикс, 卡通, 漫画, アニメ, マンガ
flat: flat design, flat style, flat illustration, minimal, minimalist, minimalistic, vector, vector art, minimalista, minimaliste, minimalistisch, плоский, минимализм, 扁平, 极简, フラット
sepia: sepia, old photo, sépia, vintage photo, сепия, 复古, セピア
monochrome: black and white, black-and-white, monochrome, grayscale, greyscale, noir, blanco y negro, noir et blanc, schwarz-weiß, schwarzweiß, чёрно-белый, черно-белый, 黑白, 白黒, モノクロ
night: day to night, day-to-night, turn it into night, make it night, as night, nocturnal
`;

export const countWords = `
1: one, single, lone, uno, una, un, une, ein, eine, einen, einem, один, одна, одно, 一只, 一个, 一匹
2: two, 2, pair of, couple of, a couple of, both, dos, deux, zwei, два, две, двое, 两只, 两个, 两, 二, 二匹, 二人, ふたり
3: three, 3, tres, trois, drei, три, 三只, 三个, 三, 三匹, 三人
4: four, 4, cuatro, quatre, vier, четыре, 四只, 四个, 四, 四匹
5: five, 5, cinco, cinq, fünf, пять, 五只, 五个, 五, 五匹, flock of, herd of, group of, pack of, school of, shoal of, swarm of, many, lots of
6: six, 6, seis, sechs, шесть, 六
7: seven, 7, siete, sept, sieben, семь, 七
8: eight, 8, ocho, huit, acht, восемь, 八
9: nine, 9, nueve, neuf, neun, девять, 九
10: ten, 10, diez, dix, zehn, десять, 十
12: dozen, a dozen, twelve, 12, docena, dutzend
`;

export const colorWords = `
red: red, crimson, scarlet, rojo, roja, rouge, rot, rote, roter, rotes, roten, красный, красная, красное, 红色, 红, 赤い
orange: orange, naranja, оранжевый, 橙色
yellow: yellow, golden, gold, amarillo, amarilla, dorado, jaune, doré, gelb, gelbe, golden, жёлтый, желтый, золотой, 黄色, 金色, 黄色い
green: green, emerald, verde, vert, verte, grün, grüne, grüner, зелёный, зеленый, 绿色, 绿, 緑
blue: blue, azul, bleu, bleue, blau, blaue, blauer, blaues, синий, синяя, голубой, 蓝色, 蓝, 青い
purple: purple, violet, lilac, morado, púrpura, violeta, violette, lila, фиолетовый, 紫色, 紫
pink: pink, rosa, розовый, 粉色, 粉红色, ピンク
black: black, negro, negra, noir, noire, schwarz, schwarze, schwarzer, чёрный, черный, чёрная, 黑色, 黑, 黒い, 黒
brown: brown, chestnut brown, marrón, marron, braun, braune, brauner, коричневый, 棕色, 茶色
grey: grey, gray, silver, silvery, gris, grau, graue, серый, 灰色
teal: teal, turquoise, cyan, aqua, turquesa, türkis, бирюзовый
navy: navy, navy blue, dark blue
beige: beige, cream coloured, ivory
white: white, blanco, blanca, blanc, blanche, weiß, weiße, weißer, белый, белая, 白色, 白い, 白
`;

/** Negations such as "without", which exclude the next meaning. */
export const negationWords = `
not: no, not, without, sin, sans, ohne, kein, keine, без, 没有, 无
`;

/** Parses lines of `meaning: word, word` to a map from word to meaning. The first meaning of a word wins. */
export function readWordList(list: string): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (const line of list.trim().split("\n")) {
    const [meaning = "", words = ""] = line.split(": ");
    for (const word of words.split(", ")) {
      if (!meanings.has(word)) meanings.set(word, meaning);
    }
  }
  return meanings;
}
