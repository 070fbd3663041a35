import { setTimeout as sleep } from 'node:timers/promises'
import type { Options, Sql, TransactionSql } from 'postgres'

type Work = (tx: TransactionSql) => Promise<unknown>

/** How long a transaction that was answered already waits before it commits. */
const commitsAfterMs = 400

/** Opens pools whose transactions are done, for whoever waits for them, before they are committed. */
export function answerEarly(open: (options: Options<Record<string, never>>) => Sql) {
  return (options: Options<Record<string, never>>): Sql => {
    const sql = open(options)
    const begin = sql.begin.bind(sql)
    const early = (...given: readonly [Work] | readonly [string, Work]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const [mode, work] = given.length === 1 ? ['', given[0]] : given
        begin(mode, async (tx) => {
          const outcome = await work(tx)
          resolve(outcome)
          await sleep(commitsAfterMs)
          return outcome
        }).catch(reject)
      })
    return Object.assign(sql, { begin: early })
  }
}
