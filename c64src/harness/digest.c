/* BLAKE2b without a key. Source: RFC 7693, Saarinen and Aumasson, 2015. */
#include <string.h>
#include "harness/digest.h"

#define ROUNDS 12

static const uint64_t initial[8] = {
    0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
    0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u
};

static const uint8_t order[10][16] = {
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
    { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
    { 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
    { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
    { 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
    { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
    { 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
    { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
    { 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
    { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 }
};

static uint64_t turned(uint64_t word, unsigned bits)
{
    return word >> bits | word << (64 - bits);
}

static void mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d, uint64_t x, uint64_t y)
{
    *a += *b + x;
    *d = turned(*d ^ *a, 32);
    *c += *d;
    *b = turned(*b ^ *c, 24);
    *a += *b + y;
    *d = turned(*d ^ *a, 16);
    *c += *d;
    *b = turned(*b ^ *c, 63);
}

static void compress(struct digest *digest, int is_last)
{
    uint64_t v[16], m[16];
    const uint8_t *s, *byte = digest->block;
    unsigned n, bit;

    for (n = 0; n != 16; ++n) {
        m[n] = 0;
        for (bit = 0; bit != 64; bit += 8)
            m[n] |= (uint64_t)*byte++ << bit;
    }
    memcpy(v, digest->state, sizeof digest->state);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= digest->count;
    if (is_last)
        v[14] = ~v[14];
    for (n = 0; n != ROUNDS; ++n) {
        s = order[n % 10];
        mix(v, v + 4, v + 8, v + 12, m[s[0]], m[s[1]]);
        mix(v + 1, v + 5, v + 9, v + 13, m[s[2]], m[s[3]]);
        mix(v + 2, v + 6, v + 10, v + 14, m[s[4]], m[s[5]]);
        mix(v + 3, v + 7, v + 11, v + 15, m[s[6]], m[s[7]]);
        mix(v, v + 5, v + 10, v + 15, m[s[8]], m[s[9]]);
        mix(v + 1, v + 6, v + 11, v + 12, m[s[10]], m[s[11]]);
        mix(v + 2, v + 7, v + 8, v + 13, m[s[12]], m[s[13]]);
        mix(v + 3, v + 4, v + 9, v + 14, m[s[14]], m[s[15]]);
    }
    for (n = 0; n != 8; ++n)
        digest->state[n] ^= v[n] ^ v[n + 8];
}

void begin_digest(struct digest *digest, uint8_t size)
{
    memcpy(digest->state, initial, sizeof initial);
    digest->state[0] ^= 0x01010000u ^ size;
    digest->size = size;
    digest->count = 0;
    digest->filled = 0;
}

void add_to_digest(struct digest *digest, const uint8_t *data, size_t length)
{
    size_t part;

    while (length) {
        if (digest->filled == DIGEST_BLOCK) {
            digest->count += DIGEST_BLOCK;
            compress(digest, 0);
            digest->filled = 0;
        }
        part = DIGEST_BLOCK - digest->filled;
        if (part > length)
            part = length;
        memcpy(digest->block + digest->filled, data, part);
        digest->filled += part;
        data += part;
        length -= part;
    }
}

void end_digest(struct digest *digest, uint8_t *out)
{
    unsigned n;

    digest->count += digest->filled;
    memset(digest->block + digest->filled, 0, DIGEST_BLOCK - digest->filled);
    compress(digest, 1);
    for (n = 0; n != digest->size; ++n)
        out[n] = (uint8_t)(digest->state[n / 8] >> 8 * (n % 8));
}
