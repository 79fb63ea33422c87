/**
 * English names of library art besides those of the library and of `subjectWords`, in the same format.
 * Chosen one by one: the keywords that come with emojis include ideas, verbs and trademarks, so that
 * "bank" or "pattern" would draw something else than the prompt means.
 */
export const libraryWords = `
🧒: child, kid, toddler
👦: schoolboy, son, little boy, young boy
👧: schoolgirl, daughter, little girl, young girl
👩: mother, mom, wife, young woman, female
👨: father, dad, husband, young man, male
👨+👩+👧+👦: family, parents
🐟~orange: goldfish
🍎+🍌+🍇: fruit, fruits, fresh fruit
🥕+🥦+🍅: vegetables, vegetable, veggies
🧸+🪀+🪁: toys, toy
🔬+🧪: laboratory equipment
🎣: fishing, fishing rod, fishing pole
👩+👨: couple, lovers, man and woman
👩‍🦰: red haired woman, redhead, redheaded woman, ginger woman, woman with red hair, red haired girl, girl with red hair
👨‍🦰: red haired man, ginger man, man with red hair, redheaded man
👱‍♀️: blonde, blonde woman, blond woman, blonde girl, woman with blonde hair, blonde haired woman, girl with blonde hair
👱‍♂️: blond man, blonde man, man with blond hair
👩‍🦱: curly haired woman, woman with curly hair
👨‍🦱: curly haired man, man with curly hair
👩‍🦳: white haired woman, grey haired woman
👨‍🦲: bald man
🧔: bearded man, man with a beard, man with beard, lumberjack
👵: elderly woman, granny
👴: elderly man, grandpa, hermit
👩‍💼: businesswoman, secretary
👨‍💼: businessman, salesman, boss, manager
🧑‍💼: office worker, accountant, lawyer
👩‍💻: female programmer
👨‍💻: programmer, developer, hacker, coder
👨‍🔬: scientist, chemist, researcher
👩‍🔬: female scientist
👩‍⚕️: nurse, female doctor
🧑‍🎓: graduate, student, pupil
👨‍🏫: teacher, professor
👩‍🏫: female teacher
🧑‍🌾: farmer, gardener
👨‍🔧: mechanic, plumber, repairman
👷: builder, construction worker, worker
👮: policeman, police officer, policewoman, cop
💂: royal guard
👨‍✈️: pilot, captain
👩‍🎤: singer, rock star, pop star
👰: bride
🧝‍♀️: elf
🧞: genie
🧟: zombie
🧌: troll, ogre
🤡: clown
🧘: yogi, monk, yoga
💃: woman dancing, flamenco dancer
🕺: man dancing, dancing man
🩰: ballet shoes
🏂: snowboarder
⛷️: skier
🚣: rower
🤺: fencer
🏋️: weightlifter, bodybuilder
🤸: gymnast, acrobat
🤹: juggler
🏇: jockey
🏌️: golfer
⛹️: basketball player
🐕: golden retriever, labrador, hound, puppy dog, dachshund, corgi, husky, german shepherd, dalmatian, beagle, terrier
🐩: poodle
🐈: tabby, tabby cat, housecat, siamese cat
🐴: pony, foal
🫏: donkey, mule
🦬: bison, buffalo
🐂: bull, ox, yak
🐏: ram
🐗: wild boar
🐪: camel, dromedary
🦙: llama, alpaca
🦣: mammoth, woolly mammoth
🦥: sloth
🦦: otter
🦨: skunk
🦡: badger
🐆: leopard, panther, lynx
🪿: goose
🦚: peacock
🐦‍⬛: blackbird
🐣: hatchling
🐊: caiman
🐢: sea turtle
🦭: seal, sea lion
🐡: pufferfish
🐠: angelfish, reef fish
🦞: lobster
🦐: shrimp, prawn
🦑: squid
🐚: seashell, conch
🦗: grasshopper
🦟: mosquito
🪰: housefly
🕷️: spider, tarantula
🕸️: web, cobweb, spiderweb, spider's web
🪱: earthworm, worm
🦂: scorpion
🐜: ant
🪲: beetle
💐: bouquet of flowers, flower bouquet, bunch of flowers
🌸+🌼+🌷: floral, florals
🌼: daisy, daisies, chamomile
🌸: cherry blossom, blossom branch
🪷: lotus, water lily, lotus flower
🪻: hyacinth
🌺: hibiscus, orchid, tropical flower
🪴: houseplant, potted plant, plant in a pot, plant pot, plant, succulent
🌱: sprout, seedling
🌾: ear of wheat
🌿: herb, fern
🍃: leaf, green leaf
🍁: maple leaf, autumn leaf, fall leaf
🍂: fallen leaf, dry leaf
🍀: clover, four leaf clover
🌲: conifer, spruce
🪵: log
🧱: brick wall, red brick wall
🕊️: pigeon, dove
☕: cappuccino, latte, espresso, cup of cappuccino
🌳: eucalyptus tree, eucalyptus, maple tree, birch tree, apple tree, willow tree, chestnut tree
🍈: melon
🍑: peach
🍐: pear
🍍: pineapple
🥭: mango
🥑: avocado
🥥: coconut
🫐: blueberry
🍒: cherries
🍇: grape, bunch of grapes
🥕: carrot
🌽: corn, corn cob, ear of corn
🌶️: chili, chilli, chili pepper, hot pepper
🥦: broccoli
🥬: lettuce, cabbage
🥔: potato
🍅: tomato
🧅: onion
🧄: garlic
🥜: peanut
🌰: acorn, chestnut
🥞: pancake, stack of pancakes, pancakes with syrup, crepes
🧇: waffle
🥖: baguette
🥯: bagel
🥨: pretzel
🧀: slice of cheese, cheese wheel
🥩: steak
🥓: bacon
🍗: chicken leg, roast chicken, drumstick
🍟: fries, french fries, chips
🌭: hot dog, sausage
🥪: sandwich
🌮: taco
🌯: burrito
🍳: fried egg, fried eggs, eggs
🥚: egg
🥘: paella, curry
🍝: spaghetti, pasta
🍙: onigiri
🍚: rice, bowl of rice
🥟: dumpling
🍤: tempura
🍩: donut
🍪: biscuit
🧁: cupcake, muffin
🥧: pie, apple pie
🍰: slice of cake, piece of cake, cake slice, slice of chocolate cake, chocolate cake, cheesecake, strawberry cake
🍨: sundae, gelato
🍭: lollipop
🍬: candy, sweets
🍫: chocolate
🍵: green tea, matcha
🫖: kettle
🍺: mug of beer, pint of beer, glass of beer
🍸: martini
🍹: cocktail, mojito
🥤: soda, juice, milkshake, smoothie, lemonade, soft drink, glass of lemonade, glass of juice, glass of orange juice, glass of soda, glass of cola, glass of iced tea, iced tea
🧋: bubble tea
🍾: champagne, champagne bottle, bottle of champagne
🥃: whiskey, whisky
🧊: ice cube
🏡: farmhouse, family house, suburban house
🏚️: haunted house, abandoned house, ruin, haunted mansion
🏢: apartment building, tall building
🏥: clinic
🏪: shop, store, supermarket, corner shop, corner store
🏟️: arena
🕌: taj mahal
🏰: fairy tale castle
🎪: circus, circus tent
🎢: rollercoaster
🚚: delivery van, delivery truck
🚒: fire truck, fire engine
🚓: police car
🚑: ambulance
🚙: jeep, suv, pickup
🚗: red car, vintage car, old car, classic car, parked car, oldtimer, sedan
🚌: school bus, coach
🚄: bullet train, high speed train
🚃: train carriage, wagon
🚇: subway train, metro
🏍️: chopper, harley
🚲: cycle, mountain bike
🛴: kick scooter
🛹: skateboard
🛶: gondola, rowing boat
🚤: speedboat, motorboat
⛵: dinghy, sail boat
🛥️: motor yacht
🛩️: small plane, propeller plane, biplane
🪂: parachute, paraglider
🚦: traffic light, traffic lights
🧳: suitcase, luggage
⏰: alarm clock
⌛: hourglass, sand clock
🌪️: tornado, hurricane
☁️: rain cloud
⚡: lightning bolt, thunderbolt
☄️: comet, meteor, asteroid
🌊: big wave, giant wave, tsunami
🏆: trophy cup, golden cup
🏀: basketball
🎾: tennis ball
🏈: american football
⚾: baseball
🎲: dice, die
🧩: puzzle, jigsaw puzzle
🎮: game controller, gamepad, video game controller
🧶: ball of yarn, yarn ball, yarn, ball of wool
🧵: spool of thread
🖼️: picture frame, framed picture, painting on the wall
🎨: palette, artist palette
🎭: theatre masks, theater masks, theater mask
👓: eyeglasses, spectacles, pair of glasses
🕶️: shades, pair of sunglasses
🧣: woolen scarf
👔: tie, necktie
👕: tshirt, shirt, t shirt
👖: trousers, pair of jeans
👗: red dress
👠: high heels, high heel
🎒: rucksack, schoolbag
👜: handbag, bag
👒: straw hat, sun hat
🧢: cap, baseball cap
🎧: headphones, headset
🎤: mic
🎷: sax
🎺: trumpet
🥁: drums, drum kit
🎹: keyboard
📱: mobile phone, cell phone, cellphone, iphone
☎️: telephone, rotary phone, old phone
💻: notebook computer
🖥️: monitor, pc, desktop computer
📺: tv, television set
📽️: projector
🔦: torch, flashlight
📰: newspaper
✉️: envelope, letter
📦: package, parcel
📮: letterbox, post box, mailbox
✏️: pencil
🖌️: paintbrush
💼: briefcase
📅: calendar
🔨: hammer
🪓: axe
⛏️: pickaxe
🔧: wrench, spanner
⚙️: gear, cogwheel, cog
🧲: magnet
🪜: ladder, rope ladder
🔬: microscope
🔭: telescope
💊: pill
🚪: door
🪞: mirror
🪟: window
🛁: bathtub, tub, bath tub
🚿: shower
🧹: broom
🧺: basket, picnic basket, wicker basket
🪣: bucket
🧼: soap
🛒: shopping cart
🪦: gravestone, tombstone, headstone, grave
🗿: easter island head, moai statue
🪙: gold coin, golden coin
💰: money, bag of money
🔔: bell, golden bell
⚓: anchor
🧿: evil eye
🪄: magic wand, wand
🫧: soap bubbles, soap bubble
🛸: spaceship with aliens
🧊: ice
🗡️: katana
🪖: helmet
🐾: paw, paw print
🍋~green: lime, slice of lime
🥣~red: salsa, bowl of salsa
🥣: cereal, oatmeal, porridge, bowl of cereal
🤵: waiter, butler, magician
👩: sister, girlfriend, aunt, waitress
👨: brother, boyfriend, uncle, bartender, barista, tailor
🧑‍🍳: butcher
👧+👦: twins, siblings, brother and sister, friends
👴+👵: grandparents, old couple, elderly couple
👰+🤵: bride and groom, newlyweds, wedding couple
🐮: calf
🦌: fawn
🐥: duckling, ducklings
🐷: piglet
🐵: chimpanzee, chimp
🐗: warthog
🦅: vulture, condor
🌼~yellow: dandelion, daffodil
🌺~red: poppy, poppies
🥟: dim sum
🍳: omelette, omelet
🍞: toast, slice of toast
🍮: pudding, custard, flan
🔪: knife, chef's knife
🛏️: mattress
🧦: stocking, sock
🛷: sleigh, toboggan
🚠: cable car, gondola lift, ski lift
🚇: subway
🛤️: train tracks, railroad tracks
⛽: gas pump, petrol pump
🪹: nest, bird nest, bird's nest
🎢+🎡: amusement park, theme park, fairground
🎪: carnival, funfair
🪦: tomb, cemetery, graveyard
🏛️: parthenon
🎻: cello
🏒: hockey stick
🎳: bowling ball, bowling pin
🥇: medal, gold medal
🚩: flag
🔗: chain
👛: wallet, purse
🧥: jacket, raincoat
👕: sweater, hoodie, jumper
👡: sandals, sandal
🎀: bow, ribbon
🪐: jupiter
⚛️: atom
🦽: wheelchair
🧠: brain
🦴: bone
📊: chart, graph, bar graph
🛍️: shopping bag
📁: folder
🧨: dynamite
🗑️: trash can, garbage can, dustbin
🧹: broomstick
🪶: quill
🎊: confetti
🪮: comb
🪚: saw
📿: necklace
🦪: clam
💀: skull, skeleton
🚐: camper, motorhome, rv, caravan, campervan
🚚: food truck, ice cream truck, moving truck
⛱️: beach umbrella, parasol
`;
