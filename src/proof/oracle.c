/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 by Nettle.  The prime is the first candidate 2^123 + 8 x + 5 that passes 64 rounds of the
 * test of Miller and Rabin (Rabin, Probabilistic algorithm for testing primality, J. Number Theory
 * 12, 1980). */
#include "proof/oracle.h"

#include <flint/fmpz.h>
#include <nettle/sha2.h>
#include <string.h>

enum { HASHES = 16, TESTS = 64, LOW_BIT = 123 };

static void hash_more(uint8_t out[PM_ORACLE_BYTES], const uint8_t in[PM_ORACLE_BYTES],
                      const void *more, size_t length)
{
    struct sha256_ctx context;

    sha256_init(&context);
    sha256_update(&context, PM_ORACLE_BYTES, in);
    sha256_update(&context, length, more);
    sha256_digest(&context, PM_ORACLE_BYTES, out);
}

/* x = the integer with these bytes, the first one highest. */
static void set_bytes(fmpz_t x, const uint8_t *bytes)
{
    fmpz_zero(x);
    for (int i = 0; i < PM_ORACLE_BYTES; i++) {
        fmpz_mul_2exp(x, x, 8);
        fmpz_add_ui(x, x, bytes[i]);
    }
}

static pm_residue residue_of(const fmpz_t x)
{
    ulong digit[2];

    fmpz_get_ui_array(digit, 2, x);
    return (pm_residue)digit[1] << 64 | digit[0];
}

/* ------------------------------------------------------------------------ prime */

/* One round of the test for p = 5 mod 8: base^((p - 1) / 4) is 1 or -1, or its square is -1. */
static bool passes(const fmpz_t p, const fmpz_t base)
{
    fmpz_t x, less;

    PM_EACH(fmpz_init, x, less);
    fmpz_sub_ui(less, p, 1);
    fmpz_fdiv_q_2exp(x, less, 2);
    fmpz_powm(x, base, x, p);
    bool fine = fmpz_is_one(x) || fmpz_equal(x, less);
    fmpz_mul(x, x, x);
    fmpz_mod(x, x, p);
    fine = fine || fmpz_equal(x, less);
    PM_EACH(fmpz_clear, x, less);
    return fine;
}

static bool is_prime(const fmpz_t p, const uint8_t seed[PM_ORACLE_BYTES])
{
    fmpz_t base;
    bool fine = true;

    fmpz_init(base);
    for (int j = 0; j < TESTS && fine; j++) {
        const uint8_t number = (uint8_t)j;
        uint8_t hash[PM_ORACLE_BYTES];
        hash_more(hash, seed, &number, 1);
        set_bytes(base, hash);
        fmpz_mod(base, base, p);
        fine = passes(p, base);
    }
    fmpz_clear(base);
    return fine;
}

static void find_prime(struct pm_oracle *o)
{
    for (uint32_t k = 0;; k++) {
        const uint8_t number[] = {(uint8_t)(k >> 24), (uint8_t)(k >> 16), (uint8_t)(k >> 8),
                                  (uint8_t)k};
        uint8_t seed[PM_ORACLE_BYTES];
        hash_more(seed, o->hash, number, sizeof number);
        set_bytes(o->p, seed);
        fmpz_fdiv_r_2exp(o->p, o->p, LOW_BIT - 3);
        fmpz_mul_2exp(o->p, o->p, 3);
        fmpz_add_ui(o->p, o->p, 5);
        fmpz_setbit(o->p, LOW_BIT);
        if (is_prime(o->p, seed))
            return;
    }
}

/* 2 is no square modulo p = 5 mod 8, so 2^((p - 1) / 2) = -1. */
static void find_root(struct pm_oracle *o)
{
    fmpz_t exponent;

    fmpz_init(exponent);
    fmpz_fdiv_q_2exp(exponent, o->p, 2);
    fmpz_set_ui(o->root, 2);
    fmpz_powm(o->root, o->root, exponent, o->p);
    fmpz_clear(exponent);
}

/* --------------------------------------------------------------------- interface */

void pm_oracle_init(struct pm_oracle *oracle, const char *head, size_t length, size_t bits)
{
    struct sha256_ctx context;

    PM_EACH(fmpz_init, oracle->p, oracle->root);
    sha256_init(&context);
    sha256_update(&context, length, (const uint8_t *)head);
    sha256_digest(&context, PM_ORACLE_BYTES, oracle->hash);
    for (size_t i = 0; i < HASHES * bits; i++) {
        sha256_update(&context, PM_ORACLE_BYTES, oracle->hash);
        sha256_digest(&context, PM_ORACLE_BYTES, oracle->hash);
    }
    find_prime(oracle);
    find_root(oracle);
    pm_field_init(&oracle->field, residue_of(oracle->p));
}

void pm_oracle_clear(struct pm_oracle *oracle)
{
    PM_EACH(fmpz_clear, oracle->p, oracle->root);
}

pm_residue pm_oracle_draw(struct pm_oracle *oracle, const char *line, size_t length)
{
    fmpz_t x;

    hash_more(oracle->hash, oracle->hash, line, length);
    fmpz_init(x);
    set_bytes(x, oracle->hash);
    fmpz_mod(x, x, oracle->p);
    const pm_residue t = residue_of(x);
    fmpz_clear(x);
    return t;
}

pm_residue pm_oracle_residue(const struct pm_oracle *oracle, const fmpz_t re, const fmpz *im)
{
    fmpz_t x;

    fmpz_init_set(x, re);
    if (im != NULL)
        fmpz_addmul(x, oracle->root, im);
    fmpz_mod(x, x, oracle->p);
    const pm_residue y = residue_of(x);
    fmpz_clear(x);
    return y;
}

void pm_oracle_digits(char *text, pm_residue x)
{
    for (int i = PM_PROOF_DIGITS - 1; i >= 0; i--, x >>= 4)
        text[i] = "0123456789abcdef"[(int)(x & 15)];
    text[PM_PROOF_DIGITS] = '\0';
}
