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
`;
