// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104). A browser's own are missing where a page came
// without https, and a player at such a table has to be able to check a shuffle all the same.

const PRIMES = (() => {
  const found = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();
/** The first 32 bits behind the point of a number. */
const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64;

const turn = (word, by) => (word >>> by) | (word << (32 - by));

function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const end = new DataView(whole.buffer, whole.length - 8);
  end.setUint32(0, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(4, (bytes.length << 3) >>> 0);
  return whole;
}

/** The hash of bytes, as bytes. */
export function sha256(bytes) {
  const input = new DataView(padded(bytes).buffer);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < input.byteLength; at += BLOCK) {
    for (let n = 0; n < 16; n++) words[n] = input.getInt32(at + 4 * n);
    for (let n = 16; n < 64; n++) {
      const [a, b] = [words[n - 15], words[n - 2]];
      const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const second = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[n] = words[n - 16] + first + words[n - 7] + second;
    }
    mix(state, words);
  }
  const output = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => {
    output.setInt32(4 * n, word);
  });
  return new Uint8Array(output.buffer);
}

function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n++) {
    const turned = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + turned + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n]) | 0;
    const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => {
    state[n] += word;
  });
}

/** The bytes of several pieces, one after another. */
export function joined(...pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function hmac(key, bytes) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      bytes,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes that hexadecimal digits spell; throws where they are none. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text))
    throw new Error("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const utf8 = (text) => new TextEncoder().encode(text);
