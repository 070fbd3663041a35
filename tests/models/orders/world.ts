import { idOf, instant, isRejection } from '@bolsillo/kernel'
import type { ModelRun, SecondModel } from '../second-model.ts'
import { refusalOf, type Ticket } from './admission.ts'
import { cancel, place, quote } from './model.ts'
import { count, find, note, openStage, type Stage } from './stage.ts'
import { schedulesOf, specs } from './stand.ts'
import { isOpen, purseOf } from './state.ts'
import { type Act, beside, failing, killed, plainly, restarted } from './steps-with-faults.ts'
import { orderOf } from './ticket-order.ts'
import { away, randomTicket } from './tickets.ts'

/** When orders for the day end. */
function dayEndOf({ stand }: Stage): number {
  const now = stand.clock.now()
  return now + 86_400_000 - (now % 86_400_000)
}

async function placed(stage: Stage): Promise<void> {
  const { choices, world, stand, running } = stage
  const spec = choices.pick(specs)
  const key = stand.ids.next('ord')
  const ticket = randomTicket(
    choices,
    world,
    {
      key,
      customer: choices.pick(stage.customers),
      spec,
      dayEnd: dayEndOf(stage),
    },
    schedulesOf[spec.id] ?? [],
  )
  const refusal = refusalOf(world, ticket)
  stage.placed.add(key)
  note(stage, () => `place ${spec.id} ${wordsOf(ticket)} → ${refusal ?? 'taken'}`)
  const act: Act = (own) => {
    if (refusal === undefined) place(own, ticket)
  }
  const real = async (): Promise<void> => {
    const outcome = await running.trading.place(orderOf(stand, ticket))
    const isRefused = isRejection(outcome)
    count(stage, isRefused ? 'orders refused' : 'orders taken')
    if (isRefused && outcome.spec.name === 'overloaded') throw new Error('the desk is down')
    if (isRefused !== (refusal !== undefined))
      find(
        stage,
        'refusals',
        `${wordsOf(ticket)}: model ${refusal ?? 'takes it'}, product ${isRefused ? outcome.spec.name : 'takes it'}`,
      )
  }
  await withFault(stage, act, real)
}

async function withFault(stage: Stage, act: Act, real: () => Promise<unknown>): Promise<void> {
  const fate = stage.choices.between(1, 100)
  if (fate <= 4) {
    note(stage, () => '  … a statement fails')
    await failing(stage, act, real)
  } else if (fate <= 8) {
    note(stage, () => '  … the process is killed')
    await killed(stage, act, real)
  } else await plainly(stage, act, real)
}

async function cancelled(stage: Stage): Promise<void> {
  const { choices, world, running } = stage
  const open = [...world.orders.values()].filter((order) => isOpen(order) && !order.key.includes('+'))
  if (open.length === 0) return
  const order = choices.pick(open)
  note(stage, () => `cancel ${order.key}`)
  const act: Act = (own) => {
    cancel(own, order.key, 'cancelled', 'customer')
  }
  const asked = { orderId: idOf('ord', order.key), customerId: idOf('cus', order.customer) }
  await withFault(stage, act, async () => {
    const outcome = await running.trading.cancel({ ...asked, receivedAt: stage.stand.clock.now() })
    if (isRejection(outcome) && outcome.spec.name === 'overloaded') throw new Error('the desk is down')
    if (isRejection(outcome)) find(stage, 'refusals', `cancel ${order.key}: ${outcome.spec.name}`)
  })
}

async function quoted(stage: Stage): Promise<void> {
  const { choices, world, running } = stage
  // Nobody trades where nothing is traded.
  if (!world.isTrading) return
  const spec = choices.pick(specs)
  const side = choices.chance(50) ? 'buy' : 'sell'
  const last = world.last.get(spec.id) ?? spec.tick
  const price = away(last, choices.between(-400, 400), spec)
  const quantity =
    spec.factor === 1n
      ? BigInt(choices.between(1, 200))
      : (BigInt(choices.between(1, 9_000)) * spec.factor * 100n) / last
  const size = quantity > 0n ? quantity : 1n
  note(stage, () => `somebody ${side}s ${size} ${spec.id} at ${price}`)
  await plainly(
    stage,
    (own) => quote(own, spec, side, price, size),
    async () => running.venue.quote(spec.id, side, Number(price), Number(size)),
  )
}

