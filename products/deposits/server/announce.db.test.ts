import { notDecimalTexts } from '@bolsillo/kernel/test'
import { channelSettings, channels } from '@bolsillo/payments/domain'
import { operationsSettings } from '@bolsillo/settings/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depositLimits, depositMoves, depositStages } from '../domain/index.ts'
import { type DepositsStand, dayLimit, depositsStand, pesos } from './testing/deposits-stand.ts'

let stand: DepositsStand
const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const announce = (change: Readonly<Record<string, unknown>> = {}, customer = 1) => {
  // Thirty a minute are taken; these come slower.
  stand.app.services.clock.advanceMs(3_000)
  return stand.as(customer, '/user/recharge/add', { channelId: 'spei-mxn', amount: '100.00', ...change })
}
const cancelAll = async (customer = 1): Promise<void> => {
  const { rows } = dataOf(await stand.as(customer, '/user/recharge/order?open=true&limit=100'))
  for (const { depositId } of rows) await stand.as(customer, '/user/recharge/cancel', { depositId })
}

beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

describe('the database', () => {
  it('holds the same moves as the domain', async () => {
    const rows = await stand.app.database.owner<{ from_stage: string; to_stage: string }[]>`
      select from_stage, to_stage from deposit_move`
    const table = rows.map((row) => `${row.from_stage} ${row.to_stage}`).sort()
    const domain = depositStages.flatMap((from) => depositMoves[from].map((to) => `${from} ${to}`)).sort()
    expect(table).toEqual(domain)
  })

  it.each(depositStages.flatMap((from) => depositStages.map((to) => [from, to] as const)))(
    'lets a deposit go from %s to %s only by the table',
    async (from, to) => {
      const { owner } = stand.app.database
      const id = `dep_${String(depositStages.indexOf(from) * 10 + depositStages.indexOf(to)).padStart(26, '0')}`
      const filled = (stage: string) => ({
        stage,
        held_reason: 'other-name',
        fail_reason: stage === 'failed' ? 'expired' : null,
        entry_id: stage === 'credited' ? `ent ${id}` : null,
        credited_minor: stage === 'credited' ? 5 : null,
        ended_at: ['credited', 'failed'].includes(stage) ? 1 : null,
      })
      const row = {
        id,
        customer_id: stand.customerId(1),
        rail_id: 'moves',
        method: 'spei',
        asset: 'MXN',
        amount_minor: 5,
        external_id: id,
        created_at: 1,
        updated_at: 1,
        ...filled(from),
      }
      // The moves alone: who may make this one is tested with the lines of statements.
      await owner`alter table deposit disable trigger by_hand`
      const isListed = from === to || depositMoves[from].includes(to)
      const moved = owner
        .begin(async (tx) => {
          await tx`insert into deposit ${tx(row)}`
          await tx`update deposit set ${tx(filled(to))} where id = ${id}`
          await tx`delete from deposit where id = ${id}`
        })
        .then(() => true)
        .catch(() => false)
      expect(await moved).toBe(isListed)
    },
  )

  it('lets nobody change or delete what happened', async () => {
    await announce()
    const { owner } = stand.app.database
    await expect(owner`update deposit_step set reason = 'x'`).rejects.toThrow(/insert-only/)
    await expect(owner`delete from deposit_step`).rejects.toThrow(/insert-only/)
    await expect(stand.app.services.sql`delete from deposit`).rejects.toThrow(/permission denied/)
    await cancelAll()
  })
})

