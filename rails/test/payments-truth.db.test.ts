import { currencies, idOf, money, plusMs, present } from '@bolsillo/kernel'
import { accountId, customerAccount } from '@bolsillo/ledger/domain'
import { payInKey, railCustody, railDetails } from '@bolsillo/payments/domain'
import type { PayoutRecord } from '@bolsillo/payments/server'
import { transaction } from '@bolsillo/server-kit'
import { testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speiPayloads } from './spei-payload.ts'
import { type DepositStand, depositStand } from './testing/deposit-stand.ts'

let stand: DepositStand
const ended: { readonly kind: string; readonly payout: PayoutRecord | undefined }[] = []
beforeAll(async () => {
  stand = await depositStand()
  stand.payments.takePayouts('wdr', {
    sent: async (_, { payout }) => void ended.push({ kind: 'sent', payout }),
    confirmed: async (tx, { payout, railId, event }) => {
      ended.push({ kind: 'confirmed', payout })
      const { ids, clock } = stand.app.services
      await stand.ledger.post(tx, [
        {
          id: ids.next('ent'),
          kind: 'withdrawal-paid',
          at: clock.now(),
          actor: 'payments',
          reference: `withdrawal:${payout?.cause}`,
          details: railDetails(railId, event.externalId),
          postings: [
            { account: accountId('house', 'unmatched', 'MXN'), posted: -event.amount.minor, held: 0n },
            { account: railCustody(railId, 'MXN'), posted: event.amount.minor, held: 0n },
          ],
        },
      ])
    },
    failed: async (_, { payout }) => void ended.push({ kind: 'failed', payout }),
    returned: async () => false,
    ownerKnown: false,
  })
  // The payouts below spend unmatched money: the harness has no withdrawals of its own.
  await stand.say('test-spei', pay('999180077777777776', 'FUND', 10_000_000n))
  await stand.pass(1_000)
})
afterAll(async () => {
  await stand.close()
})

const now = () => stand.app.services.clock.now()
const pay = (to: string, clave: string, minor: bigint) =>
  speiPayloads.writeIn({
    externalId: clave,
    amount: money(minor, currencies.MXN),
    to,
    name: 'Ana',
    account: '032180000118359719',
    at: now(),
  })
const wish = (cause: string, minor = 50_000n) => ({
  cause,
  channel: 'spei-mxn' as const,
  amount: money(minor, currencies.MXN),
  destination: { kind: 'clabe' as const, clabe: '032180000118359719', holder: 'Ana López' },
  reference: 'RETIRO',
  now: now(),
})
const request = (cause: string, minor?: bigint) =>
  transaction(stand.app.database.sql, (tx) => stand.payments.requestPayout(tx, wish(cause, minor)))
const payoutOf = async (cause: string) =>
  present(await stand.payments.payoutOf(stand.app.database.sql, cause), `the payment of ${cause}`)
const kindsOf = (cause: string) => ended.filter(({ payout }) => payout?.cause === cause).map(({ kind }) => kind)

describe('pay-in addresses', () => {
  it('are given once, to one customer, however many ask at once', async () => {
    const { customerId } = testCustomer(7_001)
    const { customerId: other } = testCustomer(7_002)
    const ask = (who: typeof customerId) =>
      transaction(stand.app.database.sql, (tx) =>
        stand.payments.payInAddress(tx, { customerId: who, channel: 'bitcoin-btc', now: now() }),
      )
    const addresses = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n % 2 === 0 ? customerId : other)))
    const [mine, theirs] = [new Set(), new Set()]
    for (const [n, address] of addresses.entries()) (n % 2 === 0 ? mine : theirs).add(payInKey(address))
    expect([mine.size, theirs.size]).toEqual([1, 1])
    expect([...mine][0]).not.toBe([...theirs][0])
    const { sql } = stand.app.database
    expect(await stand.payments.ownerOf(sql, 'test-chain-bitcoin', String([...mine][0]))).toBe(customerId)
    const address = String([...theirs][0])
    expect(await stand.payments.isOwnAddress(sql, { kind: 'address', network: 'bitcoin', address })).toBe(true)
  })

  it('cannot be given to somebody else by the running server', async () => {
    const { sql } = stand.app.database
    await expect(sql`update payment_target set customer_id = 'x'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from payment_target`).rejects.toThrow(/permission denied/)
    await expect(sql`update rail_event set minor = 1`).rejects.toThrow(/permission denied/)
    await expect(stand.app.database.owner`update rail_event set minor = 1`).rejects.toThrow(/insert-only/)
  })
})

