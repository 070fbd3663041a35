import { defineConfig } from 'vitest/config'

// Tests beside what they test: `*.test.ts(x)` need nothing; `*.db.test.ts` get a database of their own,
// cloned from a template (see kit/test). Experiments with faults (`*.fault.ts`) break servers of their own; the journeys
// drive a real browser.
// What is polled for is waited for as long as a busy machine may need; the runner's own second measures the machine.
const expecting = { poll: { timeout: 45_000 } } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: expecting,
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts', 'tests/journeys/**'],
          environment: 'node',
          // No test measures time; the bound only ends what hangs, also on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db',
          expect: expecting,
          include: ['**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          environment: 'node',
          // Bounds for what hangs, as everywhere here: a busy machine takes its time.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
          // Files share what they import: reading the product for each is half the processor time of the run. Each file
          // has a database of its own all the same, and no state of a module outlives what a test makes.
          isolate: false,
          globalSetup: ['./kit/test/database-setup.ts'],
        },
      },
      {
        test: {
          name: 'faults',
          expect: expecting,
          include: ['tests/**/*.fault.ts'],
          environment: 'node',
          // Bounds for what hangs; what takes long on a busy machine is given its time.
          testTimeout: 900_000,
          hookTimeout: 600_000,
          // Two at once: each kills, cuts or floods servers of its own.
          maxWorkers: 2,
          globalSetup: ['./kit/test/database-setup.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          expect: expecting,
          include: ['tests/journeys/**/*.journey.ts'],
          environment: 'node',
          // Bounds for what hangs, not for what is slow: a journey waits for what shows, however long a busy machine takes.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // One after the other: a journey has a server, a database and a browser of its own, and the machine two cores.
          fileParallelism: false,
          globalSetup: ['./tests/journeys/stage/made-installation.ts'],
        },
      },
    ],
  },
})
