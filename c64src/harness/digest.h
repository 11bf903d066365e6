/* Digests on the host: BLAKE2b, as Python's hashlib makes it. */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define DIGEST_BLOCK 128

struct digest {
    uint64_t state[8];
    uint64_t count;             /* the bytes of full blocks so far */
    uint8_t size;               /* the bytes of the digest */
    size_t filled;
    uint8_t block[DIGEST_BLOCK];
};

/* Begin a digest of `size` bytes, 1 to 64. */
void begin_digest(struct digest *digest, uint8_t size);
void add_to_digest(struct digest *digest, const uint8_t *data, size_t length);

/* Writes the digest. */
void end_digest(struct digest *digest, uint8_t *out);

#endif
