import { type Instant, writeEpoch } from '@bolsillo/kernel'
import { writePrice } from '@bolsillo/market/domain'
import type { RecordedPrint } from '@bolsillo/market/server'
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
 * What fires in one round, before its customers are notified and the place moves on. Of a print that reaches more the next
 * round takes the rest.
 */
const firedMax = 300

/** Alerts that were removed stay in the index until it is rebuilt: after so many rounds, some ten minutes. */
const roundsOfIndex = 600

/**
 * Compares alerts with recorded prints in the order in which they were recorded. What fires is one transaction with the act
 * that its customer is notified by, and cites that act as its cause; the place moves on after all of them. Whatever stops the
 * process, the next compares again from the place: an arming fires once.
 */
export function createAlertPass(deps: AlertsDeps): () => Promise<void> {
  const { services, prints, publisher, bySymbol } = deps
  // What follows from the rows, and is rebuilt from them whenever a transaction may have ended otherwise than here.
  let index = createLevelIndex()
  let change = 0n
  let isTrusted = false
  let roundsLeft = roundsOfIndex

  const learn = async (tx: Tx): Promise<void> => {
    roundsLeft -= 1
    if (!isTrusted || roundsLeft <= 0) [index, change, roundsLeft] = [createLevelIndex(), 0n, roundsOfIndex]
    const isFirst = change === 0n
    isTrusted = false
    const found = await findArmedSince(tx, change)
    change = found.change
    if (isFirst) index.putAll(found.armed)
    else for (const alert of found.armed) index.put(alert)
  }

  const one = <Found>(work: (tx: Tx) => Promise<Found>): Promise<Found> =>
    transaction(services.sql, work, { cause: 'job:alerts' })

  /** What of the prints after the place reaches an alert, and where the place is after them. */
  const compare = async (tx: Tx) => {
    const place = await lockPlace(tx)
    await learn(tx)
    const next = await prints.after(tx, place, printsMax)
    const { reached, cutOff } = reachedBy(index, next)
    const last = cutOff === undefined ? next.at(-1)?.no : cutOff - 1n
    return { reached, last, isMore: cutOff !== undefined || next.length === printsMax }
  }

  const fire = async (tx: Tx, reached: Reached): Promise<readonly Alert[]> => {
    // Changes are numbered in the order in which they are committed.
    await lockPlace(tx)
    const fired = await saveFired(tx, [reached])
    await deps.audit.record(tx, ...fired.flatMap((alert) => recordOf(deps, alert, services.clock.now())))
    return fired
  }

  const round = async (): Promise<{ readonly fired: readonly Alert[]; readonly isMore: boolean }> => {
    const { reached, last, isMore } = await one(compare)
    const fired: Alert[] = []
    for (const hit of reached) fired.push(...(await one((tx) => fire(tx, hit))))
    if (last !== undefined) await one((tx) => savePlace(tx, last))
    isTrusted = true
    return { fired, isMore }
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

/** What prints reach, each arming once; `cutOff`: the print that may reach more than a round takes. */
function reachedBy(
  index: ReturnType<typeof createLevelIndex>,
  next: readonly RecordedPrint[],
): { readonly reached: readonly Reached[]; readonly cutOff: bigint | undefined } {
  const reached = new Map<string, Reached>()
  for (const print of next) {
    const room = firedMax - reached.size
    const taken = index.take(print, room)
    for (const alert of taken) {
      const arming = `${alert.id} ${alert.arming}`
      if (!reached.has(arming)) reached.set(arming, { alert, print })
    }
    if (taken.length >= room) return { reached: [...reached.values()], cutOff: print.no }
  }
  return { reached: [...reached.values()], cutOff: undefined }
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
