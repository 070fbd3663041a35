import { type Id, reject, writeDecimal } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import { remainingOf } from '@bolsillo/trading/domain'
import { activePositions, contractTicket, contractsRejections as r } from '../../contract/index.ts'
import {
  type AdlRank,
  type ContractFacts,
  contractSettings,
  deleveragingRanks,
  openPositions,
} from '../../domain/index.ts'
import { findHolders } from '../contracts-store.ts'
import { type ContractsWorld, loadContracts, markIn } from '../contracts-world.ts'
import type { ContractsDeps } from '../deps.ts'
import { rankedHolding } from '../liquidation/deleverage.ts'
import { type PositionWorld, writeAccount, writeContract, writeExact, writeMark, writePosition } from '../rows.ts'

import { loadSuitability } from '../suitability/suitability.ts'
import { positionWorld } from './position-world.ts'

/** A customer may not have more open orders. */
const openMax = 1000
/** How long ranks of a contract are good: they are a queue's order, not a price. */
const ranksFreshMs = 5000

/** Ranks of all holders of a contract, at most some seconds old. */
export type Ranks = (symbol: string) => Promise<ReadonlyMap<string, AdlRank>>

export function createRanks(world: ContractsWorld): Ranks {
  const known = new Map<string, { readonly at: number; readonly ranks: Promise<ReadonlyMap<string, AdlRank>> }>()
  const make = async (symbol: string): Promise<ReadonlyMap<string, AdlRank>> => {
    const mark = markIn(world, symbol)
    if (mark === undefined) return new Map()
    const holders = (await findHolders(world.services.sql, symbol)).map((one) => rankedHolding(world, one, mark))
    return new Map([...deleveragingRanks(holders, 'long'), ...deleveragingRanks(holders, 'short')])
  }
  return (symbol) => {
    const now = world.services.clock.now()
    const found = known.get(symbol)
    if (found !== undefined && now - found.at < ranksFreshMs) return found.ranks
    const ranks = make(symbol)
    known.set(symbol, { at: now, ranks })
    ranks.catch(() => known.delete(symbol))
    return ranks
  }
}

/** A customer's positions and account as the wire has them. */
export async function writePositions(world: ContractsWorld, ranks: Ranks, db: Db, customerId: Id<'cus'>) {
  return (await readOwn(world, ranks, db, customerId)).written
}

async function readOwn(world: ContractsWorld, ranks: Ranks, db: Db, customerId: Id<'cus'>) {
  const { facts, balance, free } = await loadContracts(world, db, customerId)
  const rows = positionWorld(world, await ranksOf(ranks, facts))
  const written = {
    positions: openPositions(facts).map((one) => writePosition(rows, facts, free, one)),
    account: writeAccount(rows, facts, balance),
  }
  return { facts, rows, written }
}

/** What a preview in a contract is computed with; undefined while a mark is missing. */
function exactFor(rows: PositionWorld, facts: ContractFacts, symbol: string) {
  const own = openPositions(facts).filter((one) => one.symbol === symbol)
  const cross = openPositions(facts).filter((one) => one.symbol !== symbol && one.mode === 'cross')
  const [first] = writeExact(rows, own)
  const others = writeExact(rows, cross)
  if (others.length < cross.length || (first === undefined) !== (own.length === 0)) return undefined
  return { ...(first === undefined ? {} : { own: first }), cross: [...others] }
}

async function ranksOf(ranks: Ranks, facts: ContractFacts): Promise<ReadonlyMap<string, AdlRank>> {
  const all = await Promise.all(openPositions(facts).map(({ symbol }) => ranks(symbol)))
  return new Map(all.flatMap((one) => [...one]))
}

/** Open positions with result, margin ratio, liquidation price and exits, and the account behind them. */
export const listPositions = useCase(activePositions, async ({ symbol }, { db, customer }, world: ContractsDeps) => {
  const { customerId } = customer
  const { positions, account } = await writePositions(world, world.ranks, db, customerId)
  return { rows: positions.filter((one) => symbol === undefined || one.symbol === symbol), account }
})

/** Everything the ticket of one contract needs. */
export const readTicketFacts = useCase(
  contractTicket,
  async ({ symbol }, { db, customer, now }, world: ContractsDeps) => {
    const { customerId, sessionId } = customer
    const instrument = world.instrumentOf(symbol)
    if (instrument === undefined) return reject(r.contractUnknown, { field: 'symbol', values: { symbol } })
    const query = { filter: 'open', instrumentIds: [symbol], limit: openMax } as const
    const { needs } = world
    const [{ facts, rows, written }, orders, suitability, until, tradePasswordSet, mayOpen] = await Promise.all([
      readOwn(world, world.ranks, db, customerId),
      world.trading.listOrders(db, customerId, query),
      loadSuitability(db, customerId),
      world.authorisations.authorisedUntil(sessionId),
      needs['trade-password-set'](customerId, db, now),
      needs['identity-before-trading'](customerId, db, now),
    ])
    const { positions, account } = written
    const exact = exactFor(rows, facts, symbol)
    const { priceScale } = instrument.scale
    const [mark, quote] = [world.marks.of(symbol), world.quoteOf(symbol)]
    const position = positions.find((one) => one.symbol === symbol)
    const price = (units: bigint): string => writeDecimal(units, priceScale)
    const coming = (side: 'buy' | 'sell'): string => {
      const opening = orders.rows.filter((order) => order.side === side && !order.reduceOnly)
      const units = opening.reduce((sum, order) => sum + remainingOf(order), 0n)
      return writeDecimal(units, instrument.scale.quantityScale)
    }
    return {
      contract: writeContract(instrument, world.services.mode),
      ...(mark === undefined ? {} : { mark: writeMark(mark, priceScale) }),
      ...(quote?.bid === undefined ? {} : { bid: price(quote.bid) }),
      ...(quote?.ask === undefined ? {} : { ask: price(quote.ask) }),
      ...(quote === undefined ? {} : { last: price(quote.last) }),
      marketSlippageBps: world.settings.get(contractSettings.marketSlippage),
      account,
      ...(position === undefined ? {} : { position }),
      ...(exact === undefined ? {} : { exact }),
      coming: { buy: coming('buy'), sell: coming('sell') },
      suitability,
      tradePasswordSet,
      identityMissing: !mayOpen,
      ...(until === undefined || until <= now ? {} : { authorisedUntil: until }),
      at: now,
    }
  },
)
