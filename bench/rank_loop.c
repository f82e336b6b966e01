/* Ranking in C over the tables of pitboss.maths.kernels: the yardstick for the compiled Python. See bench/batch.py. */

#include <stddef.h>
#include <stdint.h>

/* Four counters of six bits, one a suit, that reach 32 with five cards. */
#define FULL 0x820820u

void rank5(const uint8_t *restrict cards, size_t hands, const uint64_t *restrict keys, const uint16_t *restrict begins,
           const uint16_t *restrict mixed, const uint16_t *restrict suited, uint16_t *restrict out) {
    for (size_t hand = 0; hand < hands; hand++) {
        const uint8_t *c = cards + 5 * hand;
        uint64_t key = keys[c[0]] + keys[c[1]] + keys[c[2]] + keys[c[3]] + keys[c[4]];
        if (key & FULL) {
            unsigned bits = 1u << (c[0] >> 2) | 1u << (c[1] >> 2) | 1u << (c[2] >> 2) | 1u << (c[3] >> 2) | 1u << (c[4] >> 2);
            out[hand] = suited[bits & 0x1FFF];
        } else {
            out[hand] = mixed[begins[key >> 53] + (key >> 45 & 0xFF)];
        }
    }
}

void rank7(const uint8_t *restrict cards, size_t hands, const uint64_t *restrict keys, const uint16_t *restrict begins,
           const uint16_t *restrict mixed, const uint16_t *restrict suited, uint16_t *restrict out) {
    for (size_t hand = 0; hand < hands; hand++) {
        const uint8_t *c = cards + 7 * hand;
        uint64_t key = keys[c[0]] + keys[c[1]] + keys[c[2]] + keys[c[3]] + keys[c[4]] + keys[c[5]] + keys[c[6]];
        uint64_t full = key & FULL;
        if (full) {
            unsigned suit = 0, bits = 0;
            for (; !(full & 32); full >>= 6) suit++;
            for (int place = 0; place < 7; place++)
                if ((c[place] & 3) == suit) bits |= 1u << (c[place] >> 2);
            out[hand] = suited[bits & 0x1FFF];
        } else {
            out[hand] = mixed[begins[key >> 51] + (key >> 41 & 0x3FF)];
        }
    }
}
