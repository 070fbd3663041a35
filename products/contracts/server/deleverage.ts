import { type Id, isRejection, present, reject, writeDecimal } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { insuranceAccount, marginPurse } from '../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  deleveragingOrder,
  deleveragingShares,
  fineToMinor,
  handOverPrice,
  marginReport,
  type OrderTerms,
  openPosition,
  type RankedHolding,
  settleFill,
  withChanges,
} from '../domain/index.ts'
import { findHolders } from './contracts-store.ts'
import {
  type ContractsWorld,
  closingTerms,
  contractOf,
  type Hands,
  holdingOf,
  lookAgain,
  looksMax,
  termsIn,
} from './contracts-world.ts'
import type { Subject } from './engine.ts'
import { isUnchanged, type StepToDo, stepRecord } from './liquidate-account.ts'
import { openOrdersOf } from './open-orders.ts'

/** Holders asked in one step; a position larger than theirs together goes on with the next. */
const holdersMax = 40

/**
 * Auto-deleveraging, the last resort: what nobody in the book takes at a price its holder and the fund could bear is
 * closed against those who gain most on the other side, first rank first, at the price at which its holder has nothing left.
 * What no customer holds on the other side the market holds, and takes. No fee for anybody.
 */
export async function deleverage(world: ContractsWorld, subject: Subject, todo: StepToDo): Promise<boolean> {
  const { services, trading } = world
  const { situation, step } = todo
  const victim = present(situation.positions[step.at], 'the position of a step')
  const price = handOverPrice(situation.account, step.at)
  const mark = present(situation.account.positions[step.at], 'the position of a step').mark
  for (let look = 1; look <= looksMax; look += 1) {
    const holders = await findHolders(services.sql, victim.symbol)
    const ranked = deleveragingOrder(
      holders
        .filter((one) => one.customerId !== victim.customerId && one.liquidationId === undefined)
        .map((one) => rankedHolding(world, one, mark)),
      victim.size > 0n ? 'short' : 'long',
    ).slice(0, holdersMax)
    const shares = deleveragingShares(ranked, step.quantity)
    const others = shares.flatMap(({ id, quantity }) => {
      const position = holders.find(({ positionId }) => positionId === id)
      return position === undefined ? [] : [{ position, quantity }]
    })
    const cancels = await Promise.all(
      others.map(({ position }) => openOrdersOf(world, services.sql, position.customerId, [position.symbol])),
    )
    const outcome = await trading.act<ContractFacts, boolean>({
      holdings: [...situation.positions, ...others.map(({ position }) => position)].map(holdingOf),
      cancels: cancels.flat(),
      decide: (hands) => {
        if (!isUnchanged(hands, subject, todo)) return true
        if (others.some(({ position, quantity }) => !isThere(hands, position, quantity, cancels.flat())))
          return reject(lookAgain)
        for (const { position, quantity } of others) {
          for (const { orderId, reduceOnly } of hands.resting(holdingOf(position)))
            if (reduceOnly) hands.cancel(orderId, 'position-closed')
          handOver(world, hands, position, { price, quantity, cause: 'customer', liquidationId: undefined })
        }
        const { quantity } = step
        handOver(world, hands, victim, { price, quantity, cause: 'liquidation', liquidationId: todo.liquidationId })
        const done = { ...step, kind: 'deleveraging', worstPrice: price } as const
        const record = stepRecord(world, hands, todo, done, undefined)
        hands.keep(holdingOf(victim), withChanges(hands.facts(holdingOf(victim)), hands.now, [], [record]))
        return true
      },
    })
    if (!isRejection(outcome)) return true
    if (outcome.spec !== lookAgain) return false
  }
  return false
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

/** Closes a part of a position at a price, without a book and without a fee. */
function handOver(
  world: ContractsWorld,
  hands: Hands,
  position: ContractPosition,
  of: {
    readonly price: bigint
    readonly quantity: bigint
    readonly cause: OrderTerms['cause']
    readonly liquidationId: Id<'liq'> | undefined
  },
): void {
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
}
