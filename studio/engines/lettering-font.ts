import { fileURLToPath } from "node:url";

import { GlobalFonts } from "@napi-rs/canvas";

/** Bundled font, so that lettering is the same on all machines, including those without fonts. */
export const letteringFamily = "Studio Lettering";

GlobalFonts.registerFromPath(
  fileURLToPath(
    import.meta.resolve("@expo-google-fonts/montserrat/700Bold/Montserrat_700Bold.ttf"),
  ),
  letteringFamily,
);
