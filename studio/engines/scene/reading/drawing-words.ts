/** Words for studio's own drawings, in the format of `subjectWords`. They precede `subjectWords`. */
export const drawingWords = `
@pirate-ship: pirate ship, pirate boat, pirate galleon, galleon, barco pirata, bateau pirate, bateau de pirates, piratenschiff, пиратский корабль, 海盗船, 海賊船
@lighthouse: lighthouse, light house, faro, phare, leuchtturm, маяк, 灯塔, 灯台
@windmill: windmill, mill, molino, molino de viento, moulin, moulin à vent, windmühle, mühle, мельница, ветряная мельница, 风车, 風車
@sofa: sofa, couch, settee, loveseat, sofá, canapé, диван, 沙发, ソファ, ソファー
@bridge: bridge, stone bridge, puente, pont, brücke, мост, 桥, 橋
@cottage: cottage, cabin, log cabin, chalet, cabaña, cabane, hütte, хижина, избушка, 小屋, 木屋
@knight: knight, knight in armor, knight in armour, knight in shining armor, knight in shining armour, caballero medieval, chevalier, ritter, рыцарь, 骑士, 騎士
@tower: tower, watchtower, stone tower, turret, torre, tour, turm, башня, 塔
@fence: fence, picket fence, wooden fence, valla, clôture, zaun, забор, 栅栏
@campfire: campfire, camp fire, bonfire, fogata, hoguera, feu de camp, lagerfeuer, костёр, костер, 篝火, 焚き火
@waterfall: waterfall, cascade, cascada, wasserfall, водопад, 瀑布, 滝
@tent: tent, carpa, tienda de campaña, tente, zelt, палатка, 帐篷, テント
@cliff: cliff, clifftop, acantilado, falaise, klippe, утёс, скала, 悬崖, 崖
@igloo: igloo, iglú, иглу, 冰屋
@wizard-hat: wizard hat, wizard's hat, witch hat, witch's hat, magic hat, pointed hat, pointy hat
@santa-hat: santa hat, santa's hat, christmas hat
@party-hat: party hat, birthday hat, cone hat
@cowboy-hat: cowboy hat, stetson
@chef-hat: chef hat, chef's hat, cook's hat
@paper-plane: paper plane, paper airplane, paper aeroplane, origami plane, avión de papel, avion en papier, papierflieger
@knight: warrior, crusader
@island: desert island, tropical island, small island, tiny island
⛵: sailing ship, fishing boat
🚗: traffic
☕: teacup, cup
🌳~pink: cherry blossom tree, cherry tree, sakura tree, blossoming tree
🚌~red: double decker bus, double decker, london bus
🐚: shell
`;
