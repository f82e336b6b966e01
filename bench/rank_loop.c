/* Ranking in C over the tables of pitboss.maths.kernels: the yardstick for the compiled Python. See bench/batch.py. */

#include <stddef.h>
#include <stdint.h>

void rank5(const uint8_t *restrict cards, size_t hands, const uint32_t *restrict keys, const uint16_t *restrict begins,
           const uint16_t *restrict mixed, const uint16_t *restrict suited, uint16_t *restrict out) {
    for (size_t hand = 0; hand < hands; hand++) {
        const uint8_t *c = cards + 5 * hand;
        uint8_t differ = (c[0] ^ c[1]) | (c[0] ^ c[2]) | (c[0] ^ c[3]) | (c[0] ^ c[4]);
        if ((differ & 3) == 0) {
            unsigned bits = 1u << (c[0] >> 2) | 1u << (c[1] >> 2) | 1u << (c[2] >> 2) | 1u << (c[3] >> 2) | 1u << (c[4] >> 2);
            out[hand] = suited[bits & 0x1FFF];
        } else {
            uint32_t key = keys[c[0]] + keys[c[1]] + keys[c[2]] + keys[c[3]] + keys[c[4]];
            out[hand] = mixed[begins[key >> 21] + (key >> 13 & 0xFF)];
        }
    }
}

void rank7(const uint8_t *restrict cards, size_t hands, const uint64_t *restrict keys, const uint16_t *restrict begins,
           const uint16_t *restrict mixed, const uint16_t *restrict suited, uint16_t *restrict out) {
    for (size_t hand = 0; hand < hands; hand++) {
        const uint8_t *c = cards + 7 * hand;
        uint64_t key = 0x3333 + keys[c[0]] + keys[c[1]] + keys[c[2]] + keys[c[3]] + keys[c[4]] + keys[c[5]] + keys[c[6]];
        uint64_t full = key & 0x8888;
        if (full) {
            unsigned suit = 0, bits = 0;
            for (; !(full & 8); full >>= 4) suit++;
            for (int place = 0; place < 7; place++)
                if ((c[place] & 3) == suit) bits |= 1u << (c[place] >> 2);
            out[hand] = suited[bits & 0x1FFF];
        } else {
            out[hand] = mixed[begins[key >> 51] + (key >> 41 & 0x3FF)];
        }
    }
}
