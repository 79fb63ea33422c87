/**
 * Descriptions of the models of the catalog (`catalog/providers/`), by their English text, so that one that has changed since
 * is not shown in its former words. A test names each description of the catalog that is missing here.
 */
export const modelDescriptions: Readonly<Record<string, string>> = {
  // Black Forest Labs
  "Photoreal pictures and edits with up to eight references; the all-round choice of the FLUX.2 family.":
    "Fotorealistische Bilder und Bearbeitungen mit bis zu acht Referenzen; die vielseitige Wahl der FLUX.2-Familie.",
  "The most detailed and most obedient FLUX.2, for final pictures; twice the price of pro.":
    "Das detailreichste FLUX.2, das Anweisungen am genauesten befolgt, für fertige Bilder; doppelt so teuer wie pro.",
  "FLUX.2 with steps and guidance in your hands; good at small type and fine layout.":
    "FLUX.2, bei dem Sie Schritte und Prompt-Treue selbst bestimmen; gut für kleine Schrift und feines Layout.",
  "Small and fast FLUX.2 for drafts and many variants; at most four references.":
    "Kleines, schnelles FLUX.2 für Entwürfe und viele Varianten; höchstens vier Referenzen.",
  "The smallest and fastest FLUX.2, for previews in large numbers; at most four references.":
    "Das kleinste und schnellste FLUX.2, für Vorschauen in großer Zahl; höchstens vier Referenzen.",
  "Earlier FLUX for quick pictures from text, up to 1440 pixels a side.":
    "Früheres FLUX für schnelle Bilder aus Text, bis 1440 Pixel je Seite.",
  "Earlier FLUX at about four megapixels, with a raw mode for a less polished look.":
    "Früheres FLUX mit etwa vier Megapixeln, mit einem „raw“-Modus für einen weniger glatten Look.",
  "Changes a picture by instruction and keeps its subject; FLUX.2 does the same better.":
    "Ändert ein Bild nach Anweisung und behält sein Motiv; FLUX.2 kann dasselbe besser.",
  "Kontext with better prompt adherence and typography; FLUX.2 does the same better.":
    "Kontext, das sich enger an den Prompt hält und bessere Schrift hat; FLUX.2 kann dasselbe besser.",
  "Repaints the masked part of a picture from a description.":
    "Übermalt den maskierten Teil eines Bildes nach einer Beschreibung.",
  "Extends a picture beyond its edges, up to 2048 pixels on each side.":
    "Erweitert ein Bild über seine Ränder hinaus, bis 2048 Pixel auf jeder Seite.",
  "BFL's newest pictures up to 4K, from text or up to ten references; can research the subject on the web.":
    "Die neuesten Bilder von BFL bis 4K, aus Text oder bis zu zehn Referenzen; kann zum Motiv im Web recherchieren.",
  "Clips of 5 to 20 seconds with sound, from text, keyframes or a video to continue.":
    "Clips von 5 bis 20 Sekunden mit Ton, aus Text, Schlüsselbildern oder einem Video, das fortgesetzt wird.",
  // OpenAI
  "Follows long instructions, writes text in pictures and edits with references and masks.":
    "Befolgt lange Anweisungen, schreibt Text in Bilder und bearbeitet mit Referenzen und Masken.",
  "The faster of the GPT Image 2.5 pair, for pictures and edits with readable text.":
    "Das schnellere der beiden GPT Image 2.5, für Bilder und Bearbeitungen mit lesbarem Text.",
  "The more careful of the GPT Image 2.5 pair, for finished pictures and precise edits.":
    "Das sorgfältigere der beiden GPT Image 2.5, für fertige Bilder und genaue Bearbeitungen.",
  "The fast model of the newest GPT Image pair: readable text, edits and references.":
    "Das schnelle der beiden neuesten GPT Image: lesbarer Text, Bearbeitungen und Referenzen.",
  "The newest GPT Image for finished pictures: more detail, steadier repeated edits.":
    "Das neueste GPT Image für fertige Bilder: mehr Details, stabiler bei wiederholter Bearbeitung.",
  "Speech whose tone follows an instruction such as calm or excited; thirteen voices.":
    "Sprache, deren Ton einer Anweisung wie ruhig oder aufgeregt folgt; dreizehn Stimmen.",
  "Plain and reliable speech in nine voices; its manner cannot be instructed.":
    "Schlichte, zuverlässige Sprache in neun Stimmen; die Sprechweise lässt sich nicht vorgeben.",
  "Accurate transcripts in many languages, with keywords as hints; 25 MB at most.":
    "Genaue Transkripte in vielen Sprachen, mit Stichwörtern als Hilfe; höchstens 25 MB.",
  "Accurate transcripts of recordings in many languages, 25 MB at most.":
    "Genaue Transkripte von Aufnahmen in vielen Sprachen, höchstens 25 MB.",
  "Transcripts at half the price of the large model, a little less accurate.":
    "Transkripte zum halben Preis des großen Modells, etwas weniger genau.",
  "Answers questions about a picture, in words or as structured data; the cheap choice.":
    "Beantwortet Fragen zu einem Bild, in Worten oder als strukturierte Daten; die günstige Wahl.",
  // Google
  "Google's best picture model: up to fourteen references, correct text, sizes up to 4K.":
    "Googles bestes Bildmodell: bis zu vierzehn Referenzen, fehlerfreier Text, Größen bis 4K.",
  "Google's recommended picture model: edits with references, and exact text.":
    "Googles empfohlenes Bildmodell: Bearbeitungen mit Referenzen und exakter Text.",
  "Quick pictures and edits with many references; Nano Banana 2.1 has replaced it.":
    "Schnelle Bilder und Bearbeitungen mit vielen Referenzen; Nano Banana 2.1 ist der Nachfolger.",
  "The cheapest Gemini picture model, for drafts and large numbers.":
    "Das günstigste Bildmodell von Gemini, für Entwürfe und große Mengen.",
  "Clips of 3 to 15 seconds with sound and speech, from text or up to six pictures; edits: 1.1.":
    "Clips von 3 bis 15 Sekunden mit Ton und Sprache, aus Text oder bis zu sechs Bildern; zum Bearbeiten: 1.1.",
  "Makes and edits clips of 3 to 10 seconds with sound, from text, pictures and video.":
    "Erzeugt und bearbeitet Clips von 3 bis 10 Sekunden mit Ton, aus Text, Bildern und Video.",
  "The preview that Gemini Omni 1.1 Flash has replaced; for comparison only.":
    "Die Vorschau, die Gemini Omni 1.1 Flash abgelöst hat; nur zum Vergleich.",
  "Cinematic clips of 4, 6 or 8 seconds on Google Cloud; needs quota there, without sound.":
    "Filmische Clips von 4, 6 oder 8 Sekunden über Google Cloud; braucht dort ein Kontingent, ohne Ton.",
  "Veo at half the price, quicker and a little less detailed; needs quota on Google Cloud.":
    "Veo zum halben Preis, schneller und etwas weniger detailliert; braucht ein Kontingent bei Google Cloud.",
  "Cheapest Veo, with sound, up to 1080p; a preview on Google Cloud.":
    "Das günstigste Veo, mit Ton, bis 1080p; eine Vorschau bei Google Cloud.",
  "Looks closely at pictures and explains, compares, counts or reads them.":
    "Sieht Bilder genau an und erklärt, vergleicht, zählt oder liest, was darauf ist.",
  // Stability AI
  "Stability's best photoreal model, from text or from a start picture.":
    "Das beste fotorealistische Modell von Stability, aus Text oder einem Ausgangsbild.",
  "Fast and cheap pictures from text with style presets.":
    "Schnelle, günstige Bilder aus Text mit Stilvorgaben.",
  "Stable Diffusion 3.5 with good prompt adherence, from text or a start picture.":
    "Stable Diffusion 3.5, das sich eng an den Prompt hält, aus Text oder einem Ausgangsbild.",
  "Stable Diffusion 3.5 in few steps, for drafts.":
    "Stable Diffusion 3.5 in wenigen Schritten, für Entwürfe.",
  "Stable Diffusion 3.5 with fewer parameters, from text or a start picture.":
    "Stable Diffusion 3.5 mit weniger Parametern, aus Text oder einem Ausgangsbild.",
  "Replaces the white part of a mask with what the prompt describes.":
    "Ersetzt den weißen Teil einer Maske durch das, was der Prompt beschreibt.",
  "Continues a picture to any side, up to 2000 pixels; 256 to each where no side is said.":
    "Setzt ein Bild nach allen Seiten fort, bis 2000 Pixel; 256 je Seite, wenn keine genannt ist.",
  "Puts a subject before a new background and matches its light.":
    "Stellt ein Motiv vor einen neuen Hintergrund und gleicht das Licht an.",
  "Draws a new picture that keeps the layout and outlines of the given one.":
    "Zeichnet ein neues Bild, das Aufbau und Umrisse der Vorlage behält.",
  "Four times larger within seconds; adds no detail.":
    "Viermal so groß in wenigen Sekunden; fügt keine Details hinzu.",
  "Enlarges a picture to 4 megapixels and changes as little as possible.":
    "Vergrößert ein Bild auf 4 Megapixel und verändert dabei so wenig wie möglich.",
  "Enlarges small or damaged pictures and invents plausible detail.":
    "Vergrößert kleine oder beschädigte Bilder und erfindet plausible Details.",
  "A textured 3D model from one picture of an object within seconds; its back is guessed.":
    "Ein texturiertes 3D-Modell aus einem Bild eines Gegenstands in Sekunden; die Rückseite ist geraten.",
  "3D model from one picture with better backs and controllable mesh density.":
    "3D-Modell aus einem Bild, mit besseren Rückseiten und einstellbarer Dichte des Netzes.",
  // Ideogram
  "Posters, logos and layouts with exact lettering.":
    "Plakate, Logos und Layouts mit exakter Schrift.",
  "Lettering and design, up to eight pictures at once.":
    "Schrift und Gestaltung, bis zu acht Bilder auf einmal.",
  "Repaints a masked part, lettering included.": "Übermalt einen maskierten Teil, auch Schrift.",
  "Changes up to ten pictures by instruction, without a mask.":
    "Ändert bis zu zehn Bilder nach Anweisung, ohne Maske.",
  // fal
  "Open FLUX with your own LoRA adapters for a style, a person or a product.":
    "Das offene FLUX mit Ihren eigenen LoRA-Adaptern für einen Stil, eine Person oder ein Produkt.",
  "FLUX that follows the edges of a picture; takes LoRA adapters.":
    "FLUX, das den Kanten eines Bildes folgt; nimmt LoRA-Adapter an.",
  "FLUX that keeps the depth of a scene; takes LoRA adapters.":
    "FLUX, das die Tiefe einer Szene behält; nimmt LoRA-Adapter an.",
  "Fills a masked area with open FLUX and LoRA adapters.":
    "Füllt einen maskierten Bereich mit dem offenen FLUX und LoRA-Adaptern.",
  "Variations of one picture, without a prompt.": "Varianten eines Bildes, ohne Prompt.",
  "Edits a picture by instruction with open Kontext and LoRA adapters.":
    "Bearbeitet ein Bild nach Anweisung mit dem offenen Kontext und LoRA-Adaptern.",
  "Enlarges up to four times and adds texture; creativity sets how much.":
    "Vergrößert bis zum Vierfachen und ergänzt Strukturen; „creativity“ bestimmt, wie viel.",
  "Repairs blurred or damaged faces in old photos.":
    "Stellt unscharfe oder beschädigte Gesichter in alten Fotos wieder her.",
  "Detailed 3D models from text or up to five pictures, as GLB, USDZ, FBX, OBJ or STL.":
    "Detaillierte 3D-Modelle aus Text oder bis zu fünf Bildern, als GLB, USDZ, FBX, OBJ oder STL.",
  "Moves through up to five given pictures; from one alone, away and back to it.":
    "Bewegt sich durch bis zu fünf gegebene Bilder; bei nur einem davon weg und zu ihm zurück.",
  "Google Veo with speech and sound, 4 to 8 seconds from text.":
    "Google Veo mit Sprache und Ton, 4 bis 8 Sekunden aus Text.",
  "Google Veo with speech and sound, 4 to 8 seconds from a first frame.":
    "Google Veo mit Sprache und Ton, 4 bis 8 Sekunden aus einem ersten Bild.",
  "ByteDance video with sound, 4 to 12 seconds from text.":
    "Video von ByteDance mit Ton, 4 bis 12 Sekunden aus Text.",
  "ByteDance video with sound, 4 to 12 seconds from a first and a last frame.":
    "Video von ByteDance mit Ton, 4 bis 12 Sekunden aus einem ersten und einem letzten Bild.",
  "ByteDance's current video model, silent clips of 4 to 15 seconds from text.":
    "Das aktuelle Videomodell von ByteDance, stumme Clips von 4 bis 15 Sekunden aus Text.",
  "ByteDance's current video model, silent clips from a first and a last frame.":
    "Das aktuelle Videomodell von ByteDance, stumme Clips aus einem ersten und einem letzten Bild.",
  "Small and quick answers to questions about a picture; a preview.":
    "Kurze, schnelle Antworten auf Fragen zu einem Bild; eine Vorschau.",
  // Runway
  "Runway's flagship: clips of 2 to 10 seconds with strong motion and prompt adherence.":
    "Das Spitzenmodell von Runway: Clips von 2 bis 10 Sekunden mit starker Bewegung, eng am Prompt.",
  "Animates a start picture quickly, 2 to 10 seconds.":
    "Animiert ein Ausgangsbild schnell, 2 bis 10 Sekunden.",
  "Google's Veo 3.1 in 720p through Runway: 4, 6 or 8 seconds, with sound on request.":
    "Googles Veo 3.1 in 720p über Runway: 4, 6 oder 8 Sekunden, auf Wunsch mit Ton.",
  "The quick Veo 3.1 in 720p through Runway: 4, 6 or 8 seconds, with sound on request.":
    "Das schnelle Veo 3.1 in 720p über Runway: 4, 6 oder 8 Sekunden, auf Wunsch mit Ton.",
  "ByteDance's small Seedance 2.0 in 720p through Runway, with sound: a job buys 4 to 7 seconds.":
    "Das kleine Seedance 2.0 von ByteDance in 720p über Runway, mit Ton: Ein Auftrag kauft 4 bis 7 Sekunden.",
  "Alibaba's video model in 720p with sound: a job buys 5 to 12 seconds.":
    "Das Videomodell von Alibaba in 720p mit Ton: Ein Auftrag kauft 5 bis 12 Sekunden.",
  "Changes an existing video by instruction: objects, light, weather, angle, style.":
    "Ändert ein vorhandenes Video nach Anweisung: Gegenstände, Licht, Wetter, Blickwinkel, Stil.",
  "Transfers the acting of a performance video to a character.":
    "Überträgt das Schauspiel aus einem Video auf eine Figur.",
  "Consistent characters and places from up to three tagged references.":
    "Gleichbleibende Figuren und Orte aus bis zu drei benannten Referenzen.",
  "Quick pictures from at least one reference.": "Schnelle Bilder aus mindestens einer Referenz.",
  "Enlarges up to sixteen times and stays faithful to the original.":
    "Vergrößert bis zum Sechzehnfachen und bleibt dem Original treu.",
  // Luma AI
  "Video with up to 64 keyframes, HDR, edit and reframe; 5 or 10 seconds.":
    "Video mit bis zu 64 Schlüsselbildern, HDR, Bearbeiten und neuem Bildausschnitt; 5 oder 10 Sekunden.",
  "Pictures and edits that reason about the request first.":
    "Bilder und Bearbeitungen, bei denen das Modell die Anfrage zuerst durchdenkt.",
  "Uni-1 with more detail, for final pictures.": "Uni-1 mit mehr Details, für fertige Bilder.",
  "Earlier Ray with natural motion and loops; served by Luma's legacy API.":
    "Früheres Ray mit natürlicher Bewegung und Schleifen; läuft über Lumas ältere API.",
  "Quicker and cheaper sibling of Ray 2; served by Luma's legacy API.":
    "Schnellere und günstigere Variante von Ray 2; läuft über Lumas ältere API.",
  "Cheap pictures with style and character references; served by Luma's legacy API.":
    "Günstige Bilder mit Stil- und Figurenreferenzen; läuft über Lumas ältere API.",
  // Kling AI
  "Clips of 3 to 15 seconds up to 4K with first and last frame and native sound.":
    "Clips von 3 bis 15 Sekunden bis 4K, mit erstem und letztem Bild und eigenem Ton.",
  "Kling 3.0 that also edits video and takes references of people and things.":
    "Kling 3.0, das auch Videos bearbeitet und Referenzen von Personen und Dingen annimmt.",
  "The quicker Kling 3.0, with sound included; no last frame.":
    "Das schnellere Kling 3.0, mit Ton; ohne letztes Bild.",
  "Earlier Kling at half the price, 5 or 10 seconds; sound and last frame at 1080p.":
    "Früheres Kling zum halben Preis, 5 oder 10 Sekunden; Ton und letztes Bild bei 1080p.",
  "First omni model: generates and edits video with references, 3 to 10 seconds.":
    "Erstes Omni-Modell: erzeugt und bearbeitet Video mit Referenzen, 3 bis 10 Sekunden.",
  "Images up to 4K from text and up to ten references, which a prompt can name.":
    "Bilder bis 4K aus Text und bis zu zehn Referenzen, die ein Prompt nennen kann.",
  "First omni model for images: 1K and 2K from text and references.":
    "Erstes Omni-Modell für Bilder: 1K und 2K aus Text und Referenzen.",
  "Moves the lips of a face in a video to a given recording, 2 to 60 seconds.":
    "Bewegt die Lippen eines Gesichts im Video zu einer gegebenen Aufnahme, 2 bis 60 Sekunden.",
  // ElevenLabs
  "The newest expressive voices, with audio tags; 10,000 characters at most.":
    "Die neuesten ausdrucksstarken Stimmen, mit Audio-Tags; höchstens 10.000 Zeichen.",
  "The quick v4 at half its price, with audio tags.":
    "Das schnelle v4 zum halben Preis, mit Audio-Tags.",
  "The most expressive voices, with audio tags for emotion; 5,000 characters at most.":
    "Die ausdrucksstärksten Stimmen, mit Audio-Tags für Gefühle; höchstens 5.000 Zeichen.",
  "Stable long-form speech in many languages.":
    "Gleichmäßige Sprache für lange Texte in vielen Sprachen.",
  "Quick and cheap speech in many languages, up to 40,000 characters.":
    "Schnelle, günstige Sprache in vielen Sprachen, bis 40.000 Zeichen.",
  "Speaks a recording again in another voice and keeps its delivery.":
    "Spricht eine Aufnahme mit einer anderen Stimme neu und behält die Vortragsweise.",
  "Transcripts with speakers, word times and audio events in many languages.":
    "Transkripte mit Sprechern, Zeiten der Wörter und Geräuschen in vielen Sprachen.",
  "Takes noise and music away from a voice recording.":
    "Entfernt Lärm und Musik aus einer Sprachaufnahme.",
  // Topaz Labs
  "Faithful enlargement of ordinary photos.": "Originalgetreue Vergrößerung gewöhnlicher Fotos.",
  "Generative rescue and enlargement of very small or compressed pictures.":
    "Generative Rettung und Vergrößerung sehr kleiner oder stark komprimierter Bilder.",
  "Removes slight blur without halos.": "Entfernt leichte Unschärfe ohne Säume.",
  "Generative repair of badly unfocused pictures.": "Generative Reparatur stark unscharfer Bilder.",
  "Removes camera noise and keeps texture.": "Entfernt Bildrauschen und behält die Struktur.",
  "Removes dust and scratches from scanned prints and film.":
    "Entfernt Staub und Kratzer von gescannten Abzügen und Filmen.",
  "Corrects exposure and contrast automatically.":
    "Korrigiert Belichtung und Kontrast automatisch.",
  "Proteus: enlarges and cleans video, automatically or with six sliders.":
    "Proteus: vergrößert und säubert Video, automatisch oder mit sechs Reglern.",
  "Nyx: removes noise from video shot in low light.":
    "Nyx: entfernt Rauschen aus Videos, die bei wenig Licht entstanden sind.",
  "Starlight: diffusion restoration of old or very poor video; slow.":
    "Starlight: restauriert alte oder sehr schlechte Videos mit Diffusion; langsam.",
  "Apollo: new frames between frames, for a higher frame rate.":
    "Apollo: neue Bilder zwischen den Bildern, für eine höhere Bildrate.",
  // Tripo
  "Textured 3D models from text, one picture or four views; the all-round choice.":
    "Texturierte 3D-Modelle aus Text, einem Bild oder vier Ansichten; die vielseitige Wahl.",
  "The release before Tripo v3.1, for reproducing earlier results.":
    "Die Version vor Tripo v3.1, um frühere Ergebnisse zu wiederholen.",
  "Clean, low-polygon meshes fit for games and editing.":
    "Saubere Netze mit wenigen Polygonen, geeignet für Spiele und zum Bearbeiten.",
  "The next smart-mesh generation; a preview.":
    "Die nächste Generation der intelligenten Netze; eine Vorschau.",
  // Sync Labs
  "Matches the lips in a video to any speech and keeps the speaker's style.":
    "Passt die Lippen in einem Video an beliebige Sprache an und behält den Stil der Person.",
  "Lip sync with finer teeth, beards and details.":
    "Lippensynchronisation mit feineren Zähnen, Bärten und Details.",
  "Newest lip sync, for difficult angles, occlusion and still pictures.":
    "Neueste Lippensynchronisation, für schwierige Blickwinkel, Verdeckungen und Standbilder.",
  // Recraft
  "Design pictures with controlled colours and styles.":
    "Design-Bilder mit festgelegten Farben und Stilen.",
  "The fastest and cheapest Recraft, for drafts and many variants.":
    "Das schnellste und günstigste Recraft, für Entwürfe und viele Varianten.",
  "Recraft at higher resolution and detail, for print.":
    "Recraft mit höherer Auflösung und mehr Details, für den Druck.",
  "True vector graphics (SVG) for logos, icons and illustrations.":
    "Echte Vektorgrafiken (SVG) für Logos, Icons und Illustrationen.",
  "Vector graphics (SVG) with more detail, for print and large formats.":
    "Vektorgrafiken (SVG) mit mehr Details, für Druck und große Formate.",
  "Cheap and sharp enlargement that adds no detail.":
    "Günstige, scharfe Vergrößerung, die keine Details hinzufügt.",
  "Enlarges a picture and draws fine details and faces anew.":
    "Vergrößert ein Bild und zeichnet feine Details und Gesichter neu.",
  // MiniMax
  "Hailuo 3: makes and edits 4 to 15 seconds from text, pictures, video and sound, up to 2K.":
    "Hailuo 3: erzeugt und bearbeitet 4 bis 15 Sekunden aus Text, Bildern, Video und Ton, bis 2K.",
  "The quick Hailuo 3: 5 to 15 seconds with sound from text, a first and a last frame.":
    "Das schnelle Hailuo 3: 5 bis 15 Sekunden mit Ton aus Text, erstem und letztem Bild.",
  "Clips of 6 or 10 seconds with lively motion, from text or a first frame.":
    "Clips von 6 oder 10 Sekunden mit lebhafter Bewegung, aus Text oder einem ersten Bild.",
  "Clips between a first and a last frame.": "Clips zwischen einem ersten und einem letzten Bild.",
  "Expressive speech with emotions, in many languages.":
    "Ausdrucksstarke Sprache mit Gefühlen, in vielen Sprachen.",
  // Deepgram
  "Very fast transcripts with speakers and key terms.":
    "Sehr schnelle Transkripte mit Sprechern und Schlüsselbegriffen.",
  "Nova-3 trained for medical English.": "Nova-3, trainiert für medizinisches Englisch.",
  "Clear English voice for assistants; one voice, English only.":
    "Klare englische Stimme für Assistenten; eine Stimme, nur Englisch.",
  "Clear Spanish voice for assistants; one voice, Spanish only.":
    "Klare spanische Stimme für Assistenten; eine Stimme, nur Spanisch.",
  // AssemblyAI
  "Accurate transcripts, also when speakers switch between languages.":
    "Genaue Transkripte, auch wenn Sprecher die Sprache wechseln.",
  "Transcripts of recordings in 99 languages.": "Transkripte von Aufnahmen in 99 Sprachen.",
  // Studio
  "Illustration composed from an art library; not a photo, not a neural model.":
    "Illustration aus den Motiven einer Bibliothek; kein Foto, kein neuronales Modell.",
  "Style filters such as oil, pencil or pixel art on your picture, not redrawn; its background removed, blurred or replaced.":
    "Stilfilter wie Öl, Bleistift oder Pixel-Art auf Ihrem Bild, das nicht neu gezeichnet wird; Hintergrund entfernen, unscharf machen oder ersetzen.",
  "Removes what a mask marks, fills transparent parts from the texture around them, or puts a drawn subject there.":
    "Entfernt, was eine Maske markiert, füllt durchsichtige Teile mit der Struktur ihrer Umgebung oder setzt dort ein gezeichnetes Motiv ein.",
  "Animated illustration (motion graphics); not filmed, not a neural model.":
    "Animierte Illustration (Motion Graphics); nicht gefilmt, kein neuronales Modell.",
  "Camera moves over your picture, with parallax between its subject and the background; nothing moves by itself.":
    "Kamerafahrten über Ihr Bild, mit Parallaxe zwischen Motiv und Hintergrund; nichts bewegt sich von selbst.",
  "Warps the mouth of a frontal face in your picture or video to the sound of a recording of up to 3 minutes; reads no words, not a neural model.":
    "Verformt den Mund eines frontalen Gesichts in Ihrem Bild oder Video zum Ton einer Aufnahme von bis zu 3 Minuten; liest keine Wörter, kein neuronales Modell.",
  "Cuts, joins, grades, titles, stabilizes and converts your video, by typed operations or words.":
    "Schneidet, verbindet, gradet, betitelt, stabilisiert und konvertiert Ihr Video, nach festen Operationen oder nach Worten.",
  "Synthetic English voices of a woman and a man; texts in other languages are refused.":
    "Synthetische englische Stimmen einer Frau und eines Mannes; Texte in anderen Sprachen werden abgelehnt.",
  "Transcripts and subtitles with times of words, up to three hours; English unless a language is given (und detects it). Names and noise cause errors.":
    "Transkripte und Untertitel mit Zeiten der Wörter, bis drei Stunden; Englisch, wenn keine Sprache angegeben ist (und erkennt sie). Namen und Lärm führen zu Fehlern.",
  "Isolates the voice of a recording, makes it deeper, higher, a man's, a woman's, a child's or a robot's, speaks its words again, or translates them into spoken English; copies no person's voice.":
    "Trennt die Stimme einer Aufnahme heraus, macht sie tiefer, höher, männlich, weiblich, kindlich oder zur Roboterstimme, spricht ihre Worte neu oder übersetzt sie in gesprochenes Englisch; ahmt keine bestimmte Person nach.",
  "Enlarges a picture two to four times by neural super-resolution; fine texture is estimated.":
    "Vergrößert ein Bild auf das Zwei- bis Vierfache mit neuronaler Superauflösung; feine Strukturen sind geschätzt.",
  "Repairs pictures of up to 16 megapixels with filters of measured strength: denoise, lighting, brightness, exposure, white-balance, color, contrast, dehaze, sharpen, deblur.":
    "Verbessert Bilder bis 16 Megapixel mit Filtern von gemessener Stärke: Rauschen, Licht, Helligkeit, Belichtung, Weißabgleich, Farbe, Kontrast, Dunst, Schärfe, Unschärfe.",
  "Repairs videos of up to 10 minutes at 720p with filters of measured strength: denoise, lighting, brightness, exposure, white-balance, color, contrast, dehaze, sharpen, deblur.":
    "Verbessert Videos bis 10 Minuten in 720p mit Filtern von gemessener Stärke: Rauschen, Licht, Helligkeit, Belichtung, Weißabgleich, Farbe, Kontrast, Dunst, Schärfe, Unschärfe.",
  "Repairs recordings of up to 3 hours with filters of measured strength: denoise, voice-isolation, loudness, hum.":
    "Verbessert Aufnahmen bis 3 Stunden mit Filtern von gemessener Stärke: Rauschen, Stimme freistellen, Lautheit, Brummen.",
  "Repairs pictures of up to 16 megapixels with filters of measured strength: artifacts, scratches, fading, color.":
    "Repariert Bilder bis 16 Megapixel mit Filtern von gemessener Stärke: Artefakte, Kratzer, Ausbleichen, Farbe.",
  "Repairs videos of up to 10 minutes at 720p with filters of measured strength: deflicker, denoise, fading, color.":
    "Repariert Videos bis 10 Minuten in 720p mit Filtern von gemessener Stärke: Flimmern, Rauschen, Ausbleichen, Farbe.",
  "Repairs recordings of up to 3 hours with filters of measured strength: declick, dropouts, hum.":
    "Repariert Aufnahmen bis 3 Stunden mit Filtern von gemessener Stärke: Knackser, Aussetzer, Brummen.",
  "Reads text, finds faces and measures colours, light, sharpness and composition of a picture, as JSON and sentences; names no objects or persons.":
    "Liest Text, findet Gesichter und misst Farben, Licht, Schärfe und Bildaufbau, als JSON und in Sätzen; benennt weder Gegenstände noch Personen.",
  "Common objects as GLB, built from parametric solids or an inflated drawing; no fine detail.":
    "Alltägliche Gegenstände als GLB, aus parametrischen Körpern oder einer aufgeblasenen Zeichnung; keine feinen Details.",
  "Closed, textured GLB from the subject of a picture; the back mirrors the front, and depth is not measured.":
    "Geschlossenes, texturiertes GLB aus dem Motiv eines Bildes; die Rückseite spiegelt die Vorderseite, die Tiefe wird nicht gemessen.",
  "Quick pictures and edits with up to three references, in many shapes.":
    "Schnelle Bilder und Bearbeitungen mit bis zu drei Referenzen, in vielen Formaten.",
  "The newest Grok Imagine at its low quality: legible type and edits by words.":
    "Das neueste Grok Imagine in niedriger Qualität: lesbare Schrift und Bearbeitungen mit Worten.",
  "Detailed pictures and edits with up to three references.":
    "Detailreiche Bilder und Bearbeitungen mit bis zu drei Referenzen.",
  "Clips of 1 to 15 seconds with sound, from words or a first frame.":
    "Clips von 1 bis 15 Sekunden mit Ton, aus Worten oder einem ersten Bild.",
  "xAI's current video model up to 720p, with sound, from words or a first frame.":
    "xAIs aktuelles Videomodell bis 720p, mit Ton, aus Worten oder einem ersten Bild.",
  "Photoreal pictures from words; the all-round FLUX.2.":
    "Fotorealistische Bilder aus Worten; das vielseitige FLUX.2.",
  "The most detailed FLUX.2, from words.": "Das detailreichste FLUX.2, aus Worten.",
  "FLUX.2 with the best small type, from words.":
    "FLUX.2 mit der besten kleinen Schrift, aus Worten.",
  "The open FLUX.2 for drafts and many variants, from words.":
    "Das offene FLUX.2 für Entwürfe und viele Varianten, aus Worten.",
  "The former all-round FLUX, quick and reliable.":
    "Das frühere vielseitige FLUX, schnell und zuverlässig.",
  "Cheap pictures with legible type in English and Chinese.":
    "Günstige Bilder mit lesbarer Schrift auf Englisch und Chinesisch.",
  "Changes a picture by words and keeps the rest.":
    "Ändert ein Bild nach Worten und lässt den Rest, wie er ist.",
  "The most exact edits of the Kontext family, with better type.":
    "Die genauesten Bearbeitungen der Kontext-Familie, mit besserer Schrift.",
  "The fastest open FLUX.1, for drafts and many variants.":
    "Das schnellste offene FLUX.1, für Entwürfe und viele Varianten.",
  "The open FLUX.1 from words or from a picture, with steps and guidance.":
    "Das offene FLUX.1 aus Worten oder einem Bild, mit Schritten und Führung.",
  "The cheapest Seedance: silent clips of 2 to 12 seconds up to 1080p.":
    "Das günstigste Seedance: stumme Clips von 2 bis 12 Sekunden bis 1080p.",
  "Silent clips of 2 to 12 seconds from words or a first and a last frame.":
    "Stumme Clips von 2 bis 12 Sekunden aus Worten oder einem ersten und einem letzten Bild.",
  "Clips of 4 to 12 seconds, with sound on request, at their maker.":
    "Clips von 4 bis 12 Sekunden, auf Wunsch mit Ton, bei ihrem Hersteller.",
  "The small Seedance 2.0: clips of 4 to 15 seconds with sound, up to 720p.":
    "Das kleine Seedance 2.0: Clips von 4 bis 15 Sekunden mit Ton, bis 720p.",
  "The quick Seedance 2.0 at its maker: 4 to 15 seconds with sound, up to 720p.":
    "Das schnelle Seedance 2.0 bei seinem Hersteller: 4 bis 15 Sekunden mit Ton, bis 720p.",
  "Clips of 4 to 15 seconds with sound, up to 1080p.":
    "Clips von 4 bis 15 Sekunden mit Ton, bis 1080p.",
  "ByteDance's newest video model with sound: a job buys 5 seconds of 720p or 10 of 480p.":
    "ByteDances neuestes Videomodell mit Ton: ein Auftrag reicht für 5 Sekunden in 720p oder 10 in 480p.",
  "Films of 2 to 15 seconds with sound from words, in several shots, up to 1080p.":
    "Filme von 2 bis 15 Sekunden mit Ton aus Worten, in mehreren Einstellungen, bis 1080p.",
  "Films of 2 to 15 seconds with sound from a first and, if given, a last frame.":
    "Filme von 2 bis 15 Sekunden mit Ton aus einem ersten und, wenn vorhanden, einem letzten Bild.",
  "Pictures with legible type, and edits with up to three references, at any size.":
    "Bilder mit lesbarer Schrift und Bearbeitungen mit bis zu drei Vorlagen, in jeder Größe.",
  "The larger Qwen Image: finer detail, posters and exact edits.":
    "Das größere Qwen Image: feinere Details, Plakate und genaue Bearbeitungen.",
  "Detailed 3D models: untextured from words, textured from one picture.":
    "Detaillierte 3D-Modelle: ohne Textur aus Worten, mit Textur aus einem Bild.",
  "Meshy's finest geometry: a textured 3D model from one picture.":
    "Meshys feinste Geometrie: ein 3D-Modell mit Textur aus einem Bild.",
  "Cheap, clean meshes in separate parts, fit for games and editing.":
    "Günstige, saubere Netze in getrennten Teilen, für Spiele und zum Bearbeiten.",
  "Posters, grids and concept designs with legible type, up to 4K.":
    "Plakate, Raster und Entwürfe mit lesbarer Schrift, bis 4K.",
  "Edits by words of up to ten pictures that keep people and products, up to 4K.":
    "Bearbeitungen nach Worten von bis zu zehn Bildern, die Menschen und Produkte erhalten, bis 4K.",
  "Posters and comics with legible type in English and Chinese.":
    "Plakate und Comics mit lesbarer Schrift auf Englisch und Chinesisch.",
  "Edits of up to three pictures, also of the text in them, with its typeface kept.":
    "Bearbeitungen von bis zu drei Bildern, auch des Textes darin, dessen Schriftart bleibt.",
  "Tencent's open image model: scenes with mood, from long descriptions.":
    "Tencents offenes Bildmodell: stimmungsvolle Szenen aus langen Beschreibungen.",
};
