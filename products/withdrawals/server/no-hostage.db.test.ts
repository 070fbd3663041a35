import { approvalsRejections } from '@bolsillo/approvals/contract'
import { createAuditLog } from '@bolsillo/audit/server'
import { currencies, instant, money, plusMs, present } from '@bolsillo/kernel'
import { channels } from '@bolsillo/payments/domain'
import { transaction } from '@bolsillo/server-kit'
import { noticeMs, operationsSettings, type Setting, type SettingValue } from '@bolsillo/settings/domain'
import { noticeProblem, pauseProblems } from '@bolsillo/settings/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireWithdrawal } from '../contract/index.ts'
import { withdrawalSettings } from '../domain/index.ts'
import {
  acceptByTwo,
  camila,
  carlos,
  challenge,
  dataOf,
  decide,
  mariaName,
  otherClabe,
  refusalOf,
  rightCode,
  rightPassword,
  teresa,
  type WithdrawalsStand,
  withdrawalsStand,
} from './testing/withdrawals-stand.ts'

// Every way found by which staff with all roles kept a customer's money, tried again here. Each is impossible or ends by itself.

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let stand: WithdrawalsStand
let clabe: string
beforeAll(async () => {
  stand = await withdrawalsStand()
  await stand.fund(1, 'MXN', 1_000_000_00n)
  clabe = await stand.usableClabe(1)
})
afterAll(async () => {
  await stand.close()
})

const now = () => stand.app.services.clock.now()
const pass = (ms: number) => stand.app.services.clock.advanceMs(ms)
const speiSettings = present(
  channels.find(({ code }) => code === 'spei-mxn'),
  'SPEI',
).settings
const change = async (setting: Setting, value: SettingValue, effectiveAt: number): Promise<string | undefined> => {
  const wish = { setting, value, effectiveAt: instant(effectiveAt), actor: 'everybody', reason: 'all roles agree' }
  const problem = await transaction(stand.app.services.sql, (tx) => stand.settings.change(tx, wish))
  await stand.settings.refresh()
  return problem
}
const ask = async (amount = '1000.00') => {
  const body = await stand.confirmed(1, clabe, amount)
  return stand.as(1, '/user/withdraw/add', body)
}
const asked = async (amount?: string): Promise<string> =>
  dataOf<{ withdrawal: WireWithdrawal }>(await ask(amount)).withdrawal.withdrawalId
const stateOf = async (withdrawalId: string, customer = 1) =>
  dataOf<{ withdrawal: WireWithdrawal; history: { what: string; by: string }[] }>(
    await stand.as(customer, `/user/withdraw/info?withdrawalId=${withdrawalId}`),
  )
const settle = async (): Promise<void> => {
  await stand.engine.readRails()
  await stand.engine.sendPayouts()
  await stand.engine.readRails()
}

/** Money comes from an account to this customer. */
async function comesIn(customer: number, minor: bigint, externalId: string): Promise<void> {
  const pay = await transaction(stand.app.services.sql, (tx) =>
    stand.payments.payInAddress(tx, { customerId: stand.customerId(customer), channel: 'spei-mxn', now: now() }),
  )
  if (pay.kind !== 'clabe') throw new Error('a CLABE to pay in to')
  stand.spei.receive({
    externalId,
    amount: money(minor, currencies.MXN),
    to: pay.clabe,
    from: { name: mariaName, account: otherClabe },
    confirmations: { seen: 1, needed: 1 },
    at: now(),
  })
  await settle()
}

async function goBack(customer: number, amount: string) {
  const { rows } = dataOf<{ rows: { originId: string }[] }>(await stand.as(customer, '/user/withdraw/origins'))
  return stand.as(customer, '/user/withdraw/return', {
    originId: rows[0]?.originId,
    amount,
    fee: '0.00',
    vat: '0.00',
    net: amount,
    withdrawalPassword: rightPassword,
    challengeId: challenge(),
    code: rightCode,
  })
}

