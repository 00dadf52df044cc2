/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal text is read as fractions, which are written out by hand here.  Random doubles that are
 * printed in full are read back as their exact value. */
#include "read/decimal.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text, *value;
} good[] = {
    {"0", "0"},
    {"-0", "0"},
    {"+5", "5"},
    {"-17", "-17"},
    {"007", "7"},
    {".5", "1/2"},
    {"5.", "5"},
    {"-.25", "-1/4"},
    {"0.91", "91/100"},
    {"1.50", "3/2"},
    {"1e3", "1000"},
    {"1E+3", "1000"},
    {"-1.5e-3", "-3/2000"},
    {"1.0D+00", "1"},
    {"2.5d1", "25"},
    {"12.5e1", "125"},
    {"1200e-2", "12"},
    {"2/3", "2/3"},
    {"-4/6", "-2/3"},
    {"+10/5", "2"},
    {"0/7", "0"},
    {"0e999999999999999999999", "0"},
    {"-0.000e-123456", "0"},
    {"18446744073709551615", "18446744073709551615"},
    {"18446744073709551616", "18446744073709551616"},
    {"9999999999999999999", "9999999999999999999"},
    {"0.1000000000000000055511151231257827",
     "1000000000000000055511151231257827/10000000000000000000000000000000000"},
    {"00000000000000000000000000000000000000001.5", "3/2"},
};

static const struct {
    const char *text, *words;
} bad[] = {
    {"", "'' is not a number"},
    {"nan", "'nan' is not a finite number"},
    {"-NaN", "'-NaN' is not a finite number"},
    {"inf", "'inf' is not a finite number"},
    {"+Infinity", "'+Infinity' is not a finite number"},
    {"infinite", "'infinite' is not a number"},
    {"nan(1)", "'nan(1)' is not a number"},
    {"0x10", "'0x10' is not a number"},
    {"1.2.3", "'1.2.3' is not a number"},
    {"1,5", "'1,5' is not a number"},
    {".", "'.' is not a number"},
    {"-", "'-' is not a number"},
    {"+-1", "'+-1' is not a number"},
    {"e5", "'e5' is not a number"},
    {".e5", "'.e5' is not a number"},
    {"1e", "'1e' is not a number"},
    {"1e+", "'1e+' is not a number"},
    {"1e5.", "'1e5.' is not a number"},
    {"1f", "'1f' is not a number"},
    {"1 2", "'1 2' is not a number"},
    {"1/", "'1/' is not a number"},
    {"/2", "'/2' is not a number"},
    {"1/-2", "'1/-2' is not a number"},
    {"1.5/2", "'1.5/2' is not a number"},
    {"1/2/3", "'1/2/3' is not a number"},
    {"1/2e3", "'1/2e3' is not a number"},
    {"1/0", "'1/0' divides by zero"},
    {"0/0", "'0/0' divides by zero"},
    {"1e20001", "exponent beyond 20000"},
    {"-1e-20001", "exponent beyond 20000"},
    {"1e99999999999999999999999999", "exponent beyond 20000"},
    {"1\033[2J", "'1\\x1b[2J' is not a number"},
    {"one-long-word-that-goes-on-and-on-and-on-and-on-and-on", "...' is not a number"},
};

static void test_good(struct test *t)
{
    fmpq_t x;

    fmpq_init(x);
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        const pm_status status = pm_decimal_parse(x, good[k].text, strlen(good[k].text));
        char *const value = fmpq_get_str(NULL, 10, x);
        CHECK(t, status == PM_OK && strcmp(value, good[k].value) == 0, "%s = %s", good[k].text,
              good[k].value);
        flint_free(value);
    }
    fmpq_clear(x);
}

static void test_bad(struct test *t)
{
    fmpq_t x;

    fmpq_init(x);
    fmpq_set_si(x, 5, 7);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const pm_status status = pm_decimal_parse(x, bad[k].text, strlen(bad[k].text));
        CHECK(t, status == PM_INPUT && strstr(pm_message(), bad[k].words) != NULL,
              "refused with %s", bad[k].words);
    }
    CHECK(t, fmpz_equal_si(fmpq_numref(x), 5) && fmpz_equal_si(fmpq_denref(x), 7),
          "a failure leaves the output as it was");
    fmpq_clear(x);
}

/* The largest exponents, and numbers whose many digits cancel their exponent. */
static void test_large(struct test *t)
{
    static const char tail[] = "e100010";
    enum { ZEROS = 100010 };
    char *const text = calloc(ZEROS + 3 + sizeof tail, 1);
    fmpq_t x;
    fmpz_t power;

    fmpq_init(x);
    fmpz_init_set_ui(power, 10);
    fmpz_pow_ui(power, power, 20000);
    CHECK(t, pm_decimal_parse(x, "1e20000", 7) == PM_OK && fmpz_equal(fmpq_numref(x), power),
          "1e20000 is kept");
    CHECK(t, pm_decimal_parse(x, "1e-20000", 8) == PM_OK && fmpz_equal(fmpq_denref(x), power),
          "1e-20000 is kept");
    memset(text, '0', ZEROS + 2);
    text[1] = '.';
    text[ZEROS + 1] = '3';
    strcpy(text + ZEROS + 2, tail);
    CHECK(t, pm_decimal_parse(x, text, strlen(text)) == PM_OK && fmpq_cmp_si(x, 3) == 0,
          "0.0...03e100010 is 3");
    memset(text, '9', ZEROS);
    fmpz_set_ui(power, 10);
    fmpz_pow_ui(power, power, ZEROS);
    fmpz_sub_ui(power, power, 1);
    CHECK(t, pm_decimal_parse(x, text, ZEROS) == PM_OK && fmpz_equal(fmpq_numref(x), power),
          "%d nines", ZEROS);
    fmpz_clear(power);
    fmpq_clear(x);
    free(text);
}

/* A double is m * 2^e.  Its decimal text, printed in full, is that rational number. */
static void test_doubles(struct test *t)
{
    uint64_t seed = 20240229;
    bool agree = true;
    fmpq_t x, y;
    char text[800];

    PM_EACH(fmpq_init, x, y);
    for (int k = 0; k < 500; k++) {
        const int exponent = test_between(&seed, -300, 300);
        const double d = ldexp((double)(int64_t)(test_random(&seed) >> 11), exponent);
        int binary;
        const double mantissa = frexp(d, &binary);

        snprintf(text, sizeof text, "%.760e", d); /* 767 digits are enough for every double */
        fmpz_set_si(fmpq_numref(y), (slong)ldexp(mantissa, 53));
        fmpz_one(fmpq_denref(y));
        if (binary > 53)
            fmpq_mul_2exp(y, y, (flint_bitcnt_t)(binary - 53));
        else
            fmpq_div_2exp(y, y, (flint_bitcnt_t)(53 - binary));
        agree = agree && pm_decimal_parse(x, text, strlen(text)) == PM_OK && fmpq_equal(x, y);
    }
    CHECK(t, agree, "500 doubles printed in full come back exactly");
    PM_EACH(fmpq_clear, x, y);
}

int main(void)
{
    struct test t = {0};

    test_good(&t);
    test_bad(&t);
    test_large(&t);
    test_doubles(&t);
    return test_done(&t);
}
