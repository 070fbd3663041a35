import { type Id, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import type { RestingTerms } from '@bolsillo/trading/server'
import { type ContractFacts, type MarginMode, openPosition, readTerms } from '../../domain/index.ts'
import { findOpenOf } from '../contracts-store.ts'
import { type ContractsWorld, type Hands, lookAgain, looksMax } from '../contracts-world.ts'
import { openOrdersOf } from '../orders/open-orders.ts'

/** Orders read in one question. */
const pageSize = 2000

interface Resting {
  readonly customerId: Id<'cus'>
  readonly symbol: string
  readonly modes: Set<MarginMode>
}

/**
 * Ends opening orders that rest in another margin mode than their contract has: that of the open position, or where none is
 * open that of the oldest order. None can be placed any more (`admission.ts`); those of versions that accepted them would
 * otherwise rest until somebody meets them. Doing it again does nothing.
 * @returns whether all of them are done with; false: to be tried again.
 */
export async function endMixedModes(world: ContractsWorld): Promise<boolean> {
  let isDone = true
  for (const { customerId, symbol } of await findMixed(world))
    isDone = (await endOthers(world, { customerId, instrumentId: symbol })) && isDone
  return isDone
}

/** The same beside everything else: begun at the first look, again at later ones until all is done, and never after that. */
export function createModeSweep(world: ContractsWorld): {
  readonly look: () => void
  readonly settled: () => Promise<void>
} {
  let isDone = false
  let sweeping: Promise<void> | undefined
  return {
    look: () => {
      if (isDone || sweeping !== undefined) return
      sweeping = endMixedModes(world)
        .then((isWhole) => {
          isDone = isWhole
        })
        .catch((error: unknown) => world.services.log.error({ error }, 'orders of two margin modes could not be ended'))
        .finally(() => {
          sweeping = undefined
        })
    },
    settled: async () => await sweeping,
  }
}

/** Customers and contracts with orders of both modes, or of another mode than what is open. */
async function findMixed(world: ContractsWorld): Promise<readonly Resting[]> {
  const { sql } = world.services
  const found = new Map<string, Resting>()
  let after: RestingTerms | undefined
  for (;;) {
    const page = await world.trading.listResting(sql, { after, limit: pageSize })
    for (const { customerId, instrumentId: symbol, terms } of page) {
      const key = keyOf(customerId, symbol)
      const known = found.get(key) ?? { customerId, symbol, modes: new Set() }
      known.modes.add(readTerms(terms).mode)
      found.set(key, known)
    }
    // Who has a position in another mode than an order has two modes in that contract as well.
    const ids = [...new Set(page.map(({ customerId }) => customerId))]
    const positions = ids.length === 0 ? [] : await findOpenOf(sql, ids)
    for (const { customerId, symbol, mode } of positions) found.get(keyOf(customerId, symbol))?.modes.add(mode)
    after = page.at(-1)
    if (page.length < pageSize) return [...found.values()].filter(({ modes }) => modes.size > 1)
  }
}

const keyOf = (customerId: Id<'cus'>, symbol: string): string => `${customerId} ${symbol}`

/** @returns whether it could be done. */
async function endOthers(
  world: ContractsWorld,
  holding: { readonly customerId: Id<'cus'>; readonly instrumentId: string },
): Promise<boolean> {
  for (let look = 1; look <= looksMax; look += 1) {
    const cancels = await openOrdersOf(world, world.services.sql, holding.customerId, [holding.instrumentId])
    const outcome = await world.trading.act<ContractFacts, boolean>({
      holdings: [holding],
      cancels,
      decide: (hands) => cancelOthers(hands, holding, cancels),
    })
    if (!isRejection(outcome)) return outcome
    if (outcome.spec !== lookAgain) return false
  }
  return false
}

function cancelOthers(
  hands: Hands,
  holding: { readonly customerId: Id<'cus'>; readonly instrumentId: string },
  cancels: readonly Id<'ord'>[],
): true | Rejection {
  const opening = hands
    .resting(holding)
    .filter(({ reduceOnly }) => !reduceOnly)
    .toSorted((a, b) => (a.priority < b.priority ? -1 : 1))
    .map(({ orderId, terms }) => ({ orderId, mode: readTerms(terms).mode }))
  const kept = openPosition(hands.facts(holding), holding.instrumentId)?.mode ?? opening[0]?.mode
  const others = opening.filter(({ mode }) => mode !== kept)
  if (others.some(({ orderId }) => !cancels.includes(orderId))) return reject(lookAgain)
  for (const { orderId } of others) hands.cancel(orderId, 'mode-differs')
  return true
}
