import { createAuditLog } from '@bolsillo/audit/server'
import { seededRng } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WarningStep, warningTerms } from '../../domain/index.ts'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from '../testing/contracts-stand.ts'

let stand: ContractsStand
const notices: { readonly customerId: string; readonly title: string; readonly text: string }[] = []
beforeEach(async () => {
  notices.length = 0
  stand = await contractsStand({
    notify: async (_, { customerId, title, text }) => {
      notices.push({ customerId, title: title['en-US'] ?? '', text: text['en-US'] ?? '' })
    },
  })
  await stand.price(btc, 100_000)
  await stand.price(eth, 4000)
})
afterEach(() => stand.close())

async function open(customer: number, body: Readonly<Record<string, string>>): Promise<void> {
  await stand.as(customer, '/suitability/answer', rightAnswers)
  const symbol = body.symbol ?? btc
  stand.offer(symbol, 'sell', symbol === btc ? 100_000 : 4000, Number(body.quantity))
  const asked = { symbol, side: 'buy', type: 'market', leverage: '10', tradePassword: rightPassword, ...body }
  const { json } = await stand.as(customer, '/order/add', asked)
  if (json.code !== 0) throw new Error(JSON.stringify(json))
  await stand.settle()
}

interface Row {
  readonly customer_id: string
  readonly account: string
  readonly number: number
  readonly step: WarningStep
  readonly ratio: bigint | null
}
const rows = async (): Promise<readonly Row[]> =>
  await stand.app.database.owner<Row[]>`
    select customer_id, account, number, step, ratio from contract_margin_warning order by at, customer_id, number`
const steps = async (): Promise<readonly WarningStep[]> => (await rows()).map(({ step }) => step)
const acts = async (customer: number) =>
  await createAuditLog().aboutCustomer(stand.app.services.sql, stand.customerId(customer), {
    actions: ['contracts.margin-warn'],
    limit: 100,
  })

describe('a position that comes near its liquidation', () => {
  it('is warned of once at each level, and again after it was clearly safe', async () => {
    await stand.fund(1, 5_000)
    await open(1, { quantity: '0.1' })
    await stand.price(btc, 94_000)
    expect(await rows()).toEqual([])
    for (const price of [93_000, 93_300, 92_900, 92_400, 93_000, 92_400]) await stand.price(btc, price)
    expect(await steps()).toEqual(['first', 'urgent'])
    // Not clearly safe, then clearly.
    for (const price of [93_600, 93_000]) await stand.price(btc, price)
    expect(await steps()).toEqual(['first', 'urgent'])
    for (const price of [95_000, 92_400]) await stand.price(btc, price)
    expect(await steps()).toEqual(['first', 'urgent', 'calm', 'urgent'])
    const [position] = await stand.positions(1)
    const own = await acts(1)
    expect(own.map(({ details }) => details.level)).toEqual(['urgent', 'urgent', 'first'])
    // What the act names is what the app shows.
    expect(own[0]).toMatchObject({ actor: 'contracts', subject: stand.customerId(1) })
    expect(own[0]?.details).toMatchObject({
      ...{ kind: 'isolated', position: position?.positionId, symbol: btc, number: '4', threshold: '90.00' },
      ...{ ratio: position?.marginRatio, mark: position?.mark, liquidation: position?.liquidationPrice },
      maintenance: position?.maintenance,
    })
    expect(notices).toHaveLength(3)
    expect(notices[0]).toEqual({
      customerId: stand.customerId(1),
      title: 'Your position is close to liquidation',
      text: expect.stringMatching(
        /^At a mark price of 93,000\.00, the position in BTC-USDT-PERP uses \d\d\.\d\d% of its margin\. It is liquidated at [\d,.]+\. You can add margin or close a part\. At 100% it is liquidated\.$/,
      ),
    })
  })

  it('is not warned of twice after a restart, nor missed by one', async () => {
    await stand.fund(1, 5_000)
    await open(1, { quantity: '0.1' })
    await stand.price(btc, 93_000)
    expect(await steps()).toEqual(['first'])
    for (const again of [() => stand.restart(), () => stand.kill()]) {
      stand = await again()
      await stand.price(btc, 93_000)
      await stand.contracts.engine.start()
      await stand.price(btc, 92_900)
      await stand.looks(2)
      expect(await steps()).toEqual(['first'])
    }
    // It moved while nobody looked.
    stand = await stand.restart()
    await stand.price(btc, 92_400)
    expect(await steps()).toEqual(['first'])
    await stand.contracts.engine.start()
    await stand.settle()
    expect(await steps()).toEqual(['first', 'urgent'])
  })

  it('that is liquidated at once is not warned of', async () => {
    await stand.fund(1, 5_000)
    await open(1, { quantity: '0.1' })
    await stand.price(btc, 91_000)
    await stand.looks()
    await stand.price(btc, 92_400)
    await stand.looks(2)
    expect((await stand.positions(1)).map(({ beingLiquidated }) => beingLiquidated)).not.toContain(false)
    expect(await steps()).toEqual([])
  })

  it('is warned of again when what could not be written failed', async () => {
    await stand.fund(1, 5_000)
    await open(1, { quantity: '0.1' })
    await stand.app.database
      .owner`alter table contract_margin_warning add constraint no_rows check (number < 0) not valid`
    await stand.price(btc, 93_000)
    // The mark goes back before it can be written: it was reached.
    await stand.price(btc, 93_500)
    expect(await steps()).toEqual([])
    expect([await acts(1), notices]).toEqual([[], expect.anything()])
    notices.length = 0
    await stand.app.database.owner`alter table contract_margin_warning drop constraint no_rows`
    await stand.looks(1)
    expect(await steps()).toEqual(['first'])
    expect((await acts(1)).map(({ details }) => details.mark)).toEqual(['93000.00'])
    expect(notices).toHaveLength(1)
  })
})