describe('announcing a deposit', () => {
  it('tells where to pay and moves no money', async () => {
    const head = await stand.ledger.head(stand.app.services.sql)
    const answer = await announce({ amount: '250.50' })
    expect(answer.status).toBe(200)
    expect(dataOf(answer)).toMatchObject({
      deposit: { state: 'review', stage: 'awaiting-payment', asked: '250.50', hasProof: false },
      payIn: { kind: 'clabe', clabe: await stand.target(1, 'spei-mxn') },
    })
    expect(await stand.ledger.head(stand.app.services.sql)).toEqual(head)
    await cancelAll()
  })

  it.each([
    ['channelId', { channelId: 'spei-usd' }, 17_007],
    ['channelId', { channelId: 'bitcoin-btc' }, 17_007],
    ['channelId', { channelId: 'SPEI-MXN' }, 17_007],
    ['amount', { amount: '0' }, 21_005],
    ['amount', { amount: '0.00' }, 21_005],
    ['amount', { amount: '1.001' }, 21_006],
    ['amount', { amount: '0.000000006' }, 21_006],
    ['amount', { amount: '49.99' }, 17_002],
    ['amount', { amount: '2000000.01' }, 17_003],
    ['amount', { amount: '100000.01' }, 21_009],
    ...[...notDecimalTexts, '', '-1'].map((amount) => ['amount', { amount }, 10_005] as const),
    ['amount', { amount: 5 }, 10_005],
    ['amount', { amount: true }, 10_005],
    ['amount', { amount: ['5'] }, 10_005],
    ['proofFileId', { channelId: 'transfer-mxn', amount: '500', proofFileId: 'fil_1' }, 10_005],
    [
      'proofFileId',
      { channelId: 'transfer-mxn', amount: '500', proofFileId: `fil_${'1'.padStart(25, '0')}0` },
      'file-unknown',
    ],
    ['status', { status: 'complete' }, 10_002],
    ['__proto__x', { __proto__x: 1 }, 10_002],
  ] as const)('refuses a wrong %s without an effect: %j', async (field, change, code) => {
    const before = await stand.fingerprint()
    const answer = await announce(change)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    const { rejection, field: about } = dataOf(answer)
    if (typeof code === 'number') expect([answer.json.code, rejection]).toEqual([code, rejection])
    else expect(rejection).toBe(code)
    expect(about).toBe(field)
    expect(await stand.fingerprint()).toBe(before)
  })

  it('takes one of the same key once', async () => {
    const body = { channelId: 'spei-mxn', amount: '123.00' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => stand.as(1, '/user/recharge/add', body, 'the-same-key-of-a-deposit')),
    )
    const ids = new Set(answers.filter(({ status }) => status === 200).map((one) => dataOf(one).deposit.depositId))
    expect(ids.size).toBe(1)
    await cancelAll()
  })

  it('keeps the day’s limit and the number of announcements, however many come at once', async () => {
    const half = pesos('60000.00')
    const wishes = Array.from({ length: 12 }, () => announce({ amount: '60000.00' }))
    const taken = (await Promise.all(wishes)).filter(({ status }) => status === 200)
    expect(BigInt(taken.length) * half.minor <= dayLimit).toBe(true)
    expect(taken).toHaveLength(1)
    await cancelAll()
    const small = await Promise.all(Array.from({ length: 14 }, () => announce({ amount: '50.00' })))
    expect(small.filter(({ status }) => status === 200)).toHaveLength(depositLimits.openMax)
    expect(dataOf(small.find(({ status }) => status !== 200) ?? announceNothing).rejection).toBe(
      'deposits-too-many-open',
    )
    await cancelAll()
  })

  it('is nobody else’s to see, to prove or to cancel', async () => {
    const { deposit } = dataOf(await announce({ channelId: 'transfer-mxn', amount: '500.00' }))
    const { depositId } = deposit
    for (const answer of [
      await stand.as(3, `/user/recharge/info?depositId=${depositId}`),
      await stand.as(3, '/user/recharge/cancel', { depositId }),
      await stand.as(3, '/user/recharge/proof', { depositId, fileId: `fil_${'1'.padStart(26, '0')}` }),
      await stand.as(3, `/user/recharge/receipt?depositId=${depositId}`),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, 21_011])
    }
    const proved = await stand.as(1, '/user/recharge/proof', { depositId, fileId: `fil_${'1'.padStart(26, '0')}` })
    expect(dataOf(proved).deposit).toMatchObject({ stage: 'proof-check', hasProof: true })
    const late = await stand.as(1, '/user/recharge/cancel', { depositId })
    expect(late.json.code).toBe(21_014)
  })

  it('ends by itself, and money that comes later is credited all the same', async () => {
    const { deposit } = dataOf(await announce({ amount: '61.00' }))
    stand.app.services.clock.advanceMs(73 * 3_600_000)
    await stand.runJob('deposits.end-announcements')
    const found = dataOf(await stand.as(1, `/user/recharge/info?depositId=${deposit.depositId}`))
    expect(found.deposit).toMatchObject({ state: 'fail', failReason: 'expired' })
    stand.rails.spei.deliver({ externalId: 'late', amount: pesos('61.00'), to: await stand.target(1, 'spei-mxn') })
    await stand.engine.readRails()
    const { rows } = dataOf(await stand.as(1, '/user/recharge/order'))
    expect(rows[0]).toMatchObject({ externalId: 'late', stage: 'credited' })
    expect(rows[0].depositId).not.toBe(deposit.depositId)
  })
})

const announceNothing = { json: { data: {} } }

