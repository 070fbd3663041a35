import { type Instant, writeEpoch } from '@bolsillo/kernel'
import { writePrice } from '@bolsillo/market/domain'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { alertsChannel } from '../contract/index.ts'
import { createLevelIndex } from '../domain/index.ts'
import { type Alert, findArmedSince, lockPlace, type Reached, saveFired, savePlace } from './alert-store.ts'
import type { AlertsDeps } from './deps.ts'
import { writeAlert, writeWanted } from './write-alert.ts'

/** Prints of one round, and rounds of one pass: what is left is compared in the next. */
const printsMax = 5_000
const roundsMax = 20

/**
 * Compares alerts with recorded prints, once each, in the order in which they were recorded. What fired, the act that
 * the customer is notified by, and the place in the prints are one transaction: whatever stops the process, the next goes
 * on where that ended.
 */
export function createAlertPass(deps: AlertsDeps): () => Promise<void> {
  const { services, prints, publisher, bySymbol } = deps
  // What follows from the rows, and is rebuilt from them whenever a transaction may have ended otherwise than here.
  let index = createLevelIndex()
  let change = 0n
  let isTrusted = false

  const learn = async (tx: Tx): Promise<void> => {
    if (!isTrusted) [index, change] = [createLevelIndex(), 0n]
    const isFirst = change === 0n
    isTrusted = false
    const found = await findArmedSince(tx, change)
    change = found.change
    if (isFirst) index.putAll(found.armed)
    else for (const alert of found.armed) index.put(alert)
  }

  const round = async (): Promise<{ readonly fired: readonly Alert[]; readonly isMore: boolean }> => {
    const outcome = await transaction(
      services.sql,
      async (tx) => {
        const place = await lockPlace(tx)
        await learn(tx)
        const next = await prints.after(tx, place, printsMax)
        const reached = new Map<string, Reached>()
        for (const print of next) {
          for (const alert of index.take(print)) {
            const arming = `${alert.id} ${alert.arming}`
            if (!reached.has(arming)) reached.set(arming, { alert, print })
          }
        }
        const fired = reached.size === 0 ? [] : await saveFired(tx, [...reached.values()])
        await deps.audit.record(tx, ...fired.flatMap((alert) => recordOf(deps, alert, services.clock.now())))
        const last = next.at(-1)
        if (last !== undefined) await savePlace(tx, last.no)
        return { fired, isMore: next.length === printsMax }
      },
      { cause: 'job:alerts' },
    )
    isTrusted = true
    return outcome
  }

  return async () => {
    for (let done = 0; done < roundsMax; done += 1) {
      const { fired, isMore } = await round()
      for (const alert of fired) {
        const instrument = bySymbol.get(alert.symbol)
        if (instrument !== undefined) publisher.publish(alertsChannel, alert.customerId, writeAlert(alert, instrument))
      }
      if (!isMore) return
    }
  }
}

/** What the customer finds under the bell: which alert, and the print that it fired by. */
function recordOf({ bySymbol }: AlertsDeps, alert: Alert, at: Instant) {
  const instrument = bySymbol.get(alert.symbol)
  if (instrument === undefined || alert.fired === undefined) return []
  const { fired } = alert
  return [
    {
      ...{ at, actor: 'alerts', action: 'alerts.fire', subject: alert.customerId },
      details: {
        ...{ alert: alert.id, kind: alert.kind, value: writeWanted(alert, instrument), symbol: alert.symbol },
        ...{ price: writePrice(fired.price, instrument), print: `${fired.source}:${fired.sequence}` },
        printedAt: writeEpoch(fired.at),
      },
    },
  ]
}
