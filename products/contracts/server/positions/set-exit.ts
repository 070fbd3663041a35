import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { refuseDecimal } from '@bolsillo/contract'
import { type Rejection, readDecimal, reject } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { type CommandContext, type Own, useCase } from '@bolsillo/server-kit'
import { contractsRejections as r, setLoss, setProfit } from '../../contract/index.ts'
import { marginPurse } from '../../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  openPosition,
  type Trigger,
  type TriggerKind,
  triggerProblem,
  withChanges,
} from '../../domain/index.ts'
import { type ContractsWorld, contractOf, type Hands, holdingOf, markIn } from '../contracts-world.ts'
import { writePosition } from '../rows.ts'
import { findOwnPosition } from './find-own-position.ts'
import { positionWorld } from './position-world.ts'

type Reply = ReplyOf<typeof setProfit>
type Wanted = Pick<Trigger, 'kind' | 'price' | 'on'>

/** Sets, moves or takes away the take-profit of a position. */
export const setTakeProfit = useCase(setProfit, (request, context, world: ContractsWorld) =>
  setExit(world, 'take-profit', request, context),
)

/** Sets, moves or takes away the stop-loss of a position. */
export const setStopLoss = useCase(setLoss, (request, context, world: ContractsWorld) =>
  setExit(world, 'stop-loss', request, context),
)

async function setExit(
  world: ContractsWorld,
  kind: TriggerKind,
  { positionId, price, on = 'mark' }: RequestOf<typeof setProfit>,
  { customer, db, claim, answer }: Own<CommandContext>,
): Promise<Reply | Rejection> {
  const { customerId } = customer
  const position = await findOwnPosition(db, customerId, positionId)
  if ('spec' in position) return position
  const { priceScale } = contractOf(world, position.symbol).scale
  const reading = price === undefined ? undefined : readDecimal(price, priceScale)
  if (reading !== undefined && reading.kind !== 'value') {
    const tooFine = reject(r.decimalsTooMany, { field: 'price', values: { decimals: String(priceScale) } })
    return refuseDecimal('price', reading, tooFine)
  }
  const wanted = reading === undefined ? undefined : { kind, price: reading.units, on }
  return await world.trading.act<ContractFacts, Reply>({
    holdings: [holdingOf(position)],
    claim,
    replyOf: (reply) => answer(reply),
    decide: (hands) => change(world, hands, position, kind, wanted),
  })
}

function change(
  world: ContractsWorld,
  hands: Hands,
  asked: ContractPosition,
  kind: TriggerKind,
  wanted: Wanted | undefined,
): Reply | Rejection {
  const holding = holdingOf(asked)
  const facts = hands.facts(holding)
  const position = openPosition(facts, asked.symbol)
  if (position?.positionId !== asked.positionId) return reject(r.positionClosed, { field: 'positionId' })
  const problem = wanted === undefined ? undefined : exitProblem(world, position, wanted)
  if (problem !== undefined) return problem
  if (position.liquidationId !== undefined) return reject(r.beingLiquidated)
  const others = position.triggers.filter((one) => one.kind !== kind)
  if (wanted === undefined && others.length === position.triggers.length) return reject(r.triggerUnknown)
  const afterPrint = world.lastPrintOf(position.symbol)
  const triggers = wanted === undefined ? others : [...others, { ...wanted, setAt: hands.now, afterPrint }]
  const after = { ...position, triggers, updatedAt: hands.now }
  const kept = withChanges(facts, hands.now, [after], [])
  hands.keep(holding, kept)
  const free = available(hands.balance(marginPurse(position.customerId)))
  return { position: writePosition(positionWorld(world), kept, free, after) }
}

function exitProblem(world: ContractsWorld, { symbol, size }: ContractPosition, wanted: Wanted): Rejection | undefined {
  const now = wanted.on === 'mark' ? markIn(world, symbol) : world.lastOf(symbol)
  if (now === undefined) return reject(r.markUnknown)
  const { ticks, scale } = contractOf(world, symbol)
  return triggerProblem(wanted, { field: 'price', size, now, ticks, priceScale: scale.priceScale })
}