it('a cross account is one episode, which ends when nothing of it is open', async () => {
  await stand.fund(1, 1_100)
  await open(1, { quantity: '0.05', marginMode: 'cross' })
  await open(1, { symbol: eth, quantity: '1', marginMode: 'cross' })
  for (const price of [88_000, 83_600]) await stand.price(btc, price)
  const [first] = await rows()
  expect(first).toMatchObject({ account: 'cross', number: 1 })
  const [act] = await acts(1)
  const [position] = await stand.positions(1)
  expect(act?.details).toMatchObject({ kind: 'cross', ratio: position?.marginRatio, symbol: btc })
  for (const symbol of [btc, eth]) stand.offer(symbol, 'buy', symbol === btc ? 83_600 : 4000, 5)
  expect((await stand.as(1, '/order/liquidate/all')).json).toMatchObject({ code: 0 })
  await stand.settle()
  expect(await stand.positions(1)).toEqual([])
  expect((await rows()).at(-1)).toMatchObject({ step: 'calm', ratio: null })
})

it('rows of warnings neither change nor skip a step, whoever writes', async () => {
  const { owner } = stand.app.database
  const add = async (number: number, step: string, ratio: number): Promise<unknown> =>
    await owner`insert into contract_margin_warning values ('cus_1', 'cross', ${number}, ${step}, 'pos_1', ${ratio},
      ${step === 'calm' ? 6000 : 7000}, '{}', ${number})`
  await expect(add(2, 'first', 7100)).rejects.toThrow('does not follow')
  await expect(add(1, 'calm', 100)).rejects.toThrow('does not follow')
  await expect(add(1, 'first', 6999)).rejects.toThrow('check constraint')
  await add(1, 'urgent', 9100)
  await expect(add(2, 'first', 7100)).rejects.toThrow('does not follow')
  await expect(add(2, 'urgent', 9100)).rejects.toThrow('does not follow')
  await expect(owner`update contract_margin_warning set ratio = 9200`).rejects.toThrow('insert-only')
  await expect(owner`delete from contract_margin_warning`).rejects.toThrow('insert-only')
})

it.each([1, 2])(
  'on a random path with restarts the steps are those of the ratio that is shown, path %i',
  async (seed) => {
    const rng = seededRng(seed, 'margin-warnings')
    const below = (bound: number): number => rng.nextUint32() % bound
    const terms = warningTerms(70, 90)
    for (const customer of [1, 2, 3]) await stand.fund(customer, [700, 1_150, 1_200][customer - 1] ?? 0)
    await open(1, { quantity: '0.05' })
    await open(2, { quantity: '0.1', leverage: '12', marginMode: 'cross' })
    await open(3, { quantity: '0.1', leverage: '11' })
    const expected: string[] = []
    const last = new Map<number, WarningStep>()
    let price = 95_000
    for (let tick = 0; tick < 40; tick += 1) {
      price = Math.min(99_000, Math.max(91_800, price + (below(2001) - 1000) * 2))
      if (below(12) === 0) {
        stand = await stand.restart()
        await stand.price(btc, price)
        await stand.contracts.engine.start()
      }
      await stand.price(btc, price)
      await stand.settle()
      for (const customer of [1, 2, 3]) {
        const [position] = await stand.positions(customer)
        if (position?.marginRatio === undefined || position.beingLiquidated || Number(position.marginRatio) > 100)
          continue
        const ratio = BigInt(position.marginRatio.replace('.', ''))
        const [now] = [last.get(customer)]
        const isWarned = now === 'first' || now === 'urgent'
        const step: WarningStep | undefined =
          ratio >= terms.urgent && now !== 'urgent'
            ? 'urgent'
            : ratio >= terms.first && !isWarned
              ? 'first'
              : ratio < 6_000n && isWarned
                ? 'calm'
                : undefined
        if (step === undefined) continue
        last.set(customer, step)
        expected.push(`${stand.customerId(customer)} ${step} ${ratio}`)
      }
    }
    const made = (await rows()).map(({ customer_id, step, ratio }) => `${customer_id} ${step} ${ratio}`)
    expect(made.toSorted()).toEqual(expected.toSorted())
    expect(expected.length).toBeGreaterThan(1)
  },
)
