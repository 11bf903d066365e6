/* Digests on the host: BLAKE2b of 16 bytes, as Python's hashlib makes it. */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define DIGEST_BYTES 16
#define DIGEST_BLOCK 128

struct digest {
    uint64_t state[8];
    uint64_t count;             /* the bytes of full blocks so far */
    size_t filled;
    uint8_t block[DIGEST_BLOCK];
};

void digest_begin(struct digest *digest);
void digest_add(struct digest *digest, const uint8_t *data, size_t length);

/* Writes DIGEST_BYTES bytes. */
void digest_end(struct digest *digest, uint8_t *out);

#endif
