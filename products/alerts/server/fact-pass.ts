import { type Instant, instant, writeEpoch } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import { volumeWindowMs } from '@bolsillo/market/server'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { alertsChannel } from '../contract/index.ts'
import type { AlertFact, RecordedFact } from '../domain/index.ts'
import { lockPlace } from './alert-store.ts'
import type { AlertsDeps } from './deps.ts'
import {
  type FactAlert,
  findPlaces,
  findReached,
  findWaiting,
  type ReachedByFact,
  saveFactFired,
  saveFactPlace,
} from './fact-alert-store.ts'
import { sayQuantity, sayRate, writeFactAlert, writeFactWanted } from './write-fact-alert.ts'

/** What fires in one round before the places move on, and rounds of one pass: what is left fires in the next. */
const firedMax = 300
const roundsMax = 20

/** A window counts so long after its end: what venues print a moment late is in it by then. */
const lateMs = 10_000

/** Windows of one round: a day of them. */
const windowsMs = 86_400_000

/** Rates of a contract of one round. */
const ratesMax = 100

/** What was read of a fact, and where its places are afterwards. */
interface Looked {
  readonly facts: readonly RecordedFact[]
  readonly places: readonly { readonly fact: AlertFact; readonly symbol: string; readonly upto: Instant }[]
  readonly isMore: boolean
}

const nothing: Looked = { facts: [], places: [], isMore: false }

/**
 * Compares alerts with what was recorded since the last time: volumes of complete windows, and rates of funding. As with
 * prints, what fires is one transaction with its act, and the places move on after all of them: whatever stops the process,
 * an arming fires once.
 */
export function createFactPass(deps: AlertsDeps): () => Promise<void> {
  const { services, publisher, bySymbol } = deps
  const one = <Found>(work: (tx: Tx) => Promise<Found>): Promise<Found> =>
    transaction(services.sql, work, { cause: 'job:alerts' })

  /** Who sets an alert holds the same lock: one that is armed before what is read here is seen here. */
  const compare = async (tx: Tx) => {
    await lockPlace(tx)
    const looks = [await lookAtVolumes(deps, tx), await lookAtRates(deps, tx)]
    const facts = looks.flatMap((look) => look.facts)
    const reached = facts.length === 0 ? [] : await findReached(tx, facts, firedMax)
    const isFull = reached.length === firedMax
    return {
      reached,
      places: isFull ? [] : looks.flatMap(({ places }) => places),
      isMore: isFull || looks.some(({ isMore }) => isMore),
    }
  }

  const fire = async (tx: Tx, reached: ReachedByFact): Promise<FactAlert | undefined> => {
    await lockPlace(tx)
    const fired = await saveFactFired(tx, reached)
    const instrument = fired && bySymbol.get(fired.symbol)
    if (fired === undefined || instrument === undefined) return undefined
    await deps.audit.record(tx, recordOf(fired, instrument, services.clock.now()))
    return fired
  }

  const round = async (): Promise<boolean> => {
    const { reached, places, isMore } = await one(compare)
    for (const hit of reached) {
      const fired = await one((tx) => fire(tx, hit))
      const instrument = fired && bySymbol.get(fired.symbol)
      if (fired !== undefined && instrument !== undefined)
        publisher.publish(alertsChannel, fired.customerId, writeFactAlert(fired, instrument))
    }
    if (places.length > 0)
      await one(async (tx) => {
        for (const { fact, symbol, upto } of places) await saveFactPlace(tx, fact, symbol, upto)
      })
    return isMore
  }

  return async () => {
    for (let done = 0; done < roundsMax; done += 1) if (!(await round())) return
  }
}

/** The volumes of the windows that are complete since the last look. */
async function lookAtVolumes({ prints, services, bySymbol }: AlertsDeps, tx: Tx): Promise<Looked> {
  if (!prints.areRecorded) return nothing
  const late = services.clock.now() - lateMs
  const until = Math.min(await prints.volumes.until(tx), late - (late % volumeWindowMs))
  const place = (await findPlaces(tx, 'volume')).get('') ?? 0
  if (until <= place) return nothing
  const waiting = await findWaiting(tx, 'volume')
  const placed = (upto: number) => [{ fact: 'volume' as const, symbol: '', upto: instant(upto) }]
  if (waiting.size === 0) return { ...nothing, places: placed(until) }
  const oldest = Math.min(...waiting.values())
  // None of before the oldest arming can reach anything.
  const from = Math.max(place, oldest - (oldest % volumeWindowMs))
  const to = Math.min(until, from + windowsMs)
  const rows = await prints.volumes.between(tx, {
    // What this market does not have any more waits on: nothing can be said of it.
    symbols: [...waiting.keys()].filter((symbol) => bySymbol.has(symbol)),
    from: instant(from),
    to: instant(to),
  })
  const facts = rows.map(({ symbol, from: at, volume }) => ({
    ...{ fact: 'volume' as const, symbol, value: volume },
    ...{ from: at, at: at + volumeWindowMs },
  }))
  return { facts, places: placed(to), isMore: to < until }
}

/** The rates of funding that were recorded since the last look. */
async function lookAtRates({ fundingRates, bySymbol }: AlertsDeps, tx: Tx): Promise<Looked> {
  const contracts = [...bySymbol.values()].filter(({ kind }) => kind === 'perpetual')
  if (contracts.length === 0) return nothing
  const places = await findPlaces(tx, 'funding')
  const after = new Map(contracts.map(({ id }) => [id, places.get(id) ?? instant(0)]))
  const rows = await fundingRates.after(tx, after, ratesMax)
  const last = new Map(rows.map(({ symbol, at }) => [symbol, at]))
  return {
    facts: rows.map(({ symbol, at, rate }) => ({ fact: 'funding', symbol, from: at, at, value: rate })),
    places: [...last].map(([symbol, upto]) => ({ fact: 'funding', symbol, upto })),
    isMore: [...Map.groupBy(rows, ({ symbol }) => symbol).values()].some(({ length }) => length === ratesMax),
  }
}

/** What the customer finds under the bell: which alert, and what was recorded that it fired by. */
function recordOf(alert: FactAlert, instrument: Instrument, at: Instant) {
  const { from = at, at: firedAt = at, value = 0n } = alert.fired ?? {}
  const own = { alert: alert.id, kind: alert.kind, value: writeFactWanted(alert, instrument), symbol: alert.symbol }
  const head = { at, actor: 'alerts', subject: alert.customerId }
  if (alert.fact === 'funding')
    return {
      ...{ ...head, action: 'alerts.fire-funding' },
      details: { ...own, rate: sayRate(value), fundedAt: writeEpoch(firedAt) },
    }
  return {
    ...{ ...head, action: 'alerts.fire-volume' },
    details: {
      ...{ ...own, volume: sayQuantity(value, instrument), comparedWith: sayQuantity(alert.level, instrument) },
      ...(alert.reference === undefined ? {} : { usual: sayQuantity(alert.reference, instrument) }),
      ...{ windowFrom: writeEpoch(from), windowTo: writeEpoch(firedAt) },
    },
  }
}
