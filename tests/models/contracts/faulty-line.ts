import type { Sql } from '@bolsillo/server-kit'

/** A line to the database that fails once when asked to. */
export interface FaultyLine {
  readonly sql: Sql
  readonly arm: (what: 'batch' | 'read', after: number) => void
  readonly isArmed: () => boolean
  readonly disarm: () => void
}

export function faultyLine(real: Sql): FaultyLine {
  let armed: { what: 'batch' | 'read'; after: number } | undefined
  const isNow = (what: 'batch' | 'read'): boolean => {
    if (armed?.what !== what) return false
    armed.after -= 1
    if (armed.after > 0) return false
    armed = undefined
    return true
  }
  const planted = (): Error => new Error('planted: the database went away')
  type Work = (tx: unknown) => Promise<unknown>
  const sql = new Proxy(real, {
    apply: (target, self, args: unknown[]) => {
      const [first] = args
      if (Array.isArray(first) && 'raw' in first && isNow('read')) throw planted()
      return Reflect.apply(target as unknown as (...all: unknown[]) => unknown, self, args)
    },
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      if (key !== 'begin') return value.bind(target)
      return (...given: unknown[]) => {
        const work = given.pop() as Work
        const failing: Work = async (tx) => {
          await work(tx)
          throw planted()
        }
        return Reflect.apply(value, target, [...given, isNow('batch') ? failing : work])
      }
    },
  })
  return {
    sql,
    arm: (what, after) => {
      armed = { what, after }
    },
    isArmed: () => armed !== undefined,
    disarm: () => {
      armed = undefined
    },
  }
}
