// Rest days as the exchanges published them, written down day by day: the checker trusts no rule, least of all the one
// the product computes them with. Days that fall on a weekend are not listed.

/** The years the lists cover. */
export const yearsListed = { first: 2024, last: 2028 } as const

/** BMV and BIVA; banks of the peso rest on the same days. */
export const mexicanRestDays: readonly string[] = `
2024-01-01 2024-02-05 2024-03-18 2024-03-28 2024-03-29 2024-05-01 2024-09-16 2024-10-01 2024-11-18 2024-12-12 2024-12-25
2025-01-01 2025-02-03 2025-03-17 2025-04-17 2025-04-18 2025-05-01 2025-09-16 2025-11-17 2025-12-12 2025-12-25
2026-01-01 2026-02-02 2026-03-16 2026-04-02 2026-04-03 2026-05-01 2026-09-16 2026-11-02 2026-11-16 2026-12-25
2027-01-01 2027-02-01 2027-03-15 2027-03-25 2027-03-26 2027-09-16 2027-11-02 2027-11-15
2028-02-07 2028-03-20 2028-04-13 2028-04-14 2028-05-01 2028-11-02 2028-11-20 2028-12-12 2028-12-25`
  .trim()
  .split(/\s+/)

/** NYSE and Nasdaq. */
export const unitedStatesRestDays: readonly string[] = `
2024-01-01 2024-01-15 2024-02-19 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-11-28 2024-12-25
2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25
2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25
2027-01-01 2027-01-18 2027-02-15 2027-03-26 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-11-25 2027-12-24
2028-01-17 2028-02-21 2028-04-14 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-11-23 2028-12-25`
  .trim()
  .split(/\s+/)

/** Days on which exchanges of the United States trade and the Federal Reserve rests: Columbus Day and Veterans Day. */
export const dollarBankRestDays: readonly string[] = `
2024-10-14 2024-11-11 2025-10-13 2025-11-11 2026-10-12 2026-11-11 2027-10-11 2027-11-11 2028-10-09`
  .trim()
  .split(/\s+/)
