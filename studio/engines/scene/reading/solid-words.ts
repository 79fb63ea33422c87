/** Words for objects of Text-to-3D that the compositor renders as figures; the format of `subjectWords`. */
export const solidWords = `
@solid:rocking-chair: rocking chair, mecedora, schaukelstuhl, кресло качалка
@solid:spaceship: spaceship, space ship, starship, spacecraft, nave espacial, vaisseau spatial, raumschiff, космический корабль
@solid:armchair: armchair, easy chair, recliner, sillón, fauteuil, sessel, кресло, 扶手椅
@solid:piano: piano, upright piano, grand piano, klavier, пианино, 钢琴, ピアノ
@solid:branch: branch, tree branch, twig, perch, rama, ast, ветка, 树枝
@solid:bench: bench, park bench, wooden bench, banco, banc, скамейка, 长椅, ベンチ
@solid:fireplace: fireplace, hearth, chimenea, cheminée, kamin, камин, 壁炉, 暖炉
@solid:fridge: fridge, refrigerator, freezer, nevera, réfrigérateur, kühlschrank, холодильник, 冰箱, 冷蔵庫
@solid:stove: stove, oven, cooker, kitchen counter, herd, плита
@solid:bathtub: bathtub, bath tub, tub, bañera, baignoire, badewanne, ванна, 浴缸
@solid:plate: plate, platter, saucer, dish, plato, assiette, teller, тарелка, 盘子, 皿
@solid:bowl: bowl, cuenco, bol, schüssel, миска, 碗
@solid:box: cardboard box, box, carton, open box, caja, karton, коробка, 箱子, 箱
@solid:fishbowl: fishbowl, fish bowl, goldfish bowl, fish tank
@solid:blackboard: blackboard, chalkboard, whiteboard, pizarra, tafel, доска
@solid:office-desk: school desk, writing desk, desk, escritorio, schreibtisch, письменный стол
@solid:toilet: toilet
@solid:market-stall: market stall, stall, food stall, market stand, kiosk, puesto
@solid:fire-hydrant: fire hydrant, hydrant
@solid:street-lamp: street lamp, lamp post, lamppost, street light, streetlight, farola, laterne, lampadaire
@solid:lamp: lamp, table lamp, desk lamp, floor lamp, lámpara, lampe, лампа, 台灯
@solid:cafe: cafe, coffee shop, bakery, shop, shopfront, restaurant, bistro, flower shop, tienda, cafetería, geschäft
@solid:town-house: town house, townhouse, row house, old building, buildings, apartment house
@solid:barn: barn, stable, granero, grange, scheune, амбар
@solid:eiffel-tower: eiffel tower, torre eiffel, tour eiffel, eiffelturm, эйфелева башня
@solid:clock-tower: clock tower, big ben
@solid:swing-set: swing set, swing
@solid:signpost: signpost, sign post, street sign
@solid:hot-air-balloon: hot air balloon, globo aerostático, montgolfière, heißluftballon, воздушный шар, 热气球, 気球
@solid:table: table, wooden table, dining table, coffee table, kitchen table
@solid:stool: stool, bar stool
@solid:bookshelf: bookshelf, bookcase, shelf, estantería, bücherregal
@solid:treasure-chest: treasure chest, chest, treasure, cofre, schatztruhe, coffre
@solid:vase: vase, flower vase, jarrón, ваза, 花瓶
@solid:bottle: bottle, wine bottle, bottle of wine, botella, bouteille, flasche, бутылка, 瓶子
@solid:potion: potion, magic potion, potion bottle
@solid:barrel: barrel, cask, barril, tonneau, fass, бочка
@solid:cauldron: cauldron, witch's cauldron
@solid:wishing-well: wishing well, stone well
@solid:rubber-duck: rubber duck, rubber ducky, toy duck
@solid:ball: ball, toy ball, glass marble, marbles, pelota
@solid:beach-ball: beach ball
@solid:pyramid: pyramid, pirámide, pyramide, пирамида, 金字塔
@solid:gear: gear, cog
@solid:chess-pawn: chess pawn, pawn, chess piece
@solid:chess-knight: chess knight
@solid:airplane: toy plane
@solid:tavern: tavern, inn, pub, timber house
@solid:skyscraper: skyscraper, office building
@solid:traffic-cone: traffic cone
@solid:glass: glass, wine glass, drinking glass, goblet, chalice
@solid:book: old book, magic book, spell book, spellbook
@solid:mailbox: mailbox
@solid:submarine: submarine, yellow submarine, submarino, sous marin, u boot, подводная лодка
@solid:skateboard: skateboard, longboard
@solid:treehouse: treehouse, tree house
@solid:office-chair: office chair, desk chair, swivel chair
@solid:wardrobe: wardrobe, closet
@solid:microwave: microwave, microwave oven
@solid:toaster: toaster
@solid:washing-machine: washing machine
@solid:dishwasher: dishwasher
@solid:blender: blender
@solid:coffee-maker: coffee maker, coffee machine, espresso machine
@solid:vacuum-cleaner: vacuum cleaner
@solid:sewing-machine: sewing machine
@solid:hair-dryer: hair dryer, hair drier, hairdryer
@solid:vending-machine: vending machine
@solid:electric-fan: electric fan, desk fan
@solid:fork: fork, dinner fork
@solid:spatula: spatula
@solid:whisk: whisk
@solid:cutting-board: cutting board, chopping board
@solid:rolling-pin: rolling pin
@solid:pitcher: pitcher, jug, carafe
@solid:watering-can: watering can
@solid:soda-can: soda can, beer can, tin can
@solid:thermos: thermos, water bottle
@solid:birdcage: birdcage, bird cage
@solid:birdhouse: birdhouse
@solid:remote-control: remote control, tv remote
@solid:speaker: loudspeaker, stereo speaker
@solid:record-player: record player, turntable
@solid:gramophone: gramophone, phonograph
@solid:satellite-dish: satellite dish
@solid:tennis-racket: tennis racket, racket
@solid:surfboard: surfboard
@solid:snowboard: snowboard
@solid:frisbee: frisbee
@solid:baseball-bat: baseball bat
@solid:baseball-glove: baseball glove, baseball mitt
@solid:golf-club: golf club
@solid:dumbbell: dumbbell, dumbbells, barbell
@solid:parking-meter: parking meter
@solid:telephone-booth: phone booth, telephone booth, phone box
@solid:water-tower: water tower
@solid:chandelier: chandelier
@solid:faucet: faucet
@solid:ottoman: ottoman, footstool
@solid:crib: crib, baby bed
@solid:bunk-bed: bunk bed
@solid:deck-chair: deck chair, beach chair, folding chair
@solid:hammock: hammock
@solid:easel: easel
@solid:wreath: wreath, christmas wreath
@solid:stroller: stroller, pram, baby carriage
@solid:tricycle: tricycle
@solid:forklift: forklift
@solid:excavator: excavator, digger
@solid:carriage: horse carriage, stagecoach
@solid:rocking-horse: rocking horse
@solid:electric-guitar: electric guitar
@solid:harp: harp
@solid:xylophone: xylophone
@solid:wedding-gown: wedding dress, wedding gown, gown
@solid:skirt: skirt
@solid:apron: apron
@solid:beanie: beanie
@solid:binoculars: binoculars
@solid:shovel: shovel, spade
@solid:rake: rake
@solid:electric-drill: electric drill, power drill
@solid:magnifying-glass: magnifying glass
@solid:candy-cane: candy cane, bastón de caramelo, zuckerstange
@solid:ice-cream-with-sprinkles: ice cream with sprinkles, ice cream cone with sprinkles
@solid:cake-with-cherries: cake with cherries, cake topped with cherries, cherry cake
@solid:cake-with-strawberries: cake with strawberries, cake topped with strawberries
@solid:pizza-with-olives: pizza with olives, pizza topped with olives
@solid:pizza-with-mushrooms: pizza with mushrooms, pizza topped with mushrooms
@solid:pizza-with-basil: pizza with basil, pizza topped with basil
`;
