import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { refuseDecimal } from '@bolsillo/contract'
import { type Rejection, readDecimal, reject, writeDecimal } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { useCase } from '@bolsillo/server-kit'
import { addMargin, contractsRejections as r } from '../../contract/index.ts'
import { contractMarginEntry, marginPurse } from '../../domain/contract-transfers.ts'
import {
  type Booking,
  type ContractFacts,
  type ContractPosition,
  ceilingIn,
  crossAccount,
  leverageRefusal,
  marginScale,
  noCharges,
  openPosition,
  removableMargin,
  withCash,
  withChanges,
} from '../../domain/index.ts'
import { type ContractsWorld, type Hands, holdingOf, termsIn } from '../contracts-world.ts'
import type { ContractsDeps } from '../deps.ts'
import { creditRefusal } from '../orders/credit-held.ts'
import { accountOf, writeAccount, writePosition } from '../rows.ts'
import { hasPassed } from '../suitability/suitability-store.ts'
import { findOwnPosition } from './find-own-position.ts'
import { movableOf } from './movable.ts'
import { positionWorld } from './position-world.ts'

interface Wish {
  readonly direction: NonNullable<RequestOf<typeof addMargin>['direction']>
  readonly amount: bigint
  /** Whether the customer has passed the questions before leverage. */
  readonly passed: boolean
}

/** Adds margin to an isolated position, or takes out what opening it now would not take. */
export const changeMargin = useCase(
  addMargin,
  async ({ positionId, amount, direction = 'add' }, { customer, db, now, claim, answer }, deps: ContractsDeps) => {
    const { customerId } = customer
    const position = await findOwnPosition(db, customerId, positionId)
    if ('spec' in position) return position
    const reading = readDecimal(amount, marginScale)
    if (reading.kind !== 'value') {
      const tooFine = reject(r.decimalsTooMany, { field: 'amount', values: { decimals: String(marginScale) } })
      return refuseDecimal('amount', reading, tooFine)
    }
    if (reading.units <= 0n) return reject(r.amountZero, { field: 'amount' })
    const held = direction === 'remove' ? await creditRefusal(deps, db, customerId, now) : undefined
    if (held !== undefined) return held
    const passed = await hasPassed(db, customerId)
    return await deps.trading.act<ContractFacts, ReplyOf<typeof addMargin>>({
      holdings: [holdingOf(position)],
      claim,
      replyOf: (reply) => answer(reply),
      decide: (hands) => change(deps, hands, position, { direction, amount: reading.units, passed }),
    })
  },
)

function change(
  world: ContractsWorld,
  hands: Hands,
  asked: ContractPosition,
  wish: Wish,
): ReplyOf<typeof addMargin> | Rejection {
  const holding = holdingOf(asked)
  const facts = hands.facts(holding)
  const position = openPosition(facts, asked.symbol)
  if (position?.positionId !== asked.positionId) return reject(r.positionClosed, { field: 'positionId' })
  const refusal =
    marginRefusal(world, hands, facts, position, wish) ?? leverageAfter(world, hands, facts, position, wish)
  if (refusal !== undefined) return refusal
  const { direction, amount } = wish
  const margin = direction === 'add' ? position.margin + amount : position.margin - amount
  const newHoldId = direction === 'add' ? hands.newId('hld') : undefined
  const { customerId, positionId, symbol } = position
  const id = hands.newId('ent')
  const move = { before: position.margin, after: margin, holdId: position.holdId, newHoldId }
  hands.post(contractMarginEntry({ id, at: hands.now, customerId, positionId, instrument: symbol, move }))
  const holdId = margin === 0n ? undefined : (newHoldId ?? position.holdId)
  const after = { ...position, margin, holdId, updatedAt: hands.now }
  const kept = withChanges(facts, hands.now, [after], [recordOf(after, id, hands)])
  hands.keep(holding, kept)
  const balance = hands.balance(marginPurse(customerId))
  const rows = positionWorld(world)
  return { position: writePosition(rows, kept, available(balance), after), account: writeAccount(rows, kept, balance) }
}

function marginRefusal(
  world: ContractsWorld,
  hands: Hands,
  facts: ContractFacts,
  position: ContractPosition,
  { direction, amount }: Wish,
): Rejection | undefined {
  const write = (minor: bigint): string => writeDecimal(minor, marginScale)
  const free = available(hands.balance(marginPurse(position.customerId)))
  if (position.mode === 'cross') return reject(r.crossHasNoOwn, { field: 'positionId' })
  if (position.liquidationId !== undefined) return reject(r.beingLiquidated)
  if (direction === 'add') {
    const movable = movableOf(world, facts, free)
    if ('spec' in movable) return movable
    if (amount <= movable.minor) return undefined
    return reject(r.addedAboveAvailable, { field: 'amount', values: { available: write(movable.minor) } })
  }
  const found = accountOf(positionWorld(world), facts, free, position)
  if (found === undefined) return reject(r.markUnknown)
  const removable = removableMargin(found.account, position.margin)
  if (amount <= removable) return undefined
  return reject(r.removedAboveFree, { field: 'amount', values: { removable: write(removable) } })
}

/** What is taken out raises the leverage of the position; what is put in raises that of the cross account it leaves. */
function leverageAfter(
  world: ContractsWorld,
  hands: Hands,
  facts: ContractFacts,
  position: ContractPosition,
  { direction, amount, passed }: Wish,
): Rejection | undefined {
  const rows = positionWorld(world)
  const free = available(hands.balance(marginPurse(position.customerId)))
  if (direction === 'remove') {
    const own = accountOf(rows, facts, free, position)
    if (own === undefined) return reject(r.markUnknown)
    const ceiling = ceilingIn(world.services.mode, position.symbol)
    return leverageRefusal(withCash(own.account, -amount), { passed, ceiling }, 'amount')
  }
  if (passed) return undefined
  const cross = crossAccount(facts, free, rows.markOf, (symbol) => termsIn(world, symbol))
  if (cross === undefined) return reject(r.markUnknown)
  return leverageRefusal(withCash(cross, -amount), { passed, ceiling: undefined }, 'amount')
}

function recordOf(position: ContractPosition, entryId: Booking['entryId'], hands: Hands): Booking {
  const { customerId, positionId, symbol } = position
  const nothing = { ...noCharges, realised: 0n, fundPaid: 0n, marketBore: 0n }
  const none = { orderId: undefined, liquidationId: undefined, size: 0n, price: undefined }
  return {
    kind: 'booking',
    what: 'margin',
    at: hands.now,
    entryId,
    customerId,
    positionId,
    symbol,
    ...none,
    ...nothing,
  }
}
