import { failedLiquidationChecks } from '@bolsillo/contracts/domain'
import {
  type Account,
  abs,
  down,
  equityOf,
  isUnder,
  marginOf,
  million,
  minorFine,
  stepQuantity,
  stepWorst,
  up,
} from './model.ts'
import { Found } from './tickets.ts'
import { unitsOf } from './units.ts'
import { customersCount, type World } from './world.ts'

type Receipt = Parameters<typeof failedLiquidationChecks>[0]
interface Listed {
  readonly liquidationId: string
  readonly state: 'running' | 'done'
}
interface Step {
  readonly number: number
  readonly kind: string
  readonly cashFine: string
  readonly positionAt: number
  readonly quantity: string
  readonly worstPrice: string
  readonly fund: string
  readonly equity: string
  readonly maintenance: string
  readonly positions: readonly {
    readonly symbol: string
    readonly size: string
    readonly entryFine: string
    readonly mark: string
  }[]
}

const checked = new WeakMap<World, Set<string>>()

/** Every receipt of a liquidation that has ended is done, and every sum of it comes out again. */
export async function checkReceipts(world: World): Promise<void> {
  const known = checked.get(world) ?? new Set<string>()
  checked.set(world, known)
  for (let number = 1; number <= customersCount; number += 1) {
    const { json } = await world.stand.as(number, '/liquidation/list', {})
    for (const { liquidationId, state } of (json.data as { rows: readonly Listed[] }).rows) {
      if (known.has(liquidationId)) continue
      const answer = await world.stand.as(number, '/liquidation/receipt', { liquidationId })
      const receipt = answer.json.data as Receipt & { readonly steps: readonly Step[] }
      world.follower.same('receipt', `state of ${liquidationId} when all has settled`, state, 'done')
      world.follower.same(
        'receipt',
        `checks of ${liquidationId} that fail on the phone`,
        failedLiquidationChecks(receipt).join(' '),
        '',
      )
      for (const step of receipt.steps) checkInputs(world, liquidationId, step)
      known.add(liquidationId)
      world.count('receipts')
    }
  }
}

function checkInputs(world: World, liquidationId: string, step: Step): void {
  const account: Account = {
    cash: BigInt(step.cashFine),
    held: step.positions.map(({ symbol, size, entryFine, mark }) => ({
      contract: world.market.contract(symbol),
      ...{ size: BigInt(size), entry: BigInt(entryFine), mark: BigInt(mark) },
    })),
  }
  const what = `of step ${step.number} of ${liquidationId}`
  const own = account.held[step.positionAt]
  if (own === undefined || !isUnder(account))
    throw new Found('receipt', `the inputs ${what} are of no account below maintenance`)
  world.follower.same('receipt', `equity ${what}`, unitsOf(step.equity, 6), down(equityOf(account), minorFine))
  const kept = up(up(marginOf(account, 'maintenancePpm'), million), minorFine)
  world.follower.same('receipt', `maintenance ${what}`, unitsOf(step.maintenance, 6), kept)
  if (step.kind === 'deleveraging') return
  const { priceScale, quantityScale } = own.contract
  const isWithFund = unitsOf(step.worstPrice, priceScale) === stepWorst(account, step.positionAt, unitsOf(step.fund, 6))
  const isWhole = isWithFund && unitsOf(step.quantity, quantityScale) === abs(own.size)
  const quantity = isWhole ? abs(own.size) : stepQuantity(account, step.positionAt)
  world.follower.same('receipt', `quantity ${what}`, unitsOf(step.quantity, quantityScale), quantity)
  world.follower.same('receipt', `kind ${what}`, step.kind, quantity === abs(own.size) ? 'full' : 'partial')
}