describe('settings that touch a withdrawal', () => {
  it.each<[string, Setting, SettingValue]>([
    ['a largest withdrawal of nothing', speiSettings.withdrawalMax, '0.00'],
    ['a least withdrawal nobody reaches', speiSettings.withdrawalMin, '1000000000.00'],
    ['a fee of 25,000', speiSettings.withdrawalFee, '25000.00'],
    ['a share of a fifth', withdrawalSettings.shareBpsMax, 2000],
    ['a wait of a month', withdrawalSettings.destinationWaitHours, 720],
    ['one withdrawal at a time', withdrawalSettings.openMax, 1],
  ])('are never set to %s, however early it is announced', async (_, setting, value) => {
    expect(await change(setting, value, now() + 300 * dayMs)).toMatch(/is not in/)
  })

  it('get worse after seven days and no sooner, also by two steps that lie ahead', async () => {
    expect(await change(speiSettings.withdrawalFee, '25.00', now() + noticeMs - 1)).toBe(noticeProblem)
    expect(await change(speiSettings.withdrawalsOpen, false, now() + hourMs)).toBe(noticeProblem)
    expect(await change(speiSettings.opensAt, 60, now() + hourMs)).toBe(noticeProblem)
    // A better one is at once; a worse one is held against the best that is in force until then.
    expect(await change(speiSettings.withdrawalFee, '1.00', now() + hourMs)).toBeUndefined()
    expect(await change(speiSettings.withdrawalFee, '4.00', now() + 2 * hourMs)).toBe(noticeProblem)
    pass(2 * hourMs)
    expect(await change(speiSettings.withdrawalFee, '20.00', now() + noticeMs)).toBeUndefined()
  })

  it('are announced to each customer they touch, are in the public list, and are escaped on the old terms', async () => {
    await stand.runJobs()
    const told = stand.notices.filter(({ text }) => text['en-US']?.includes('from 1.00 to 20.00'))
    expect(told.map(({ customerId }) => customerId)).toEqual([1, 2, 3].map(stand.customerId))
    expect(told[0]?.text['es-ES']).toContain('Comisión por retirar (SPEI), en MXN')
    expect(JSON.stringify(told)).not.toMatch(/[{}]what|undefined|\{\w+\}/)
    await stand.runJobs()
    expect(stand.notices.filter(({ text }) => text['en-US']?.includes('from 1.00 to 20.00'))).toHaveLength(3)
    const changes = dataOf<{ rows: unknown[] }>(await stand.as(1, '/common/props/changes?key=spei-mxn.withdrawal-fee'))
    expect(changes.rows[0]).toMatchObject({ value: '20.00', effectiveAt: expect.any(Number) })
    const terms = dataOf<{ rows: { name: string }[]; changes: unknown[] }>(await stand.as(1, '/index/withdraw/terms'))
    expect(terms.changes).toMatchObject([{ topic: 'fee', before: '1.00', after: '20.00' }])
    expect(terms.rows).toContainEqual({
      topic: 'fee',
      of: { channel: 'spei-mxn', asset: 'MXN' },
      name: 'spei-mxn.withdrawal-fee',
      value: '1.00',
      most: '25.00',
    })
    const before = dataOf<{ withdrawal: WireWithdrawal }>(await ask('1000.00')).withdrawal
    expect(before.fee).toBe('1.00')
    pass(noticeMs)
    // What was asked for before leaves on the terms it was asked on.
    expect(dataOf(await acceptByTwo(stand, before.withdrawalId))).toMatchObject({ state: 'approved' })
    expect((await stateOf(before.withdrawalId)).withdrawal.fee).toBe('1.00')
    const quote = dataOf<{ charges: { fee: string } }>(
      await stand.as(1, `/user/withdraw/quote?destinationId=${clabe}&asset=MXN&amount=1000.00`),
    )
    expect(quote.charges.fee).toBe('20.00')
  })

  it('leave an asset a way out, and its channel eight hours, whatever they say', async () => {
    const usdt = channels.filter(({ asset }) => asset.code === 'USDT')
    for (const { settings } of usdt) {
      expect(await change(settings.withdrawalsOpen, false, now() + noticeMs)).toBeUndefined()
    }
    expect(await change(speiSettings.closesAt, 1, now() + noticeMs)).toBeUndefined()
    pass(noticeMs)
    expect(stand.payments.channel('tron-usdt', now())).toMatchObject({ withdrawalsOpen: true })
    expect(stand.payments.channel('spei-mxn', now())).toMatchObject({ opensAt: 0, closesAt: 480 })
    // Back to all day, so that the rest is not about hours.
    expect(await change(speiSettings.closesAt, 0, now() + noticeMs)).toBeUndefined()
    pass(noticeMs)
  })
})

