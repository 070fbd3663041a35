import { type Id, present, reject, writeDecimal } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { insuranceAccount, marginPurse } from '../../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  deleveragingOrder,
  deleveragingShares,
  fineToMinor,
  handOverPrices,
  marginReport,
  type OrderTerms,
  openPosition,
  type RankedHolding,
  settleFill,
  withChanges,
  worthOf,
} from '../../domain/index.ts'
import { findHolders } from '../contracts-store.ts'
import {
  type ContractsWorld,
  closingTerms,
  contractOf,
  type Hands,
  holdingOf,
  lookAgain,
  termsIn,
} from '../contracts-world.ts'
import type { Subject } from '../engine/engine.ts'
import { openOrdersOf } from '../orders/open-orders.ts'
import { isUnchanged, outcomeOf, type StepOutcome, type StepToDo, stepRecord } from './liquidation-steps.ts'

/** The most holders of the other side in one hand-over, over all positions of the account. */
const holdersMax = 200

/** What a holder of the other side gives. */
interface Share {
  readonly position: ContractPosition
  readonly quantity: bigint
}

/** One position of the account, where it goes. */
interface Handed {
  readonly at: number
  readonly price: bigint
  readonly shares: readonly Share[]
}

/**
 * Auto-deleveraging, the last resort: what nobody in the book takes at a price its holder and the fund could bear is
 * closed against those who gain most on the other side, first rank first, at the price at which its holder has nothing left.
 * All of the account goes at once: what is left of one at that price could never be safe. What no customer holds on the
 * other side the market holds, and takes. No fee for anybody.
 */
export async function handOver(world: ContractsWorld, subject: Subject, todo: StepToDo): Promise<StepOutcome> {
  const { services, trading } = world
  const { positions } = todo.situation
  const handed = await Promise.all(positions.map((_, at) => findShares(world, todo, at)))
  const others = handed.flatMap(({ shares }) => shares)
  const asked = [...new Set(others.map(({ position }) => position))]
  const cancels = (
    await Promise.all(asked.map(({ customerId, symbol }) => openOrdersOf(world, services.sql, customerId, [symbol])))
  ).flat()
  const outcome = await trading.act<ContractFacts, StepOutcome>({
    holdings: [...positions, ...asked].map(holdingOf),
    cancels,
    decide: (hands) => {
      const isSame = isUnchanged(hands, subject, todo)
      if (!isSame || others.some(({ position, quantity }) => !isThere(hands, position, quantity, cancels)))
        return reject(lookAgain)
      const fund = hands.balance(insuranceAccount).posted
      for (const one of gainsFirst(todo, handed)) handOne(world, hands, { ...todo, step: { ...todo.step, fund } }, one)
      return 'taken'
    },
  })
  return outcomeOf(outcome)
}

/** Who takes a position of the account, and at what price. */
async function findShares(world: ContractsWorld, { situation }: StepToDo, at: number): Promise<Handed> {
  const victim = present(situation.positions[at], 'a position of the account')
  const { mark } = present(situation.account.positions[at], 'a position of the account')
  const price = present(handOverPrices(situation.account)[at], 'its price')
  const holders = await findHolders(world.services.sql, victim.symbol)
  const ranked = deleveragingOrder(
    holders
      .filter((one) => one.customerId !== victim.customerId && one.liquidationId === undefined)
      .map((position) => ({ ...rankedHolding(world, position, mark), position })),
    victim.size > 0n ? 'short' : 'long',
  ).slice(0, Math.floor(holdersMax / situation.positions.length))
  const length = victim.size < 0n ? -victim.size : victim.size
  const positionOf = new Map(ranked.map(({ id, position }) => [id, position]))
  const shares = deleveragingShares(ranked, length).map(({ id, quantity }) => ({
    position: present(positionOf.get(id), 'who has a share holds'),
    quantity,
  }))
  return { at, price, shares }
}