async function timePasses(stage: Stage): Promise<void> {
  const { choices, stand } = stage
  const ms = choices.chance(20) ? choices.between(1, 30) * 3_600_000 : choices.between(1, 90_000)
  note(stage, () => `${ms} ms pass`)
  const at = stand.clock.now() + ms
  await plainly(
    stage,
    (own) => {
      own.now = at
    },
    async () => stand.clock.moveTo(instant(at)),
  )
}

const wordsOf = ({ key, customer, spec: _, schedule, ...rest }: Ticket): string =>
  `${key.slice(-6)} of ${customer.slice(-4)} ${schedule.name} ${Object.entries(rest)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? `${value.stop}/${value.limit ?? 'market'}` : value}`)
    .join(' ')}`

async function oneStep(stage: Stage): Promise<void> {
  const dice = stage.choices.between(1, 100)
  if (dice <= 48) await placed(stage)
  else if (dice <= 56) await cancelled(stage)
  else if (dice <= 90) await quoted(stage)
  else if (dice <= 95) await timePasses(stage)
  else if (dice <= 96 || !stage.world.isTrading) await marketTurns(stage)
  else if (dice <= 98) await moneyMoves(stage)
  else {
    note(stage, () => 'restart')
    await restarted(stage)
  }
}

/** The market halts, closes or opens. */
async function marketTurns(stage: Stage): Promise<void> {
  const { choices, stand, world } = stage
  const state = world.isTrading ? choices.pick(['halted', 'closed'] as const) : 'continuous'
  note(stage, () => `the market is ${state}`)
  count(stage, 'halts and openings')
  await plainly(
    stage,
    (own) => {
      own.isTrading = state === 'continuous'
    },
    async () => stand.market.setState(state),
  )
}

/** Money leaves or comes while an order of the same customer is on its way: one of the two is first. */
async function moneyMoves(stage: Stage): Promise<void> {
  const { choices, stand, world, running } = stage
  const spec = choices.pick(specs)
  const customer = choices.pick(stage.customers)
  const account = `${customer}:${spec.purse}:${spec.quote}`
  const { posted, held } = purseOf(world, account)
  const free = posted - held
  const units = choices.chance(50) ? -(free * BigInt(choices.between(10, 100))) / 100n : free / 4n + 1n
  const key = stand.ids.next('ord')
  const ticket = randomTicket(
    choices,
    world,
    { key, customer, spec, dayEnd: dayEndOf(stage) },
    schedulesOf[spec.id] ?? [],
  )
  stage.placed.add(key)
  note(stage, () => `${units} of ${account} move while ${wordsOf(ticket)}`)
  count(stage, 'money moved beside an order')
  const moves: Act = (own) => {
    purseOf(own, account).posted += units
  }
  const places: Act = (own) => {
    if (refusalOf(own, ticket) === undefined) place(own, ticket)
  }
  await beside(stage, [moves, places], async () => {
    const order = running.trading.place(orderOf(stand, ticket))
    for (let turn = choices.between(0, 6); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve))
    const moved = await stand.move(customer, spec, units)
    await order
    return moved
  })
}

/** What was reached, from how the orders ended. */
function tellFigures({ figures, world }: Stage): void {
  const orders = [...world.orders.values()]
  figures.fills = orders.filter(({ filled }) => filled > 0n).length
  figures['stops triggered'] = orders.filter(
    ({ stop, priority, filled }) => stop !== undefined && filled > 0n && priority > 0,
  ).length
  figures.pairs = orders.filter(({ twin, key }) => twin !== undefined && !key.includes('+')).length
  figures['exits placed'] = orders.filter(({ key }) => /\+(profit|loss)$/.test(key)).length
  figures.expired = orders.filter(({ state }) => state === 'expired').length
}

/** Shares and coins: real desk, ledger and database, beside a model of plain lists. */
export const ordersModel: SecondModel = {
  name: 'orders',
  run: async ({ seed, steps, lines }): Promise<ModelRun> => {
    const stage = await openStage(seed)
    try {
      while (stage.step < steps && stage.findings.length === 0) {
        stage.step += 1
        await oneStep(stage)
      }
    } finally {
      await stage.running.desk.stop()
      await stage.stand.close()
    }
    tellFigures(stage)
    return {
      seed,
      steps: stage.step,
      figures: stage.figures,
      findings: stage.findings,
      lines: lines ? stage.lines : [],
    }
  },
}