describe('a pause', () => {
  const pause = (hours: number) => change(operationsSettings.withdrawals, now() + hours * hourMs, now())

  it('ends 72 hours after it began, lengthened or not, and begins twice in 30 days', async () => {
    expect(await pause(73)).toBe(pauseProblems['too-long'])
    expect(await pause(24)).toBeUndefined()
    expect(refusalOf(await ask())).toBe('withdrawals-paused')
    pass(20 * hourMs)
    expect(await pause(53)).toBe(pauseProblems['too-long'])
    expect(await pause(52)).toBeUndefined()
    pass(52 * hourMs)
    await stand.as(1, '/user/withdraw/cancel', { withdrawalId: await asked() })
    expect(await pause(72)).toBeUndefined()
    pass(72 * hourMs)
    expect(await pause(1)).toBe(pauseProblems['too-often'])
    await stand.as(1, '/user/withdraw/cancel', { withdrawalId: await asked() })
    pass(30 * dayMs)
    expect(await pause(1)).toBeUndefined()
    expect(await change(operationsSettings.withdrawals, 0, now())).toBeUndefined()
  })
})

describe('money that goes back where it came from', () => {
  it('waits for no pause, limit, wait, hour or fee, and leaves after a day without anybody', async () => {
    await comesIn(3, 250_000_00n, 'MBAN0010')
    stand.facts.verified = false
    stand.facts.limitDay = 0n
    stand.facts.limitMonth = 0n
    stand.facts.coolDown = { reason: 'password-reset', from: now(), until: plusMs(now(), 3 * dayMs) }
    stand.facts.pausedUntil = now() + 60 * dayMs
    const made = dataOf<{ withdrawal: WireWithdrawal }>(await goBack(3, '250000.00')).withdrawal
    expect(made).toMatchObject({ state: 'under-review', returned: true, fee: '0.00', net: '250000.00' })
    const { withdrawalId } = made
    // Nobody's no counts, one's nor two people's, nor a hold.
    for (const [path, body] of [
      ['refuse', { withdrawalId, reason: 'destination-wrong' }],
      ['refuse/propose', { withdrawalId, reason: 'destination-wrong', evidence: 'CASE-1' }],
      ['hold', { withdrawalId, reason: 'name-check', hours: '48' }],
    ] as const) {
      expect(refusalOf(await stand.asStaff(carlos, `/withdrawals/${path}`, body))).toBe('withdrawal-goes-back')
    }
    await expect(
      stand.app.services
        .sql`update withdrawal set state = 'fail', fail_reason = 'asked-twice' where id = ${withdrawalId}`,
    ).rejects.toThrow(/refused by nobody/)
    pass(dayMs - 1)
    await stand.runJobs()
    expect((await stateOf(withdrawalId, 3)).withdrawal.state).toBe('under-review')
    pass(1)
    await stand.runJobs()
    await settle()
    const payout = present(
      stand.spei.taken.find(({ amount }) => amount.minor === 250_000_00n),
      'the payment',
    )
    stand.spei.confirm(payout, now())
    await settle()
    const done = await stateOf(withdrawalId, 3)
    expect(done.withdrawal.state).toBe('complete')
    expect(done.history.map(({ what, by }) => `${what} ${by}`)).toContain('accept clock')
    Object.assign(stand.facts, {
      verified: true,
      limitDay: undefined,
      limitMonth: undefined,
      coolDown: undefined,
      pausedUntil: 0,
    })
  })

  it('waits for the law and for its owner’s own freeze, and for nothing else', async () => {
    await comesIn(3, 100_00n, 'MBAN0011')
    stand.facts.coolDown = { reason: 'frozen-by-owner', from: now(), until: plusMs(now(), dayMs) }
    expect(refusalOf(await goBack(3, '100.00'))).toBe('withdrawal-cool-down')
    stand.facts.coolDown = undefined
    const { approvalId } = dataOf<{ approvalId: string }>(await legal(3, {}))
    const { withdrawal } = dataOf<{ withdrawal: WireWithdrawal }>(await goBack(3, '40.00'))
    expect(dataOf(await decide(stand, approvalId, camila, 'approve', 'court-order'))).toMatchObject({
      state: 'approved',
    })
    expect(refusalOf(await goBack(3, '60.00'))).toBe('withdrawal-legal-hold')
    pass(10 * dayMs)
    await stand.runJobs()
    expect((await stateOf(withdrawal.withdrawalId, 3)).withdrawal.state).toBe('under-review')
    pass(80 * dayMs)
    await stand.runJobs()
    expect((await stateOf(withdrawal.withdrawalId, 3)).withdrawal.state).toBe('doing')
  })
})

const legal = (customer: number, more: Record<string, string>) =>
  stand.asStaff(carlos, '/withdrawals/legal-hold', {
    customerId: stand.customerId(customer),
    reason: 'court-order',
    evidence: 'Oficio 214/2026',
    days: '90',
    ...more,
  })

