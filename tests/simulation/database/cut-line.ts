import type { Sql } from '@bolsillo/server-kit'
import { type Alter, nameOf, realQuery, SimulatedQuery } from './simulated-query.ts'

/** What a process that dies gets from its database from then on. */
export class Cut extends Error {
  override name = 'Cut'
}

/** A process's line to a real PostgreSQL, which ends at a moment of the test's choice. */
export interface CutLine {
  readonly sql: Sql
  /** From now on moments are counted; at the given one the process dies. Undefined: it lives, and they are counted. */
  readonly arm: (at: number | undefined, alter?: Alter) => void
  readonly isCut: () => boolean
  /** What was counted, in words: `before select …`, `before commit`, `after commit of <first words of its statements>`. */
  readonly moments: () => readonly string[]
}

/** What was counted so far, and when the process dies. */
interface Count {
  readonly moments: string[]
  isArmed: boolean
  cutAt: number | undefined
  isCut: boolean
  alter: Alter | undefined
}

/**
 * Counts the moments at which the death of a process leaves something different behind: before each question of its own,
 * before each commit (what was done within is undone by PostgreSQL), and after each commit whose answer never came.
 */
export function cutLine(real: Sql): CutLine {
  const count: Count = { moments: [], isArmed: false, cutAt: undefined, isCut: false, alter: undefined }
  const wrap = (sql: Sql, told: (query: SimulatedQuery) => void, isLast: () => boolean): Sql => {
    const send = async (query: SimulatedQuery): Promise<unknown> => {
      told(query)
      return await realQuery(sql, query, isLast() ? count.alter : undefined)
    }
    const call = (strings: unknown, ...args: readonly unknown[]): unknown =>
      Array.isArray(strings) && 'raw' in strings
        ? new SimulatedQuery(strings as unknown as TemplateStringsArray, args, send)
        : (sql as unknown as (...given: readonly unknown[]) => unknown)(strings, ...args)
    return Object.assign(call, {
      begin: (...given: readonly unknown[]) => begin(given),
      savepoint: (work: (tx: unknown) => unknown) =>
        (sql as unknown as { savepoint: (of: (tx: Sql) => unknown) => unknown }).savepoint((tx) =>
          work(wrap(tx, told, isLast)),
        ),
    }) as unknown as Sql
  }
  const begin = async (given: readonly unknown[]): Promise<unknown> => {
    const work = given.at(-1) as (tx: unknown) => unknown
    const done: string[] = []
    // The answer to its commit is the one that is lost: the moment after the one before it.
    const within = async (tx: Sql): Promise<unknown> => {
      const outcome = work(
        wrap(
          tx,
          (query) => {
            if (count.isCut) throw new Cut('the process is gone')
            done.push(nameOf(query))
          },
          () => count.isArmed && count.cutAt === count.moments.length + 2,
        ),
      )
      const result = await (Array.isArray(outcome) ? Promise.all(outcome) : outcome)
      moment(count, 'before commit')
      return result
    }
    const all = real as unknown as { begin: (...of: readonly unknown[]) => Promise<unknown> }
    const result = await all.begin(...given.slice(0, -1), within)
    moment(count, `after commit of ${done.join('; ')}`)
    return result
  }
  return {
    sql: wrap(
      real,
      (query) => moment(count, `before ${nameOf(query)}`),
      () => false,
    ),
    arm: (at, altered) => {
      Object.assign(count, { isArmed: true, cutAt: at, alter: altered })
    },
    isCut: () => count.isCut,
    moments: () => count.moments,
  }
}

/** One more moment: the process may die at it. */
function moment(count: Count, name: string): void {
  if (count.isCut) throw new Cut('the process is gone')
  if (!count.isArmed) return
  count.moments.push(name)
  if (count.moments.length !== count.cutAt) return
  count.isCut = true
  throw new Cut(name)
}
