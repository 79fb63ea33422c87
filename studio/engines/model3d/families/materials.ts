import { matte, metal } from "#studio/engines/model3d/material.ts";

/** Materials of parts in several families. */
export const black = matte("#1f2024", 0.5);
export const steel = metal("#c3c7cc", 0.25);
export const gold = metal("#dcb458", 0.22);
export const wood = matte("#7a4f2b", 0.6);