describe('a legal hold', () => {
  it('does not begin again without a document of an authority, each once, whose hash is in the journal', async () => {
    expect(refusalOf(await legal(3, {}))).toBe('legal-hold-document-missing')
    expect(refusalOf(await legal(3, { reason: 'sanctions-list' }))).toBe('legal-hold-document-missing')
    const documentSha256 = 'ab'.repeat(32)
    const { approvalId } = dataOf<{ approvalId: string }>(
      await legal(3, { documentSha256, documentName: 'oficio-215.pdf' }),
    )
    await decide(stand, approvalId, camila, 'approve', 'court-order')
    const records = await createAuditLog().aboutCustomer(stand.app.services.sql, stand.customerId(3), { limit: 5 })
    expect(records.find(({ action }) => action === 'withdrawals.legal-hold')?.details).toMatchObject({
      document: documentSha256,
    })
    const [hold] = await stand.app.services.sql<{ id: string }[]>`
      select id from withdrawal_hold where document_hash = ${documentSha256}`
    await stand.asStaff(camila, '/withdrawals/legal-hold/end', { holdId: hold?.id })
    expect(refusalOf(await legal(3, { documentSha256 }))).toBe('legal-hold-document-used')
    await expect(
      stand.app.database.owner`
        insert into withdrawal_hold (id, customer_id, reason, legal, evidence, maker, checker, from_at, until_at)
        select id || 'X', customer_id, reason, legal, evidence, maker, checker, from_at, until_at from withdrawal_hold
        where id = ${hold?.id ?? ''}`,
    ).rejects.toThrow(/only by a document/)
  })
})

describe('a refusal', () => {
  it('is one person’s once; again it takes two, a listed reason and evidence', async () => {
    const first = await asked()
    const refuse = (withdrawalId: string, by = carlos) =>
      stand.asStaff(by, '/withdrawals/refuse', { withdrawalId, reason: 'not-asked-by-customer' })
    expect(dataOf(await refuse(first))).toEqual({})
    const second = await asked()
    for (const one of [carlos, teresa, camila]) {
      expect(refusalOf(await refuse(second, one))).toBe('withdrawal-refused-before')
    }
    await expect(
      stand.app.services.sql`update withdrawal set state = 'fail', fail_reason = 'asked-twice' where id = ${second}`,
    ).rejects.toThrow(/only by two people/)
    const wish = { withdrawalId: second, reason: 'not-asked-by-customer', evidence: 'Llamada 4411' }
    const without = { withdrawalId: second, reason: 'not-asked-by-customer' }
    expect(refusalOf(await stand.asStaff(carlos, '/withdrawals/refuse/propose', without))).toBe('field-missing')
    const unlisted = { ...wish, reason: 'vip-needed' }
    expect(refusalOf(await stand.asStaff(carlos, '/withdrawals/refuse/propose', unlisted))).toBe('field-invalid')
    const { approvalId } = dataOf<{ approvalId: string }>(
      await stand.asStaff(carlos, '/withdrawals/refuse/propose', wish),
    )
    const alone = await decide(stand, approvalId, carlos, 'approve', wish.reason)
    expect(refusalOf(alone)).toBe(approvalsRejections.approvalOwn.name)
    expect(dataOf(await decide(stand, approvalId, teresa, 'approve', wish.reason))).toMatchObject({ state: 'approved' })
    expect((await stateOf(second)).withdrawal).toMatchObject({ state: 'fail', failReason: 'not-asked-by-customer' })
  })

  it('and every other ending leaves no way past two people for what does not go back', async () => {
    const id = await asked()
    pass(200 * dayMs)
    await stand.runJobs()
    expect((await stateOf(id)).withdrawal).toMatchObject({ state: 'under-review', escalated: true })
    await expect(stand.app.services.sql`update withdrawal set state = 'doing' where id = ${id}`).rejects.toThrow(
      /by two people/,
    )
  })
})

describe('holds of reviews', () => {
  it('for one reason take 90 days of a customer’s withdrawals together, however many there are', async () => {
    let held = 0
    for (; held < 60; held += 1) {
      const withdrawalId = await asked('100.00')
      const hold = await stand.asStaff(carlos, '/withdrawals/hold', { withdrawalId, reason: 'name-check', hours: '48' })
      if (refusalOf(hold) === 'withdrawal-hold-too-long') break
      pass(48 * hourMs)
      await stand.as(1, '/user/withdraw/cancel', { withdrawalId })
    }
    expect(held).toBe(45)
  })
})
