import { type Id, type Instant, priceOf, quantityOf, type RejectionSpec } from '@bolsillo/kernel'
import { available, type Balance, emptyBalance } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Instrument } from '@bolsillo/market/domain'
import type { Db, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { ActHands, PlaceOrder, Trading } from '@bolsillo/trading/server'
import { marginPurse } from '../domain/contract-transfers.ts'
import {
  boundOf,
  type ClosingBound,
  type ContractFacts,
  type ContractPosition,
  type ContractTerms,
  closingBound,
  closingWorst,
  contractFees,
  contractSettings,
  contractTerms,
  type MarginMode,
  type OrderCause,
  type OrderTerms,
  writeTerms,
} from '../domain/index.ts'
import { findOpenOf } from './contracts-store.ts'
import type { MarkKeeper } from './funding/marks.ts'
import type { DemoCustomersOf } from './given.ts'

/** What the use cases and the engine of this room work with. */
export interface ContractsWorld {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  /** Trading as contracts see it. */
  readonly trading: Trading
  readonly marks: MarkKeeper
  /** A contract; undefined for what is none. */
  readonly instrumentOf: (symbol: string) => Instrument | undefined
  readonly contracts: readonly Instrument[]
  readonly lastOf: (symbol: string) => bigint | undefined
  /** The sequence of the last print of a contract. */
  readonly lastPrintOf: (symbol: string) => number | undefined
  readonly quoteOf: (
    symbol: string,
  ) => { readonly bid?: bigint; readonly ask?: bigint; readonly last: bigint } | undefined
  readonly custodian: string
  readonly demoCustomers?: DemoCustomersOf | undefined
}

export type Hands = ActHands<ContractFacts>

/** Rejects an act whose read was overtaken: it reads again. Never sent to a customer. */
export const lookAgain: RejectionSpec = { name: 'look-again', number: 26_999, status: 409, retry: 'retryable' }
/** How often an act looks again before it gives up. */
export const looksMax = 5

/** A contract that exists. */
export function contractOf({ instrumentOf }: Pick<ContractsWorld, 'instrumentOf'>, symbol: string): Instrument {
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) throw new Error(`no contract ${symbol}`)
  return instrument
}

export function termsIn(world: Pick<ContractsWorld, 'instrumentOf'>, symbol: string): ContractTerms {
  return contractTerms(contractOf(world, symbol))
}

/** The mark of a contract, in price units. */
export function markIn({ marks }: Pick<ContractsWorld, 'marks'>, symbol: string): bigint | undefined {
  return marks.of(symbol)?.mark.price
}

/** A customer's contracts and purse as committed. */
export async function loadContracts(
  { ledger }: Pick<ContractsWorld, 'ledger'>,
  db: Db,
  customerId: Id<'cus'>,
): Promise<{ readonly facts: ContractFacts; readonly balance: Balance; readonly free: bigint }> {
  const purse = marginPurse(customerId)
  const [positions, balances] = await Promise.all([findOpenOf(db, [customerId]), ledger.balances(db, [purse])])
  const balance = balances.get(purse) ?? emptyBalance
  return { facts: { positions, records: [] }, balance, free: available(balance) }
}

/** How far an order at market may slip from the last price, on a tick; undefined without a last price. */
export function marketBound(world: ContractsWorld, symbol: string, side: 'buy' | 'sell'): bigint | undefined {
  const last = world.lastOf(symbol)
  if (last === undefined) return undefined
  return boundOf(last, side, world.settings.get(contractSettings.marketSlippage), contractOf(world, symbol).ticks)
}

/** How far a position may be closed, as its account is now. `gainsFirst`: what gains is closed before it in one step. */
export function boundOfClosing(
  world: ContractsWorld,
  facts: ContractFacts,
  position: ContractPosition,
  free: bigint,
  gainsFirst = false,
): ClosingBound {
  const markOf = (symbol: string) => markIn(world, symbol)
  const termsOf = (symbol: string) => termsIn(world, symbol)
  return closingBound({ facts, position, available: free, markOf, termsOf, gainsFirst })
}

/**
 * The worst price of a position's closing at market: as far as it may slip, and never beyond bankruptcy. Undefined without a
 * last price, or when no price is good enough.
 */
export function marketClose(
  world: ContractsWorld,
  facts: ContractFacts,
  position: ContractPosition,
  free: bigint,
  gainsFirst = false,
): bigint | undefined {
  const slip = marketBound(world, position.symbol, position.size > 0n ? 'sell' : 'buy')
  if (slip === undefined) return undefined
  const bound = boundOfClosing(world, facts, position, free, gainsFirst)
  return closingWorst(slip, bound, contractOf(world, position.symbol).ticks)
}

/** An order of the system that closes a position, or less of it: it never rests. */
export function closingOrder(
  { services }: ContractsWorld,
  position: ContractPosition,
  of: {
    readonly cause: OrderCause
    readonly worstPrice: bigint
    readonly liquidationId?: Id<'liq'> | undefined
    readonly at: Instant
  },
): PlaceOrder {
  const length = position.size < 0n ? -position.size : position.size
  return {
    orderId: services.ids.next('ord'),
    customerId: position.customerId,
    product: 'contract',
    instrumentId: position.symbol,
    side: position.size > 0n ? 'sell' : 'buy',
    type: 'market',
    timeInForce: 'ioc',
    quantity: quantityOf(length),
    reduceOnly: true,
    terms: writeTerms(closingTerms(position, of)),
    feeSchedule: contractFees.schedule,
    system: { worstPrice: priceOf(of.worstPrice) },
    receivedAt: of.at,
  }
}

/** What a closing order says: mode and leverage are the position's. */
export function closingTerms(
  position: { readonly mode: MarginMode; readonly leverage: bigint },
  of: { readonly cause: OrderCause; readonly worstPrice: bigint; readonly liquidationId?: Id<'liq'> | undefined },
): OrderTerms {
  return {
    mode: position.mode,
    leverage: position.leverage,
    cause: of.cause,
    atMarket: true,
    reservePrice: of.worstPrice,
    exits: [],
    liquidationId: of.liquidationId,
  }
}

export const holdingOf = ({ customerId, symbol }: Pick<ContractPosition, 'customerId' | 'symbol'>) => ({
  customerId,
  instrumentId: symbol,
})