/** Positions that gain at their price before those that lose, so that gains are booked before losses are paid from them. */
function gainsFirst({ situation: { account } }: StepToDo, handed: readonly Handed[]): readonly Handed[] {
  const resultOf = ({ at, price }: Handed): bigint => {
    const { terms, size, entry } = present(account.positions[at], 'a position of the account')
    return worthOf(terms, price, size) - entry
  }
  return handed
    .map((one) => ({ one, result: resultOf(one) }))
    .toSorted((a, b) => (a.result === b.result ? a.one.at - b.one.at : a.result > b.result ? -1 : 1))
    .map(({ one }) => one)
}

/** Closes one position of the account against those who take it, and records the step. */
function handOne(world: ContractsWorld, hands: Hands, todo: StepToDo, { at, price, shares }: Handed): void {
  const victim = present(todo.situation.positions[at], 'a position of the account')
  for (const { position, quantity } of shares) {
    for (const { orderId, reduceOnly } of hands.resting(holdingOf(position)))
      if (reduceOnly) hands.cancel(orderId, 'position-closed')
    closeAt(world, hands, position, { price, quantity, cause: 'customer', liquidationId: undefined })
  }
  // An earlier position of the same hand-over may have used the margin of this one.
  const now = present(openPosition(hands.facts(holdingOf(victim)), victim.symbol), 'the position to hand over')
  const quantity = now.size < 0n ? -now.size : now.size
  const { liquidationId } = todo
  const entryId = closeAt(world, hands, now, { price, quantity, cause: 'liquidation', liquidationId })
  const { lot } = contractOf(world, victim.symbol)
  const step = { ...todo.step, kind: 'deleveraging', at, lot, quantity, worstPrice: price } as const
  const record = stepRecord(world, hands, todo, step, { entryId })
  hands.keep(holdingOf(victim), withChanges(hands.facts(holdingOf(victim)), hands.now, [], [record]))
}

/** A position as the order of deleveraging sees it. */
export function rankedHolding(world: ContractsWorld, one: ContractPosition, mark: bigint): RankedHolding {
  const { size, entry, margin } = one
  const account = { cash: margin * fineToMinor, positions: [{ terms: termsIn(world, one.symbol), size, entry, mark }] }
  const report = marginReport(account)
  const sums = present(report.positions[0], 'its one position')
  return { id: one.positionId, size, unrealised: sums.unrealised, notional: sums.notional, equity: report.equity }
}

function isThere(hands: Hands, position: ContractPosition, quantity: bigint, cancels: readonly Id<'ord'>[]): boolean {
  const holding = holdingOf(position)
  const now = openPosition(hands.facts(holding), position.symbol)
  const length = now === undefined ? 0n : now.size < 0n ? -now.size : now.size
  const isSame = now?.positionId === position.positionId && now.liquidationId === undefined
  return isSame && length >= quantity && hands.resting(holding).every(({ orderId }) => cancels.includes(orderId))
}

/** Closes a part of a position at a price, without a book and without a fee. @returns the entry that did it. */
function closeAt(
  world: ContractsWorld,
  hands: Hands,
  position: ContractPosition,
  of: {
    readonly price: bigint
    readonly quantity: bigint
    readonly cause: OrderTerms['cause']
    readonly liquidationId: Id<'liq'> | undefined
  },
): Id<'ent'> {
  const holding = holdingOf(position)
  const { scale } = contractOf(world, position.symbol)
  const side = position.size > 0n ? 'sell' : 'buy'
  const order = { ...closingTerms(position, { ...of, worstPrice: of.price }), orderId: undefined, side } as const
  const settled = settleFill(hands.facts(holding), {
    terms: termsIn(world, position.symbol),
    customerId: position.customerId,
    order,
    isDeleveraging: true,
    price: of.price,
    quantity: of.quantity,
    fee: 0n,
    vat: 0n,
    released: 0n,
    orderHoldId: undefined,
    available: available(hands.balance(marginPurse(position.customerId))),
    fund: hands.balance(insuranceAccount).posted,
    custodian: hands.custodian,
    details: {
      instrument: position.symbol,
      side,
      quantity: writeDecimal(of.quantity, scale.quantityScale),
      price: writeDecimal(of.price, scale.priceScale),
    },
    at: hands.now,
    entryId: hands.newId('ent'),
    newId: hands.newId,
  })
  hands.post(settled.entry)
  hands.keep(holding, settled.facts)
  return settled.entry.id
}