describe('a channel', () => {
  it('with a password lets in who knows it, and makes who guesses wait', async () => {
    await stand.asStaff('teresa', '/deposits/channel-password', { channelId: 'spei-mxn', password: 'abrete-sesamo' })
    const tried = async (channelPassword?: string) =>
      (await announce(channelPassword === undefined ? {} : { channelPassword }, 3)).json.code
    expect(await tried()).toBe(21_003)
    for (let tries = 0; tries < depositLimits.passwordTriesMax; tries += 1) expect(await tried('wrong')).toBe(21_004)
    expect(await tried('abrete-sesamo')).toBe(21_019)
    stand.app.services.clock.advanceMs(depositLimits.passwordWaitMs + 1)
    expect(await tried('abrete-sesamo')).toBe(0)
    await stand.asStaff('teresa', '/deposits/channel-password', { channelId: 'spei-mxn' })
    expect((await announce({}, 3)).json.code).toBe(0)
    await cancelAll(3)
  })
})

describe('while nothing may be announced', () => {
  it.each([
    ['deposits are paused', operationsSettings.deposits, 9_999_999_999_999, 13_011],
    ['the channel is switched off', channels[0]?.settings.depositsOpen ?? channelSettings[0], false, 17_001],
  ])('%s: it is refused, and what arrives is credited', async (_, setting, value, code) => {
    if (setting === undefined) throw new Error('there is a channel')
    const other = await depositsStand({ settings: [{ setting, value }] })
    const answer = await other.as(1, '/user/recharge/add', { channelId: 'spei-mxn', amount: '100.00' })
    expect(answer.json.code).toBe(code)
    other.rails.spei.deliver({ externalId: 'P1', amount: pesos('5.00'), to: await other.target(1, 'spei-mxn') })
    await other.engine.readRails()
    expect(await other.balance(`${other.customerId(1)}:stock:MXN`)).toBe(500n)
    await other.close()
  })

  it('without a verified identity no address is shown', async () => {
    const other = await depositsStand({ unmet: 'identity-verified' })
    for (const [path, body] of [
      ['/user/recharge/add', { channelId: 'spei-mxn', amount: '100.00' }],
      ['/user/recharge/address', { channelId: 'spei-mxn' }],
      ['/coin/recharge/address/generate', { asset: 'BTC', network: 'bitcoin' }],
      ['/coin/recharge/add', { asset: 'BTC', network: 'bitcoin', amount: '1' }],
      ['/user/practice/deposit', { channelId: 'spei-mxn', amount: '1' }],
    ] as const) {
      expect((await other.as(1, path, body)).json.code).toBe(10_041)
    }
    expect((await other.as(1, '/user/recharge/status')).status).toBe(200)
    await other.close()
  })
})

describe('coins', () => {
  it('get one address for ever, which is nobody else’s', async () => {
    const wish = { asset: 'BTC', network: 'bitcoin' }
    const none = dataOf(await stand.as(3, '/coin/recharge/address', wish))
    expect(none.payIn).toBeUndefined()
    const made = await Promise.all(
      Array.from({ length: 8 }, () => stand.as(3, '/coin/recharge/address/generate', wish)),
    )
    expect(new Set(made.map((one) => dataOf(one).payIn.address)).size).toBe(1)
    const others = dataOf(await stand.as(1, '/coin/recharge/address/generate', wish)).payIn.address
    expect(others).not.toBe(dataOf(made[0] ?? announceNothing).payIn.address)
  })

  it.each([
    ['asset', { asset: 'DOGE' }, 21_015],
    ['asset', { asset: 'MXN' }, 21_015],
    ['network', { network: 'tron' }, 21_016],
    ['network', { network: 'solana' }, 10_005],
    ['transaction', { transaction: 'abc' }, 21_017],
    ['transaction', { transaction: `0x${'a'.repeat(64)}` }, 21_017],
  ])('refuse a wrong %s: %j', async (field, change, code) => {
    const body = { asset: 'BTC', network: 'bitcoin', amount: '0.5', ...change }
    const answer = await stand.as(1, '/coin/recharge/add', body)
    expect([answer.json.code, dataOf(answer).field]).toEqual([code, field])
  })

  it('are followed from their hash on', async () => {
    const transaction = 'ab'.repeat(32)
    const body = { asset: 'BTC', network: 'bitcoin', amount: '0.50000000', transaction }
    const { deposit } = dataOf(await stand.as(1, '/coin/recharge/add', body))
    const to = await stand.target(1, 'bitcoin-btc')
    const amount = { minor: 40_000_000n, asset: { code: 'BTC', scale: 8 } }
    stand.rails.bitcoin.deliver({ externalId: `${transaction}:1`, amount, to, seen: 0, needed: 2 })
    await stand.engine.readRails()
    const found = dataOf(await stand.as(1, `/user/recharge/info?depositId=${deposit.depositId}`))
    expect(found.deposit).toMatchObject({ stage: 'confirming', amount: '0.40000000', asked: '0.50000000' })
  })
})
