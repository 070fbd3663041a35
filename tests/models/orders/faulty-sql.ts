import type { Sql } from '@bolsillo/server-kit'

/** Decides which statements of a product fail. */
export interface StatementFaults {
  /** The so-manieth statement within a transaction from now on fails; 0: none. */
  failAt: number
  /** With that statement the process is gone: every one after it fails, too. */
  isLast: boolean
  /** The next transaction commits, and nobody learns it: the process is gone. */
  losesAnswer: boolean
  isDead: boolean
  /** How many were made to fail. */
  failed: number
}

export const noFaults = (): StatementFaults => ({
  failAt: 0,
  isLast: false,
  losesAnswer: false,
  isDead: false,
  failed: 0,
})

type Asking = (...given: unknown[]) => unknown

/** A database whose statements fail when they are asked to, as a statement of PostgreSQL's own does. */
export function faultySql(sql: Sql, faults: StatementFaults): Sql {
  const isHit = (): boolean => {
    if (faults.isDead) return true
    if (faults.failAt === 0) return false
    faults.failAt -= 1
    if (faults.failAt === 0 && faults.isLast) faults.isDead = true
    return faults.failAt === 0
  }
  const wrap = <Whole extends Sql>(whole: Whole, counts: boolean): Whole =>
    new Proxy(whole, {
      apply: (target, self, given: unknown[]) => {
        const [first] = given
        const isStatement = Array.isArray(first) && 'raw' in first
        if (isStatement && (counts ? isHit() : faults.isDead)) {
          faults.failed += 1
          return target`select 1 / 0`
        }
        return Reflect.apply(target as unknown as Asking, self, given)
      },
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (name === 'begin') return (work: (tx: Sql) => Promise<unknown>) => transaction(target, work)
        return typeof found === 'function' ? found.bind(target) : found
      },
    })
  const transaction = async (whole: Sql, work: (tx: Sql) => Promise<unknown>): Promise<unknown> => {
    const result = await whole.begin((tx) => work(wrap(tx as unknown as Sql, true)))
    if (!faults.losesAnswer) return result
    faults.losesAnswer = false
    faults.isDead = true
    throw new Error('the answer to a commit is lost')
  }
  return wrap(sql, false)
}
