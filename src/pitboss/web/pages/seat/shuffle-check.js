// Checks a shuffle from what was published of it, in the browser: the server is asked for the
// figures and believed in nothing. Written from docs/shuffle.md; it shares no code with the server.

import { fromHex, hex, hmac, joined, sha256, utf8 } from "./sha256.js";

const DECK = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));

/** A number in so many bytes, the highest first. */
function bytesOf(number, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1, rest = number; at >= 0; at--, rest = Math.floor(rest / 256)) {
    bytes[at] = rest % 256;
  }
  return bytes;
}

const text = (value) => joined(bytesOf(utf8(value).length, 4), utf8(value));
const where = (table, number) => joined(text(table), bytesOf(number, 8));

/** What a secret promises: the secret that was used before it. */
export const promiseOf = (table, number, secret) =>
  sha256(joined(utf8("pitboss-chain/1\0"), where(table, number), secret));

/** What a player is bound to by a seed, in one round at one table; under an alias or his name. */
export function commitmentOf(table, number, promise, under, seed) {
  const bound = joined(where(table, number), fromHex(promise), text(under), fromHex(seed));
  return hex(sha256(joined(utf8("pitboss-seed/1\0"), bound)));
}

function deckOf(secret, context) {
  const deck = [...DECK];
  let [words, block] = [[], 0];
  for (let left = deck.length; left > 1; left--) {
    const whole = 2 ** 32 - (2 ** 32 % left);
    let word = whole;
    while (word >= whole) {
      if (!words.length) {
        const made = new DataView(hmac(secret, joined(context, bytesOf(block, 4))).buffer);
        words = Array.from({ length: 8 }, (_, n) => made.getUint32(4 * n));
        block += 1;
      }
      word = words.shift();
    }
    const chosen = word % left;
    [deck[left - 1], deck[chosen]] = [deck[chosen], deck[left - 1]];
  }
  return deck;
}

function first(found, secret) {
  if (hex(sha256(secret)) !== found.commitment)
    return "the secret does not fit the hash that was published before betting";
  const seeds = Object.entries(found.seeds ?? {});
  // Names are put in the order of their characters' numbers, which is not JavaScript's own.
  seeds.sort(([one], [other]) => compare([...one], [...other]));
  return sha256(joined(...seeds.flatMap(([player, seed]) => [text(player), text(seed)])));
}

function compare(one, other) {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const difference = one[at].codePointAt(0) - other[at].codePointAt(0);
    if (difference) return difference;
  }
  return one.length - other.length;
}

function second(found, secret) {
  const { table, number, chain } = found;
  const promise = promiseOf(table, number, secret);
  if (hex(promise) !== found.commitment)
    return "the secret does not fit what was published before betting";
  if (number < chain.first || number >= chain.first + chain.length)
    return "the round is not one of its chain";
  let end = promise;
  for (let before = number - 1; before >= chain.first; before--)
    end = promiseOf(table, before, end);
  if (hex(end) !== chain.end) return "the secret is not of the chain that was fixed in advance";
  const players = new Set();
  const pieces = [utf8("pitboss-shuffle/2\0"), where(table, number), promise];
  for (const { player, commitment, seed } of found.committed) {
    if (players.has(player)) return `${player} has two seeds`;
    players.add(player);
    const opened = seed !== null && seed !== undefined;
    if (opened && commitmentOf(table, number, hex(promise), player, seed) !== commitment)
      return `the seed of ${player} is not the one that was committed`;
    pieces.push(text(player), fromHex(commitment));
    pieces.push(opened ? joined([1], fromHex(seed)) : Uint8Array.of(0));
  }
  return sha256(joined(...pieces));
}

/**
 * What does not fit in a published shuffle, in words; null where everything does. `seen` is what
 * this browser was shown itself before the cards were dealt: {commitment, end, seed, bound}.
 */
export function faultOf(found, seen = null) {
  let context;
  let secret;
  try {
    secret = fromHex(found.secret);
    if (secret.length !== 32) return "the secret has not 32 bytes";
    context = found.version === 2 ? second(found, secret) : first(found, secret);
  } catch {
    return "what was published can't be read";
  }
  if (typeof context === "string") return context;
  const deck = deckOf(secret, context);
  const wrong = deck.findIndex((card, at) => card !== found.deck[at]);
  if (wrong >= 0 || found.deck.length !== deck.length)
    return `the deck does not follow from the secret and the seeds (card ${wrong + 1})`;
  return seen ? notAsSeen(found, seen) : null;
}

function notAsSeen(found, seen) {
  if (seen.commitment !== found.commitment)
    return "before betting this page was shown another hash";
  if (seen.end && seen.end !== found.chain?.end)
    return "before betting this page was shown another chain";
  if (!seen.bound) return null;
  const mine = found.committed?.find((one) => one.commitment === seen.bound);
  if (!mine) return "your seed is not the one that this page drew";
  if (seen.opened && mine.seed !== seen.seed) return "your seed was opened in time, and left out";
  return null;
}
