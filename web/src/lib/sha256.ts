/** SHA-256 and HMAC. Browsers offer crypto.subtle on secure pages only, and home servers often use plain HTTP. */

const BLOCK = 64; // bytes

/** Return the first 32 bits of the fractional parts of roots of the first primes. */
function roots(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) isPrime = false;
    if (isPrime) found.push((root(number) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

const INITIAL_HASH = roots(8, Math.sqrt);
const CONSTANTS = roots(64, Math.cbrt);

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n);
  const state = INITIAL_HASH.slice();
  for (let start = 0; start < length; start += BLOCK) compress(state, view, start);
  const digest = new Uint8Array(32);
  state.forEach((word, index) => {
    new DataView(digest.buffer).setUint32(4 * index, word);
  });
  return digest;
}

function compress(state: Uint32Array, view: DataView, start: number): void {
  const words = new Uint32Array(64);
  const at = (index: number) => words[index] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(i - 15), at(i - 2)];
    const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const other = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = at(i - 16) + one + at(i - 7) + other;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + at(i);
    const other = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index] ?? 0) + word));
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const padded = (mask: number) => block.map((byte) => byte ^ mask);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
