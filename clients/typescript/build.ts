import { buildPackage, libraryFields } from "../build-package.ts";

await buildPackage(import.meta.dirname, libraryFields);
