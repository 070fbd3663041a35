import { checkBooks } from '@bolsillo/checker/check-books'
import {
  type ContractsStand,
  contractsStand,
  fillInsuranceFund,
  rightAnswers,
  rightPassword,
} from '@bolsillo/contracts/fixtures'
import { transaction } from '@bolsillo/server-kit'
import { expect, it } from 'vitest'
import { type CutLine, cutLine } from './database/cut-line.ts'
import type { Alter } from './database/simulated-query.ts'

// A process dies at every moment of a liquidation that goes through the book, asks the insurance fund, and hands over what
// nobody takes. Another process over the same PostgreSQL goes on: one effect, nobody below zero, the books are right.

const btc = 'BTC-USDT-PERP'

interface Lived {
  readonly line: CutLine
  /** Everything wrong with what was left in the end; empty when nothing is. */
  readonly problems: readonly string[]
  /** How the position ended, and in what steps. */
  readonly ending: string
}

/** Bids some of which are beyond bankruptcy (90,000) and within what the fund bears. */
function offerBids(stand: ContractsStand): void {
  stand.offer(btc, 'buy', 90_500, 0.2)
  stand.offer(btc, 'buy', 89_000, 0.3)
}

/** The mark falls, and everybody looks, and looks again as the engine does every second. */
async function fall(stand: ContractsStand): Promise<void> {
  await stand.price(btc, 85_000)
  await stand.looks()
}

async function live(cutAt: number | undefined, alter?: Alter): Promise<Lived> {
  const first = await contractsStand()
  let last = first
  try {
    const { services, database } = first.app
    await transaction(services.sql, (tx) => fillInsuranceFund(first.contracts.world, tx, services.clock.now()))
    await first.price(btc, 100_000)
    for (const [customer, side, quantity, leverage] of [
      [1, 'buy', '1', '10'],
      [3, 'sell', '0.4', '1'],
    ] as const) {
      await first.fund(customer, customer === 1 ? 13_000 : 100_000)
      await first.as(customer, '/suitability/answer', rightAnswers)
      first.offer(btc, side === 'buy' ? 'sell' : 'buy', 100_000, Number(quantity))
      const asked = { symbol: btc, side, type: 'market', quantity, leverage, tradePassword: rightPassword }
      expect((await first.as(customer, '/order/add', asked)).status).toBe(200)
    }
    await first.settle()
    const line = cutLine(services.sql)
    last = await first.restart(line.sql)
    await last.contracts.engine.start()
    offerBids(last)
    line.arm(cutAt, alter)
    await fall(last)
    if (line.isCut()) {
      last = await last.kill()
      // The market has forgotten nothing of what it offered; what it sold is sold.
      offerBids(last)
      await last.contracts.engine.start()
      await fall(last)
    }
    const findings = await checkBooks(database.owner, { market: 'fixture', now: Date.UTC(2030, 0, 1) })
    const { ending, problems } = await endingOf(last)
    return { line, ending, problems: [...problems, ...findings.map(({ what }) => what)] }
  } finally {
    await last.close().catch(() => undefined)
  }
}

async function endingOf({ app: { database } }: ContractsStand) {
  const [row] = await database.owner<
    { closed: bigint; size: bigint; running: number; below: number; orders: number; steps: string; begun: number }[]
  >`
    with own as (select * from contract_position where customer_id like '%1' order by opened_at limit 1)
    select (select coalesce(-sum(size), 0)::bigint from contract_booking
        where size < 0 and position_id = (select position_id from own)) as closed,
      (select size from own) as size,
      (select count(*)::integer from contract_position where closed_at is null and liquidation_id is not null) as running,
      (select count(*)::integer from ledger_balance join ledger_account using (account_no)
        where id like 'cus_%' and (posted < 0 or posted - held < 0)) as below,
      (select count(*)::integer from trade_order where ended_at is null) as orders,
      (select coalesce(string_agg(distinct kind, ' ' order by kind), 'none') from contract_liquidation_step) as steps,
      (select count(distinct liquidation_id)::integer from contract_liquidation_step) as begun`
  const { closed = -1n, size = -1n, running, below, orders, steps = '', begun } = row ?? {}
  const problems = [
    ...(closed + size === 100_000_000n ? [] : [`${closed} was closed of 100000000, ${size} is left`]),
    ...(running === 0 ? [] : [`${running} positions stand marked`]),
    ...(below === 0 ? [] : [`${below} accounts are below zero`]),
    ...(orders === 0 ? [] : [`${orders} orders are open`]),
    ...(begun === 1 ? [] : [`${begun} liquidations were begun`]),
  ]
  return { problems, ending: `${size === 0n ? 'closed' : 'safe'}: ${steps}` }
}

it('leaves one effect and right books, wherever the process dies', async () => {
  const whole = await live(undefined)
  const moments = whole.line.moments()
  expect(whole.problems).toEqual([])
  expect(whole.ending).toBe('closed: deleveraging full')
  // Beginning, the book with the fund, and handing over are a transaction each.
  expect(moments.filter((name) => name.startsWith('after commit of')).length).toBeGreaterThanOrEqual(3)
  const problems: string[] = []
  const endings = new Set<string>()
  for (let at = 1; at <= moments.length; at += 1) {
    const lived = await live(at)
    endings.add(lived.ending)
    problems.push(...lived.problems.map((what) => `${at}, ${lived.line.moments()[at - 1]}: ${what}`))
    if (!lived.line.isCut()) break
  }
  expect(problems).toEqual([])
  expect([...endings].filter((ending) => !/^closed: (deleveraging )?full$/.test(ending))).toEqual([])
}, 900_000)

it('finds a step that is not remembered: its money moved, its position as before', async () => {
  const { line } = await live(undefined)
  const steps = line
    .moments()
    .flatMap((name, at) => (/after commit of .*contract_liquidation_step/.test(name) ? [at + 1] : []))
  expect(steps.length).toBeGreaterThan(0)
  const forgets: Alter = (text) => (text.includes('update contract_position as kept') ? `${text} and false` : text)
  const { problems } = await live(steps[0], forgets)
  expect(problems.join('\n')).toMatch(/position pos_\w+ is .*, its entries come to|was closed of 100000000/)
}, 120_000)
