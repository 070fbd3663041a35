import { abs, worth } from './model.ts'
import type { Ticket } from './tickets.ts'
import type { World } from './world.ts'

/** What must happen in ten worlds of contracts: what never happens is never compared. */
export const contractsReached: readonly string[] = [
  ...['fills', 'exits', 'exits touched', 'liquidation prices', 'ranks', 'receipts'],
  ...['liquidations', 'liquidation steps', 'steps with the fund', 'deleveragings', 'handings over beyond a step'],
  ...['payments of funding', 'fundings', 'fundings beyond a step', 'endowed funds', 'paid by an endowed fund'],
  ...['transfers', 'transfers beside others', 'leveraged unasked', 'hedges', 'legs that only a gain could pay'],
  ...[
    'orders beyond a margin step',
    'refused beyond a margin step',
    'margin steps crossed',
    'positions smaller than a lot',
  ],
  ...['halts', 'refused by a halt', 'orders of other rates', 'fills at other rates', 'orders beside liquidations'],
  ...['outages', 'accounts out of sight', 'gaps', 'restarts', 'kills', 'failures'],
]

/** Counts what of an order must be met. */
export function countOrder(
  world: World,
  { customer, symbol, quantity }: Ticket,
  refusal: string | undefined,
  expected: readonly string[],
): void {
  const contract = world.market.contract(symbol)
  const position = world.market.customer(customer).positions.get(symbol)
  const whole = worth(contract, world.prices.lastOf(symbol) ?? 0n, quantity + abs(position?.size ?? 0n))
  const [first] = contract.brackets
  if (refusal === 'instrument-halted') world.count('refused by a halt')
  else if (expected.includes('leverage-above-tier')) world.count('refused beyond a margin step')
  else if (refusal === undefined && first?.upTo !== undefined && whole > first.upTo)
    world.count('orders beyond a margin step')
}
