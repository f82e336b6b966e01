/* Casino stud in C, as the simulator plays it: the same generator, deals, tables and counts. See bench/simulation.py. */

#include <stdint.h>

typedef unsigned __int128 wide;

typedef struct {
    const uint64_t *keys;   /* by card: the key of its rank in the highest 19 bits, the count of its suit in the lowest */
    const uint16_t *begins; /* where each row of the table begins */
    const uint16_t *mixed;  /* strengths of hands of mixed suits */
    const uint16_t *suited; /* strengths of flushes, by ranks as bits */
    const uint8_t *codes;   /* by strength: the category, and 16 where the strategy bets */
    uint64_t reject;
    uint16_t qualifies;
} tables;

static inline uint64_t rotated(uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }

static inline uint64_t next_word(uint64_t s[4]) {
    uint64_t word = rotated(s[0] + s[3], 23) + s[0];
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return word;
}

static inline void deal(uint8_t *deck, uint64_t reject, uint64_t s[4]) {
    for (;;) {
        uint64_t word = next_word(s);
        for (unsigned place = 0; place < 10; place++) {
            wide product = (wide)word * (52 - place);
            uint64_t other = (uint64_t)(product >> 64) + place;
            word = (uint64_t)product;
            uint8_t card = deck[other];
            deck[other] = deck[place];
            deck[place] = card;
        }
        if (word >= reject) return;
    }
}

static inline uint16_t five(const tables *t, const uint8_t *c) {
    uint64_t key = t->keys[c[0]] + t->keys[c[1]] + t->keys[c[2]] + t->keys[c[3]] + t->keys[c[4]];
    if (key & 0x820820u) {
        unsigned bits = 1u << (c[0] >> 2) | 1u << (c[1] >> 2) | 1u << (c[2] >> 2) | 1u << (c[3] >> 2) | 1u << (c[4] >> 2);
        return t->suited[bits];
    }
    return t->mixed[t->begins[key >> 53] + ((key >> 45) & 255)];
}

void stud_loop(const tables *given, const uint64_t *state, uint64_t rounds, int64_t *counts) {
    tables t = *given;
    uint64_t s[4] = {state[0], state[1], state[2], state[3]};
    uint8_t deck[52];
    for (unsigned card = 0; card < 52; card++) deck[card] = (uint8_t)card;
    for (uint64_t round = 0; round < rounds; round++) {
        deal(deck, t.reject, s);
        uint16_t hand = five(&t, deck), dealer = five(&t, deck + 5);
        uint8_t code = t.codes[hand];
        unsigned bets = code >> 4, qualifies = dealer >= t.qualifies;
        unsigned compared = 1 + (hand >= dealer) + (hand > dealer);
        unsigned result = (1 - bets) * (1 - qualifies) + bets * (2 + qualifies * compared);
        counts[result * 10 + (code & 15)]++;
    }
}
