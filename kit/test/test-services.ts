import { createHash } from 'node:crypto'
import { idsFrom, type Rng, seededRng } from '@bolsillo/kernel'
import { type FakeClock, fakeClock } from '@bolsillo/kernel/test'
import type { Log, Mode, Services, Sql } from '@bolsillo/server-kit'

/** Monday 2026-03-02, 10:00 in Mexico City: exchanges in Mexico and New York are open. */
export const testStartMs = Date.UTC(2026, 2, 2, 16)

/** A log that keeps its lines, so that a test can say what must (not) be in it. */
interface TestLog extends Log {
  readonly lines: readonly { readonly level: string; readonly fields: object; readonly message: string }[]
}

/** A log for tests. */
export function testLog(): TestLog {
  const lines: { level: string; fields: object; message: string }[] = []
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
  }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

export interface TestServices extends Services {
  readonly clock: FakeClock
  readonly rng: Rng
  readonly log: TestLog
}

const secret = (purpose: string): Uint8Array => createHash('sha256').update(`test ${purpose}`).digest()

/** Services with a fake clock, and ids and randomness from a seed. */
export function testServices(options: {
  readonly sql: Sql
  readonly clock?: FakeClock
  readonly seed?: number
  readonly mode?: Mode
}): TestServices {
  const clock = options.clock ?? fakeClock(testStartMs)
  const rng = seededRng(options.seed ?? 1, 'test')
  return { clock, rng, ids: idsFrom(clock, rng), sql: options.sql, log: testLog(), mode: options.mode ?? 'SIM', secret }
}
