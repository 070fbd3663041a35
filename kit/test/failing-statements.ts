import type { Sql } from '@bolsillo/server-kit'
import { tableDigests } from './tables-store.ts'

/** How a statement fails: PostgreSQL refuses it, or it is never sent, as when the work itself throws. */
type Failure = 'database' | 'process'

/** As of a server in trouble: what fails so may succeed later. */
class Planted extends Error {
  override name = 'Planted'
  readonly code = 'PLANTED'
}
const diskFull = "do $$ begin raise exception 'planted' using errcode = '53100'; end $$"

/** The part of the driver's queries that is used here: the handler is called when a query is sent. */
interface DriverQuery {
  handler: (query: DriverQuery) => unknown
  readonly strings: readonly string[]
  readonly reject: (error: unknown) => void
}

interface Faults {
  /** From now on the nth statement of all transactions together fails. */
  readonly arm: (nth: number, how: Failure) => void
  readonly disarm: () => void
  /** The statement that failed; undefined while none did. */
  readonly struck: () => string | undefined
  /** Whether a transaction begun before the failure was committed after it: then a change may belong to either. */
  readonly isMixed: () => boolean
}

/**
 * Makes statements inside transactions of a pool fail when asked to. The pool is changed for good: give it one of a test.
 * `committed` is called after each commit that precedes the failure.
 */
function plantFaults(sql: Sql, committed: () => Promise<void>): Faults {
  let armed: { nth: number; readonly how: Failure } | undefined
  let struck: string | undefined
  let isMixed = false
  const begin = sql.begin.bind(sql) as unknown as (...given: readonly unknown[]) => Promise<unknown>
  const watched = (tx: Sql): Sql => {
    const call = (...given: unknown[]): unknown => {
      const made = (tx as unknown as (...of: unknown[]) => unknown)(...given)
      if (typeof made !== 'object' || made === null || !('handler' in made)) return made
      const query = made as unknown as DriverQuery
      const { handler } = query
      query.handler = (sent) => {
        if (armed === undefined || struck !== undefined) return handler(sent)
        armed.nth -= 1
        if (armed.nth > 0) return handler(sent)
        struck = sent.strings.join('?').replaceAll(/\s+/g, ' ').trim().slice(0, 70)
        if (armed.how === 'process') return sent.reject(new Planted('a planted failure'))
        return tx.unsafe(diskFull).catch(sent.reject)
      }
      return made
    }
    const savepoint = (...given: readonly unknown[]): unknown => {
      const within = given.at(-1) as (inner: Sql) => unknown
      const real = (tx as unknown as { savepoint: (...of: unknown[]) => unknown }).savepoint
      return real(...given.slice(0, -1), (inner: Sql) => within(watched(inner)))
    }
    return Object.assign(call, tx, { savepoint }) as unknown as Sql
  }
  Object.assign(sql, {
    begin: async (...given: readonly unknown[]) => {
      const work = given.at(-1) as (tx: Sql) => unknown
      const result = await begin(...given.slice(0, -1), (tx: Sql) => work(watched(tx)))
      // Reached only by transactions that commit: work the act did before, or beside, the one that failed.
      if (armed !== undefined) {
        if (struck === undefined) await committed()
        else isMixed = true
      }
      return result
    },
  })
  return {
    arm: (nth, how) => {
      armed = { nth, how }
      struck = undefined
      isMixed = false
    },
    disarm: () => {
      armed = undefined
    },
    struck: () => struck,
    isMixed: () => isMixed,
  }
}

/** An operation that changes tables, with its preparation. It may fail. */
export interface Act {
  readonly name: string
  /** Makes it ready, and again after it was done. @returns what does it. */
  readonly prepare: () => Promise<() => Promise<unknown>>
}

/** Most statements an act may have; beyond, it is one that never ends. */
const statementsMax = 80

/**
 * Lets each statement of each act fail in turn, others being under way, until it gets through, and compares all tables
 * before and after. A failed act changes no table.
 * @returns what is wrong: changes that a failure left behind, and acts with too few statements to show anything.
 */
export async function failEachStatement(options: {
  readonly sql: Sql
  readonly owner: Sql
  readonly acts: readonly Act[]
  /** Waits until nothing is under way. */
  readonly settle: () => Promise<void>
  /** Tables that change although nothing happened: who writes, not what. */
  readonly except?: readonly string[]
  /** The statements each act has at least, of both kinds of failures: with fewer the test does not see the act. */
  readonly statementsMin: number
}): Promise<readonly string[]> {
  const { sql, owner, acts, settle, except = [], statementsMin } = options
  let before: ReadonlyMap<string, string> = new Map()
  const look = async (): Promise<void> => {
    before = await tableDigests(owner, except)
  }
  // An act of several transactions may fail in a later one; the committed changes of the earlier ones are correct.
  const faults = plantFaults(sql, look)
  const problems: string[] = []
  for (const { name, prepare } of acts) {
    let statements = 0
    for (const how of ['database', 'process'] as const) {
      const act = await prepare()
      await settle()
      await look()
      for (let nth = 1; nth <= statementsMax; nth += 1) {
        faults.arm(nth, how)
        await act().catch(() => undefined)
        await settle()
        faults.disarm()
        const what = faults.struck()
        if (what === undefined) break
        statements += 1
        const after = await tableDigests(owner, except)
        const changed = [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)
        if (changed.length > 0 && !faults.isMixed())
          problems.push(`${name}: ${how} ${nth} (${what}): ${changed.join(', ')}`)
        before = after
      }
    }
    if (statements < statementsMin) problems.push(`${name}: only ${statements} statements failed`)
  }
  return problems
}
