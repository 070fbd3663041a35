/** Seeds of a whole run: `npm run reliability` runs them all and keeps the outcome. */
export const allSeeds = 1_000

/** The first of them, which every run of the tests has; `npm run sim:long` begins with the others. */
export const seedsOfTests = 250
