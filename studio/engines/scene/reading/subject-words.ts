/**
 * Common subjects: the art, then its words in English, Spanish, French, German, Russian, Chinese and
 * Japanese. They take precedence over the names and keywords of the art library, which are only in
 * English and often imprecise.
 */
export const subjectWords = `
🦊: fox, red fox, zorro, renard, fuchs, лиса, лисица, лисичка, 狐狸, キツネ, きつね, 狐
🐈: cat, gato, gata, chat, katze, kater, кошка, кот, 猫, ネコ, ねこ
🐱: kitten, kitty, gatito, chaton, kätzchen, котёнок, котенок, 小猫, 子猫
🐈‍⬛: black cat, gato negro, chat noir, schwarze katze, чёрный кот, черный кот, чёрная кошка, 黑猫, 黒猫
🐕: dog, perro, perra, chien, hund, собака, пёс, 狗, 犬, イヌ, いぬ
🐶: puppy, cachorro, perrito, chiot, welpe, щенок, 小狗, 子犬
🐺: wolf, lobo, loup, волк, 狼, オオカミ, coyote, jackal
🐻: bear, oso, ours, bär, медведь, медведя, 熊, クマ
🧸: teddy bear, teddy, osito de peluche, nounours, teddybär
🐻‍❄️: polar bear, oso polar, ours polaire, eisbär, белый медведь, 北极熊, 白熊
🐼: panda, панда, 熊猫, パンダ
🐨: koala, коала, 考拉, コアラ
🦁: lion, león, leon, lion, löwe, лев, 狮子, ライオン
🐅: tiger, tigre, тигр, 老虎, 虎, トラ
🐎: horse, stallion, caballo, cheval, chevaux, pferd, лошадь, конь, 马, 馬
🦄: unicorn, unicornio, licorne, einhorn, единорог, 独角兽, ユニコーン
🦓: zebra, cebra, zèbre, зебра, 斑马
🦒: giraffe, jirafa, girafe, жираф, 长颈鹿, キリン
🐘: elephant, elefante, éléphant, elefant, слон, 大象, ゾウ, 象
🦏: rhino, rhinoceros, rinoceronte
🦛: hippo, hippopotamus
🐒: monkey, mono, singe, affe, обезьяна, 猴子, サル, 猿
🦍: gorilla
🐄: cow, vaca, vache, kuh, корова, 奶牛, 牛
🐖: pig, cerdo, cochon, schwein, свинья, 猪, 豚
🐑: sheep, lamb, oveja, mouton, schaf, овца, 羊
🐐: goat, cabra, chèvre, ziege
🦌: deer, stag, reindeer, ciervo, venado, cerf, hirsch, reh, олень, 鹿, シカ, antelope, gazelle
🫎: moose, elk, alce, élan, elch, лось
🐰: rabbit, bunny, hare, conejo, lapin, hase, kaninchen, заяц, зайца, зайцы, кролик, 兔子, ウサギ, うさぎ
🐿️: squirrel, chipmunk, ardilla, écureuil, eichhörnchen, белка, 松鼠, リス
🦔: hedgehog, erizo, hérisson, igel, ёж, ёжик, porcupine
🦝: raccoon, mapache, raton laveur, waschbär, енот
🐁: mouse, ratón, souris, maus, мышь, 老鼠, ネズミ
🐹: hamster
🦇: bat, murciélago, chauve-souris, fledermaus
🐦: bird, pájaro, ave, oiseau, vogel, птица, 鸟, 鳥, robin, sparrow, hummingbird, kingfisher, woodpecker, songbird, heron, stork, seagull, gull, pelican, puffin
🦅: eagle, hawk, falcon, águila, aigle, adler, орёл, 鹰, 鷲
🦉: owl, búho, lechuza, hibou, chouette, eule, сова, 猫头鹰, フクロウ
🦜: parrot, loro, perroquet, papagei, попугай, 鹦鹉, toucan, macaw, cockatoo, tucán, tukan, тукан, 巨嘴鸟, オオハシ
🐧: penguin, pingüino, pingouin, manchot, pinguin, пингвин, 企鹅, ペンギン
🦆: duck, pato, canard, ente, утка, 鸭子
🦢: swan, cisne, cygne, schwan, лебедь, 天鹅, 白鳥
🦩: flamingo, flamenco, flamant rose
🐓: rooster, gallo, coq, hahn, петух, 公鸡
🐔: chicken, hen, gallina, poule, huhn, курица, 鸡
🐸: frog, toad, rana, grenouille, frosch, лягушка, 青蛙, カエル
🐢: turtle, tortoise, tortuga, tortue, schildkröte, черепаха, 乌龟, 亀, カメ
🐍: snake, serpiente, serpent, schlange, змея, 蛇, cobra
🐊: crocodile, alligator
🐉: dragon, dragón, drache, дракон, 龙, 龍, ドラゴン, 竜
🦖: dinosaur, t-rex, t rex, tyrannosaurus, dinosaurio, dinosaure, dinosaurier, динозавр, 恐龙, 恐竜
🦕: brontosaurus, sauropod
🐳: whale, ballena, baleine, wal, кит, 鲸鱼, 鲸, クジラ
🐬: dolphin, delfín, dauphin, delfin, дельфин, 海豚, イルカ
🦈: shark, tiburón, requin, hai, акула, 鲨鱼, サメ
🐟: fish, pez, peces, poisson, fisch, fische, рыба, 鱼, 魚, salmon, trout
🐠: tropical fish, clownfish, koi
🐙: octopus, pulpo, pieuvre, krake, осьминог, 章鱼, タコ
🪼: jellyfish, medusa, méduse, qualle, медуза, 水母, クラゲ
🦀: crab, cangrejo, crabe, krabbe, краб, 螃蟹, カニ
🦋: butterfly, mariposa, papillon, schmetterling, бабочка, 蝴蝶, 蝶, moth
🐝: bee, honeybee, abeja, abeille, biene, пчела, 蜜蜂, wasp, bumblebee
🐌: snail, caracol, escargot, schnecke
🐞: ladybug, ladybird, mariquita, coccinelle, marienkäfer
🌲: evergreen tree, pine tree, pine, fir tree, pino, sapin, tanne, ёлка, сосна, 松树
🌳: tree, oak, árbol, arbre, baum, bäume, дерево, деревья, 树, 木
🌴: palm tree, palm, palmera, palmier, palme, пальма, 棕榈树, ヤシの木
🎄: christmas tree, árbol de navidad, sapin de noël, weihnachtsbaum, новогодняя ёлка, 圣诞树, クリスマスツリー
🌵: cactus, кактус, 仙人掌, サボテン
🌹: rose, rosa roja, роза, 玫瑰, バラ, red rose, white rose, yellow rose, pink rose, a rose, single rose
🌷: tulip, tulipán, tulipe, tulpe, тюльпан, 郁金香
🌻: sunflower, girasol, tournesol, sonnenblume, подсолнух, 向日葵, ひまわり
🍄: mushroom, toadstool, seta, hongo, champignon, pilz, гриб, 蘑菇, キノコ
🏠: house, home, casa, maison, haus, дом, 房子, 家
🛖: cabin, hut, cottage, log cabin, shack, cabaña, cabane, chalet, hütte, хижина, избушка, 小屋
🏰: castle, palace, fortress, castillo, château, chateau, schloss, burg, замок, 城堡, 城
🏯: japanese castle, pagoda
⛩️: shrine, torii, torii gate, 鸟居, 鳥居, 神社
⛪: church, chapel, iglesia, église, kirche, церковь, 教堂, 教会, cathedral
🏛️: temple, greek temple, museum building, templo, храм
🗼: eiffel tower, tokyo tower, tower, torre eiffel, tour eiffel, eiffelturm, эйфелева башня, 铁塔
🗽: statue of liberty
⛺: tent, camping, carpa, tienda de campaña, tente, zelt, палатка, 帐篷, テント
🌋: volcano, volcán, volcan, vulkan, вулкан, 火山
🎡: ferris wheel
🎠: carousel, merry-go-round
⛲: fountain, fuente, fontaine, brunnen, фонтан
🚀: rocket, spaceship, spacecraft, starship, cohete, nave espacial, fusée, vaisseau spatial, rakete, raumschiff, ракета, космический корабль, 火箭, 宇宙飞船, ロケット, 宇宙船
🛸: ufo, flying saucer, ovni, soucoupe volante, нло
🛰️: satellite
🪐: planet, saturn, ringed planet, planeta, planète, планета, 行星, 土星, 惑星
🌍: earth, globe, tierra, terre, erde, земля, 地球
🚗: car, automobile, coche, carro, auto, voiture, wagen, машина, автомобиль, 汽车, 车, 車, 自動車, convertible
🏎️: race car, racing car, sports car, coche de carreras, voiture de course, rennwagen, 跑车
🚕: taxi, cab, 出租车, タクシー
🚌: bus, autobús, автобус, 公交车, バス
🚚: truck, lorry, camión, camion, lastwagen, грузовик, 卡车, トラック
🚜: tractor, tracteur, traktor
🚲: bicycle, bike, bicicleta, vélo, bicyclette, fahrrad, велосипед, 自行车, 自転車
🏍️: motorcycle, motorbike, motocicleta, moto, motorrad, мотоцикл, 摩托车, バイク
🛵: scooter, vespa
🚂: train, locomotive, steam train, tren, zug, поезд, паровоз, 火车, 列车, 電車, 汽車
🚋: tram, streetcar, tranvía, straßenbahn, трамвай
✈️: airplane, aeroplane, plane, aircraft, jet, avión, avion, flugzeug, самолёт, самолет, 飞机, 飛行機
🚁: helicopter, helicóptero, hélicoptère, hubschrauber, вертолёт
🎈: balloon, globo, ballon, luftballon, воздушный шар, шарик, 气球, 風船, 気球
⛵: sailboat, sailing boat, boat, yacht, ship, velero, barco, barca, bateau, voilier, bateau à voile, ein boot, schiff, segelboot, лодка, корабль, парусник, 船, 帆船, 小船, ヨット
🚢: cruise ship, ocean liner, ferry
🛶: canoe, kayak, rowboat
👩‍🚀: astronaut, cosmonaut, spaceman, astronauta, astronaute, astronautin, космонавт, астронавт, 宇航员, 宇宙飛行士
🤖: robot, android, robots, roboter, робот, 机器人, ロボット
👽: alien, extraterrestrial, extraterrestre, außerirdischer, инопланетянин, 外星人, 宇宙人
👻: ghost, fantasma, fantôme, geist, gespenst, привидение, призрак, 幽灵, 鬼, 幽霊, お化け
🧙‍♂️: wizard, mage, sorcerer, mago, sorcier, zauberer, волшебник, маг, 巫师, 魔法使い
🧙‍♀️: witch, bruja, sorcière, hexe, ведьма, 女巫, 魔女
🧚‍♀️: fairy, hada, fée, fee, фея, 仙女, 妖精
🧜‍♀️: mermaid, sirena, sirène, meerjungfrau, русалка, 美人鱼, 人魚
🧛‍♂️: vampire, vampiro, vampir, вампир, 吸血鬼
🧑‍🎄: santa, santa claus, papá noel, père noël, weihnachtsmann, дед мороз, 圣诞老人, サンタ
👸: princess, queen, princesa, reina, princesse, reine, prinzessin, königin, принцесса, королева, 公主, 女王, 姫
🤴: prince, king, príncipe, rey, roi, prinz, könig, принц, король, 王子, 国王, 王様
🥷: ninja, ниндзя, 忍者
🕵️‍♂️: detective, spy, detektiv, détective, сыщик, 侦探, 探偵
🧑‍🍳: chef, cocinero, cuisinier, koch, повар, 厨师, 料理人
🧑‍🎨: painter, artist, pintor, peintre, maler, künstler, художник, 画家
🧑‍🚒: firefighter, fireman, bombero, pompier, feuerwehrmann, пожарный
🧑‍⚕️: doctor, médico, médecin, arzt, врач, 医生, 医者
🦸‍♀️: superhero, superheroine, hero, superhéroe, super-héros, superheld, супергерой, 超级英雄
💃: dancer, ballerina, bailarina, danseuse, tänzerin
🏄: surfer, surfista, surfeur
👧: girl, niña, chica, fille, mädchen, девочка, девушка, 女孩, 女の子, 少女
👦: boy, niño, chico, garçon, enfant, junge, ein kind, мальчик, ребёнок, 男孩, 孩子, 男の子, 少年, 子供
👩: woman, lady, mujer, femme, frau, женщина, 女人, 女性
👨: man, guy, hombre, homme, mann, мужчина, 男人, 男性, fisherman, sailor, blacksmith, carpenter, shepherd, baker
🧑: person, human, persona, personne, mensch, человек, 人
👵: grandmother, grandma, old woman, abuela, grand-mère, oma, großmutter, бабушка, 奶奶, おばあさん
👴: grandfather, grandpa, old man, abuelo, grand-père, opa, großvater, дедушка, 爷爷, おじいさん, old fisherman, old sailor, old shepherd
👶: baby, infant, bebé, bébé, малыш, 婴儿, 赤ちゃん
⛄: snowman, muñeco de nieve, bonhomme de neige, schneemann, снеговик, 雪人, 雪だるま
🎃: jack-o-lantern, halloween pumpkin, pumpkin, calabaza, citrouille, kürbis, тыква, 南瓜, かぼちゃ
🍜: ramen, bowl of ramen, noodles, noodle soup, bowl of noodles, fideos, nouilles, nudeln, лапша, 拉面, 面条, ラーメン
🍕: pizza, slice of pizza, pizza slice, пицца, 披萨, ピザ
🍔: hamburger, burger, cheeseburger, hamburguesa, гамбургер, 汉堡, ハンバーガー
🍣: sushi, суши, 寿司
☕: coffee, cup of coffee, coffee cup, cup of tea, mug, tea, café, taza de café, tasse de café, kaffee, tasse kaffee, кофе, чашка кофе, чай, 咖啡, 一杯咖啡, コーヒー
🥐: croissant, cruasán, круассан
🍞: bread, loaf of bread, du pain, brot, хлеб, 面包, パン
🎂: cake, birthday cake, tarta, pastel, gâteau, kuchen, torte, торт, 蛋糕, ケーキ
🍦: ice cream, helado, glace, eis, мороженое, 冰淇淋, アイスクリーム
🍎: apple, manzana, pomme, apfel, äpfel, яблоко, 苹果, リンゴ, りんご
🍋: lemon, limón, citron, zitrone, лимон, 柠檬, レモン
🍓: strawberry, fresa, fraise, erdbeere, клубника, 草莓, イチゴ, いちご
🍌: banana, plátano, banane, банан, 香蕉, バナナ
🍇: grapes, uvas, raisins, trauben, виноград, 葡萄, ぶどう
🍷: wine, glass of wine, glass of red wine, glass of white wine, red wine, vino, copa de vino, vin, verre de vin, wein, вино, 红酒, ワイン
📚: books, libros, livres, bücher, книги, 书, 本
📖: book, open book, libro, livre, buch, книга
🎸: guitar, guitarra, guitare, gitarre, гитара, 吉他, ギター
🎻: violin, violín, violon, geige, скрипка, 小提琴
⚽: soccer ball, football, balón, ballon de football, fußball, мяч, 足球, サッカーボール
🎁: gift, present, gift box, regalo, cadeau, geschenk, подарок, 礼物, プレゼント
💎: diamond, gem, jewel, diamante, diamant, бриллиант, 钻石, ダイヤモンド
👑: crown, corona, couronne, krone, корона, 皇冠, 王冠
🔮: crystal ball
🗡️: sword, dagger, espada, épée, schwert, меч, 剑, 剣
🛡️: shield, escudo, bouclier, schild, щит
🏴‍☠️: pirate flag, pirate
🔥: fire, campfire, bonfire, flame, fuego, fogata, feu, feu de camp, feuer, lagerfeuer, огонь, костёр, 火, 篝火, 焚き火
💡: light bulb, lightbulb, bombilla, ampoule, glühbirne
🕯️: candle, vela, bougie, kerze, свеча, 蜡烛, ろうそく
🏮: stone lantern, red lantern, paper lantern, 灯笼, 提灯
☂️: umbrella, paraguas, parapluie, regenschirm, зонт, 雨伞, 傘
📷: camera, cámara, appareil photo, kamera, фотоаппарат, 相机, カメラ
💻: laptop, computer, ordenador, ordinateur, rechner, компьютер, ноутбук, 电脑, パソコン
⌚: watch, wristwatch, reloj, montre, armbanduhr
🕰️: clock, mantel clock, horloge, uhr, часы, 时钟, 時計
🎩: top hat, hat
❤️: heart, corazón, cœur, coeur, herz, сердце, 心, 爱心, ハート
🪨: rock, boulder, stone, roca, rocher, fels, камень, 岩石, 岩
🐦‍⬛: raven, crow, magpie
🐥: chick, chicks
🦎: iguana, chameleon, gecko, salamander, newt
🦭: walrus
🐆: cheetah, jaguar
🦘: wallaby
🐛: caterpillar
🤵: groom
🚴: cyclist
🏊: swimmer
🏃: runner, jogger
🧗: climber
👼: angel
🏢: skyscraper
🏫: school building
🚐: van, camper van
🍊: an orange, oranges, orange fruit, tangerine
👟: shoe, sneaker, running shoe
🥾: boot, hiking boot
🧤: glove
🍒: cherry
🍯: honey, jar of honey
🧀: cheese
🥗: salad
🍲: soup, stew
🍺: beer
🥛: milk, glass of milk
🍫: chocolate bar
🥝: kiwi fruit, kiwi
🔒: padlock
💍: diamond ring, wedding ring, ring on
♟️: chess piece, chess pawn, chess
📱: smartphone, phone
🗺️: map, old map
🏹: bow and arrow
⚔️: swords
`;
