/** Words that name nothing to draw, and are therefore not reported as not drawn. */
export const functionWords = new Set(
  `the and with from into onto over under near next beside behind between through above below inside
  outside around across along this that these those there here very some any each every other another
  his her its their our your you they them she him who which what when where while a an to it is are be am at by as of off out for about
  wooden travel movie landscape scenery hands empty geometric seamless abstract country some lots few full there one ones set sits stands lies lying leaning leans against crossing made style inspired version featuring filled covered including front set like such than then waves just only also more most much many make create generate draw paint show render
  give please want need would could should picture image photo photograph illustration portrait scene
  view shot style stylish painting artwork sign saying says reads text word words titled
  called named video clip animation animated looking sitting standing wallpaper background
  foreground cozy beautiful detailed high quality resolution best lovely cute great old young ancient quiet calm peaceful serene cozy cosy magical mystical dreamy epic
  dramatic cinematic realistic photorealistic colorful colourful vibrant bright soft warm cold  dark light
  happy smiling fluffy adorable majestic full close wide front side back right left
  para con por del los las una que sobre bajo junto entre pequeño grande mit und der die das den
  dem des auf unter über neben vor hinter zwischen von zum zur einer dans avec pour sur sous des les
  aux est qui petit petite grand grande beau belle pour под над для или при между возле около через
  маленький большой`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