describe('a payment out', () => {
  it('is one for each withdrawal, whoever asks fifty times at once, and another one is an assertion', async () => {
    const asked = await Promise.all(Array.from({ length: 50 }, () => request('wdr_RACE')))
    expect(new Set(asked.map(({ payoutId }) => payoutId)).size).toBe(1)
    await expect(request('wdr_RACE', 1n)).rejects.toThrow('another payment was asked for')
    await Promise.all([1, 2, 3].map(() => stand.engine.sendPayouts()))
    await stand.pass(20_000)
    expect((await payoutOf('wdr_RACE')).state).toBe('confirmed')
    expect(kindsOf('wdr_RACE')).toEqual(['sent', 'confirmed'])
  })

  it('that fails is reported once, and what came back is not paid again', async () => {
    await request('wdr_FAILS', 50_013n)
    await stand.engine.sendPayouts()
    await stand.pass(20_000)
    await stand.engine.sendPayouts()
    await stand.pass(20_000)
    expect(await payoutOf('wdr_FAILS')).toMatchObject({ state: 'failed', failure: 'Cuenta inexistente' })
    expect(kindsOf('wdr_FAILS')).toEqual(['sent', 'failed'])
  })

  it('told as arrived after it was told as failed, or with another amount, waits for people', async () => {
    const { payoutId } = await request('wdr_LIES', 60_013n)
    await stand.engine.sendPayouts()
    await stand.pass(20_000)
    const out = { payoutId, externalId: 'LIE', state: 'confirmed', reason: '', at: now() } as const
    await stand.say('test-spei', speiPayloads.writeOut({ ...out, amount: money(60_013n, currencies.MXN) }))
    await stand.pass(1_000)
    expect((await payoutOf('wdr_LIES')).state).toBe('failed')
    const { payoutId: second } = await request('wdr_LESS', 70_000n)
    await stand.say(
      'test-spei',
      speiPayloads.writeOut({ ...out, payoutId: second, amount: money(69_999n, currencies.MXN) }),
    )
    await stand.pass(1_000)
    expect((await payoutOf('wdr_LESS')).state).toBe('requested')
    const parked = await stand.app.database
      .owner`select problem from rail_event_state where state = 'parked' order by seq`
    expect(parked.map((row) => row.problem)).toEqual([
      'told as confirmed after failed',
      'another amount arrived than was asked for',
    ])
    expect(kindsOf('wdr_LIES')).toEqual(['sent', 'failed'])
    expect(kindsOf('wdr_LESS')).toEqual([])
  })

  it('nobody asked for is believed of no rail', async () => {
    const payoutId = idOf('pay', 'pay_01KJ0000000000000000000009')
    const amount = money(1n, currencies.MXN)
    await stand.say(
      'test-spei',
      speiPayloads.writeOut({ payoutId, externalId: 'X', state: 'confirmed', reason: '', amount, at: now() }),
    )
    const before = ended.length
    await stand.pass(1_000)
    expect(ended.length).toBe(before)
  })

  it('of a transaction that was undone is never sent', async () => {
    const undone = transaction(stand.app.database.sql, async (tx) => {
      await stand.payments.requestPayout(tx, wish('wdr_UNDONE'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await stand.engine.sendPayouts()
    await stand.pass(20_000)
    expect(await stand.payments.payoutOf(stand.app.database.sql, 'wdr_UNDONE')).toBeUndefined()
  })
})

describe('reconciliation', () => {
  // Above, the bank reported wdr_LESS with a wrong amount, so the books lack what it really paid: reconciliation
  // finds that too.
  const lied = { kind: 'missing-in-books', asset: 'MXN', external_id: expect.stringMatching(/^BOLS/) }
  const open = () =>
    stand.app.database.owner<{ kind: string; external_id: string; asset: string }[]>`
      select kind, external_id, asset from reconciliation_difference difference
      where not exists (select from reconciliation_closing closing where closing.difference_id = difference.id)
      order by kind, external_id`
  const freezeOf = (asset: 'MXN' | 'BRL') => stand.payments.freezeOf(stand.app.database.sql, currencies[asset], now())

  it('finds nothing where every deposit and payment is booked', async () => {
    // FUND came in by a message of the bank that its own statement has no line of.
    const { customerId, to } = await stand.newPayer('test-spei')
    await transaction(stand.app.database.sql, (tx) =>
      stand.test.payer.payIn(tx, { railId: 'test-spei', to, amount: money(33_300n, currencies.MXN), now: now() }),
    )
    await stand.pass(20_000)
    expect(await stand.creditedTo(customerId, 'MXN')).toBe(33_300n)
    stand.app.services.clock.advanceMs(3_600_000)
    await stand.engine.reconcile()
    expect(await open()).toEqual([{ kind: 'missing-at-rail', external_id: 'FUND', asset: 'MXN' }, lied])
  })

  it('holds back payments of that asset only, and lets them go once the statement has it', async () => {
    expect(await freezeOf('MXN')).toMatchObject({ railId: 'test-spei', difference: { minor: 10_070_000n } })
    expect(await freezeOf('BRL')).toBeUndefined()
    await request('wdr_FROZEN')
    await stand.engine.sendPayouts()
    await stand.pass(20_000)
    expect((await payoutOf('wdr_FROZEN')).state).toBe('requested')
    const provider = present(stand.test.providers.get('test-spei'), 'the bank')
    const line = { externalId: 'FUND', direction: 'in', amount: money(10_000_000n, currencies.MXN), at: now() } as const
    await transaction(stand.app.database.sql, (tx) => provider.say(tx, '{"tipo":"aviso"}', now(), [line]))
    await stand.engine.reconcile()
    expect(await open()).toEqual([lied])
    expect(await freezeOf('MXN')).toBeUndefined()
    stand.app.services.clock.advanceMs(10 * 60_000)
    await stand.engine.sendPayouts()
    await stand.pass(20_000)
    expect((await payoutOf('wdr_FROZEN')).state).toBe('confirmed')
  })

  it('finds within one round what the statement has and the books have not, and keeps it until it is gone', async () => {
    const provider = present(stand.test.providers.get('test-pix'), 'the bank')
    const at = plusMs(now(), -3_600_000)
    const line = { externalId: 'E-STRAY', direction: 'in', amount: money(20_000n, currencies.BRL), at } as const
    await transaction(stand.app.database.sql, (tx) => provider.say(tx, '{"tipo":"aviso"}', now(), [line]))
    await stand.engine.reconcile()
    await stand.engine.reconcile()
    expect(await open()).toEqual([lied, { kind: 'missing-in-books', external_id: 'E-STRAY', asset: 'BRL' }])
    // Below the limit of its asset nothing waits.
    expect(await freezeOf('BRL')).toBeUndefined()
    // The window moves on; what is open stays in sight.
    stand.app.services.clock.advanceMs(10 * 86_400_000)
    await stand.engine.reconcile()
    expect(await open()).toHaveLength(2)
  })

  it('ends by itself when nobody compares any more', async () => {
    const provider = present(stand.test.providers.get('test-pix'), 'the bank')
    const at = plusMs(now(), -3_600_000)
    const line = { externalId: 'E-LARGE', direction: 'in', amount: money(9_000_000n, currencies.BRL), at } as const
    await transaction(stand.app.database.sql, (tx) => provider.say(tx, '{"tipo":"aviso"}', now(), [line]))
    await stand.engine.reconcile()
    expect(await freezeOf('BRL')).toBeDefined()
    stand.app.services.clock.advanceMs(2 * 3_600_000 + 1)
    expect(await freezeOf('BRL')).toBeUndefined()
  })

  it('sees an entry on a rail’s custody that names no movement of it', async () => {
    const { ids } = stand.app.services
    await transaction(stand.app.database.sql, (tx) =>
      stand.ledger.post(tx, [
        {
          id: ids.next('ent'),
          kind: 'deposit',
          at: plusMs(now(), -3_600_000),
          actor: 'payments',
          reference: 'deposit:made-up',
          details: {},
          postings: [
            { account: customerAccount(testCustomer(1).customerId, 'stock', 'MXN'), posted: 5n, held: 0n },
            { account: railCustody('test-spei', 'MXN'), posted: -5n, held: 0n },
          ],
        },
      ]),
    )
    await stand.engine.reconcile()
    expect((await open()).filter(({ external_id }) => external_id.startsWith('entry-'))).toMatchObject([
      { kind: 'missing-at-rail', asset: 'MXN' },
    ])
  })
})
