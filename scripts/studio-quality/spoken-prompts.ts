/** A text, and the voice that speaks it. Written after the voices were built. */
export interface SpokenPrompt {
  readonly text: string;
  readonly gender?: "female" | "male";
}

/** Texts of docs/studio-quality.md, which Whisper reads back: `node scripts/studio-quality/measure-speech.ts`. */
export const spokenPrompts: readonly SpokenPrompt[] = [
  { text: "Good evening, and welcome to the seven o'clock news." },
  { text: "Please leave your message after the tone." },
  { text: "The recipe needs two cups of flour, one egg and a pinch of salt." },
  { text: "Once upon a time there was a king who could not sleep." },
  { text: "Turn left at the next corner, then drive straight ahead for half a mile." },
  { text: "Our office is closed on Sunday. We open again on Monday at nine." },
  { text: "Scientists have found a new kind of frog in the mountains of Peru." },
  { text: "Are you sure that you want to delete this file?" },
  { text: "Thank you for calling the library. How may I help you today?" },
  { text: "Breathe in slowly, hold your breath, and let it go." },
  { text: "The total is $49.90, and the invoice is due on May 3rd." },
  { text: "Dr. Lee will see you at 10:15 a.m. in room 204." },
  { text: "The train to the airport leaves from platform four.", gender: "male" },
  { text: "He opened the old door and looked into the dark garden.", gender: "male" },
  { text: "In a world without rain, one woman searches for the sea.", gender: "male" },
  { text: "Do not forget to water the plants while I am away.", gender: "male" },
  { text: "The concert begins at eight, but the doors open an hour earlier.", gender: "male" },
  { text: "This product contains nuts and may not be suitable for children.", gender: "male" },
  { text: "I would rather walk home than wait another hour for the bus.", gender: "male" },
  { text: "Chapter one. The letter came on a cold morning in March.", gender: "male" },
  { text: "Our team won the match by three goals to one.", gender: "male" },
  { text: "The bridge was built by hand more than a hundred years ago.", gender: "male" },
  { text: "Press one for sales, two for support, or stay on the line.", gender: "male" },
  {
    text: "Light travels faster than sound, so you see the storm before you hear it.",
    gender: "male",
  },
];
