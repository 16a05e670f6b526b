/** Short synthesized sounds: a move, your turn, the end of the game. */

import { settings } from "./settings.svelte";

/** A tone, in hertz and seconds. */
interface Note {
  pitch: number;
  from: number;
  length: number;
  loudness: number;
}

const SOUNDS = {
  step: [{ pitch: 392, from: 0, length: 0.07, loudness: 0.05 }],
  turn: [
    { pitch: 523.25, from: 0, length: 0.16, loudness: 0.12 },
    { pitch: 783.99, from: 0.11, length: 0.26, loudness: 0.12 },
  ],
  end: [
    { pitch: 523.25, from: 0, length: 0.2, loudness: 0.12 },
    { pitch: 659.25, from: 0.14, length: 0.2, loudness: 0.12 },
    { pitch: 783.99, from: 0.28, length: 0.5, loudness: 0.12 },
  ],
} satisfies Record<string, Note[]>;
export type Sound = keyof typeof SOUNDS;

let context: AudioContext | undefined;

/** Play a sound if sounds are on. Browsers stay silent until the user has interacted with the page. */
export function play(sound: Sound): void {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of SOUNDS[sound]) strike(context, note);
}

function strike(context: AudioContext, { pitch, from, length, loudness }: Note): void {
  const [begin, string, hand] = [context.currentTime + from, context.createOscillator(), context.createGain()];
  string.type = "triangle";
  string.frequency.value = pitch;
  hand.gain.setValueAtTime(0, begin);
  hand.gain.linearRampToValueAtTime(loudness, begin + 0.01);
  hand.gain.exponentialRampToValueAtTime(0.001, begin + length);
  string.connect(hand).connect(context.destination);
  string.start(begin);
  string.stop(begin + length);
}
