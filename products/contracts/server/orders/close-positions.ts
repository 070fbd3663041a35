import { type Id, isRejection, quantityOf, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import type { CommandContext } from '@bolsillo/server-kit'
import { averagePriceOf } from '@bolsillo/trading/domain'
import { contractsRejections as r } from '../../contract/index.ts'
import { marginPurse } from '../../domain/contract-transfers.ts'
import { type ContractPosition, isBeyondBound, marginScale, openPosition, worthOf } from '../../domain/index.ts'
import {
  boundOfClosing,
  type ContractsWorld,
  closingOrder,
  contractOf,
  type Hands,
  holdingOf,
  loadContracts,
  lookAgain,
  looksMax,
  marketClose,
  markIn,
  termsIn,
} from '../contracts-world.ts'
import { openOrdersOf } from './open-orders.ts'

/** The outcome of one position that was to be closed at market. */
interface ClosedRow {
  readonly positionId: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly size: string
  readonly outcome: 'closed' | 'part' | 'refused'
  readonly refusal?: string
  readonly orderId?: string
  readonly closed: string
  readonly averagePrice?: string
  readonly realised: string
  readonly fee: string
  readonly vat: string
}

/** Who asks, and how what they are answered is kept for whoever asks again. */
export interface Asking<Reply> {
  readonly context: CommandContext
  readonly reply: (rows: readonly ClosedRow[]) => Reply
  /** The first refusal refuses all: for one position that is asked for by name. */
  readonly isOne: boolean
}

/**
 * Closes positions at market, all in one step of the desk: orders that rest in their contracts are ended, then each is
 * closed as far as the book reaches within the bound. A liquidation or an exit that came first leaves nothing to close.
 */
export async function closePositions<Reply>(
  world: ContractsWorld,
  customerId: Id<'cus'>,
  asked: readonly ContractPosition[],
  { context, reply, isOne }: Asking<Reply>,
): Promise<Reply | Rejection> {
  const positions = gainsFirst(world, asked)
  const isOneOfMany = positions.length > 1
  for (let look = 1; look <= looksMax; look += 1) {
    const symbols = positions.map(({ symbol }) => symbol)
    const cancels = await openOrdersOf(world, context.db, customerId, symbols)
    const { facts, free } = await loadContracts(world, context.db, customerId)
    const orders = positions.map((position) => {
      const now = openPosition(facts, position.symbol) ?? position
      const worstPrice = marketClose(world, facts, now, free, isOneOfMany) ?? refusedPrice(now)
      return closingOrder(world, position, { cause: 'customer', worstPrice, at: context.now })
    })
    const outcome = await world.trading.act<Parameters<Hands['keep']>[1], Reply>({
      holdings: positions.map(holdingOf),
      orders,
      cancels,
      claim: context.claim,
      replyOf: (answer) => context.answer(answer),
      decide: (hands) => {
        const refusals = positions.map((position, at) =>
          closingRefusal(world, hands, position, { cancels, isOneOfMany, worst: orders[at]?.system?.worstPrice ?? 0n }),
        )
        const overtaken = refusals.find((one) => one?.spec === lookAgain)
        if (overtaken !== undefined) return overtaken
        const [first] = refusals
        if (isOne && first !== undefined) return first
        return reply(
          positions.map((position, at) => {
            const refusal = refusals[at]
            if (refusal !== undefined) return refusedRow(world, position, refusal)
            return closeOne(world, hands, position, { at, worst: orders[at]?.system?.worstPrice ?? 0n })
          }),
        )
      },
    })
    if (!(isRejection(outcome) && outcome.spec === lookAgain)) return outcome
  }
  return reject(r.beingLiquidated)
}

/** Those that gain most at their marks first: what they gain is money when those that lose are closed. */
function gainsFirst(world: ContractsWorld, positions: readonly ContractPosition[]): readonly ContractPosition[] {
  const gainOf = ({ symbol, size, entry }: ContractPosition): bigint => {
    const mark = markIn(world, symbol)
    return mark === undefined ? 0n : worthOf(termsIn(world, symbol), mark, size) - entry
  }
  return positions
    .map((position) => ({ position, gain: gainOf(position) }))
    .toSorted((a, b) => (a.gain === b.gain ? 0 : a.gain > b.gain ? -1 : 1))
    .map(({ position }) => position)
}

/** Where nothing may be filled: what is closed at it is refused before it is placed. */
const refusedPrice = ({ size }: ContractPosition): bigint => (size > 0n ? 1n : 1n << 62n)

function closingRefusal(
  world: ContractsWorld,
  hands: Hands,
  position: ContractPosition,
  of: { readonly cancels: readonly Id<'ord'>[]; readonly worst: bigint; readonly isOneOfMany: boolean },
): Rejection | undefined {
  const { lastOf } = world
  const holding = holdingOf(position)
  const now = openPosition(hands.facts(holding), position.symbol)
  if (now?.positionId !== position.positionId) return reject(r.positionClosed, { field: 'positionId' })
  if (now.liquidationId !== undefined) return reject(r.beingLiquidated)
  if (lastOf(position.symbol) === undefined) return reject(r.markUnknown)
  const hasGrown = now.size > 0n ? now.size > position.size : now.size < position.size
  if (hasGrown || hands.resting(holding).some(({ orderId }) => !of.cancels.includes(orderId))) return reject(lookAgain)
  return beyondRefusal(world, hands, now, of.worst, of.isOneOfMany)
}

/**
 * A close that could fill where the account has nothing left. What it has is looked at under the locks, again before each
 * position: closing one of a cross account changes how far the next may go.
 */
function beyondRefusal(
  world: ContractsWorld,
  hands: Hands,
  position: ContractPosition,
  worst: bigint,
  isOneOfMany = false,
): Rejection | undefined {
  const free = available(hands.balance(marginPurse(position.customerId)))
  const bound = boundOfClosing(world, hands.facts(holdingOf(position)), position, free, isOneOfMany)
  if (!isBeyondBound(bound, worst)) return undefined
  // Computed on what was committed before; another price may do.
  if (marketClose(world, hands.facts(holdingOf(position)), position, free, isOneOfMany) !== undefined)
    return reject(lookAgain)
  return bound.kind === 'unknown' ? reject(r.markUnknown) : reject(r.beyondBankruptcy)
}

function closeOne(
  world: ContractsWorld,
  hands: Hands,
  position: ContractPosition,
  { at, worst }: { readonly at: number; readonly worst: bigint },
): ClosedRow {
  const holding = holdingOf(position)
  const { scale } = contractOf(world, position.symbol)
  for (const { orderId } of hands.resting(holding)) hands.cancel(orderId, 'position-closed')
  const before = openPosition(hands.facts(holding), position.symbol)
  // An order that filled while it was being cancelled may have closed it.
  if (before === undefined) return refusedRow(world, position, reject(r.positionClosed))
  if (beyondRefusal(world, hands, before, worst) !== undefined)
    return refusedRow(world, position, reject(r.beyondBankruptcy))
  const length = before.size < 0n ? -before.size : before.size
  const placed = hands.place(at, { quantity: quantityOf(length) })
  if (isRejection(placed)) return refusedRow(world, position, placed)
  const after = hands.facts(holding).positions.find(({ positionId }) => positionId === position.positionId)
  const average = averagePriceOf(placed)
  const write = (minor: bigint): string => writeDecimal(minor, marginScale)
  return {
    ...headOf(world, before),
    outcome: placed.filledQuantity === length ? 'closed' : 'part',
    orderId: placed.orderId,
    closed: writeDecimal(placed.filledQuantity, scale.quantityScale),
    ...(average === undefined ? {} : { averagePrice: writeDecimal(average, scale.priceScale) }),
    realised: write((after?.realised ?? before.realised) - before.realised),
    fee: write((after?.fees ?? before.fees) - before.fees),
    vat: write((after?.vat ?? before.vat) - before.vat),
  }
}

function headOf(world: ContractsWorld, { positionId, symbol, size }: ContractPosition) {
  const { quantityScale } = contractOf(world, symbol).scale
  return {
    positionId,
    symbol,
    side: size > 0n ? ('long' as const) : ('short' as const),
    size: writeDecimal(size < 0n ? -size : size, quantityScale),
  }
}

function refusedRow(world: ContractsWorld, position: ContractPosition, { spec }: Rejection): ClosedRow {
  const { quantityScale } = contractOf(world, position.symbol).scale
  const nothing = writeDecimal(0n, marginScale)
  return {
    ...headOf(world, position),
    outcome: 'refused',
    refusal: spec.name,
    closed: writeDecimal(0n, quantityScale),
    realised: nothing,
    fee: nothing,
    vat: nothing,
  }
}
