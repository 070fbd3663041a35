import { currencies, idOf, money } from '@bolsillo/kernel'
import { deviceSha256, editedEntry } from '@bolsillo/ledger/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failedDepositChecks } from '../../domain/index.ts'
import { type DepositsStand, depositsStand, moveMoney, pesos, satoshi } from '../testing/deposits-stand.ts'

let stand: DepositsStand
const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const own = (asset: string, customer = 1): string => `${stand.customerId(customer)}:stock:${asset}`
const number = (customer: number): string => stand.customerId(customer).slice(-8)
const rowOf = async (externalId: string): Promise<Record<string, unknown>> => {
  const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
    select * from deposit where external_id = ${externalId}`
  return row ?? {}
}
const held = async (externalId: string, text = '90.00', name = 'OTRA PERSONA'): Promise<string> => {
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId, amount: pesos(text), to, name })
  await stand.engine.readRails()
  return String((await rowOf(externalId)).id)
}
const code = ({ json }: { readonly json: { readonly code: number } }): number => json.code

beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

describe('held money', () => {
  it('is credited to whom two people say, once, however many decide', async () => {
    const depositId = await held('M1')
    const before = await stand.balance(own('MXN', 3))
    const wish = { depositId, customer: number(3), reason: 'reference-mistyped' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/match', wish))
    expect(await stand.balance(own('MXN', 3))).toBe(before)
    expect((await stand.approve('teresa', approvalId, wish.reason)).status).toBe(403)
    const decided = await Promise.all(Array.from({ length: 8 }, () => stand.approve('carlos', approvalId, wish.reason)))
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(decided.every(({ status }) => status < 500)).toBe(true)
    expect((await stand.balance(own('MXN', 3))) - before).toBe(9_000n)
    expect(await rowOf('M1')).toMatchObject({ stage: 'credited', customer_id: stand.customerId(3) })
    expect(await stand.verify()).toBe(true)
  })

  it('is matched to nobody who is unknown or not verified, and by nobody of another role', async () => {
    const depositId = await held('M2')
    const reason = 'reference-mistyped'
    const asked = (customer: string, who: 'teresa' | 'olga' = 'teresa') =>
      stand.asStaff(who, '/deposits/match', { depositId, customer, reason })
    expect(code(await asked('99999999'))).toBe(21_031)
    expect(code(await asked(number(3), 'olga'))).toBe(10_047)
    const person = stand.papers.get(stand.customerId(3))
    stand.papers.delete(stand.customerId(3))
    expect(code(await asked(number(3)))).toBe(21_032)
    if (person !== undefined) stand.papers.set(stand.customerId(3), person)
  })

  it('goes back in full to where it came from, and nowhere else', async () => {
    const unmatched = await stand.balance('house:unmatched:MXN')
    const custody = await stand.balance('rail-test-spei:custody:MXN')
    const depositId = await held('B1', '55.00')
    const reason = 'third-party'
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/return', { depositId, reason }))
    expect((await stand.approve('carlos', approvalId, reason)).status).toBe(200)
    expect(await rowOf('B1')).toMatchObject({ stage: 'returning' })
    expect(await stand.balance('house:payouts:MXN')).toBe(5_500n)
    await stand.engine.sendPayouts()
    const payout = stand.rails.spei.paid.at(-1)
    expect(payout).toMatchObject({
      amount: pesos('55.00'),
      destination: { kind: 'clabe', clabe: '032180000118359719' },
    })
    stand.rails.spei.end(payout?.payoutId ?? idOf('pay', ''), 'confirmed')
    await stand.engine.readRails()
    expect(await rowOf('B1')).toMatchObject({ stage: 'failed', fail_reason: 'returned' })
    expect(await stand.balance('house:payouts:MXN')).toBe(0n)
    expect(await stand.balance('house:unmatched:MXN')).toBe(unmatched)
    expect(await stand.balance('rail-test-spei:custody:MXN')).toBe(custody)
    expect(await stand.verify()).toBe(true)
  })

  it('is held again when the way back fails, and may be sent anew', async () => {
    const depositId = await held('B2', '56.00')
    for (const outcome of ['failed', 'confirmed'] as const) {
      const reason = 'owner-unknown'
      const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/return', { depositId, reason }))
      await stand.approve('carlos', approvalId, reason)
      await stand.engine.sendPayouts()
      stand.rails.spei.end(stand.rails.spei.paid.at(-1)?.payoutId ?? idOf('pay', ''), outcome)
      await stand.engine.readRails()
      expect(await rowOf('B2')).toMatchObject({ stage: outcome === 'failed' ? 'held' : 'failed' })
    }
    expect(await stand.balance('house:payouts:MXN')).toBe(0n)
  })

  it('goes back by itself when it has waited as long as it may', async () => {
    await held('B3', '57.00')
    stand.app.services.clock.advanceMs(11 * 86_400_000)
    await stand.runJob('deposits.return-overdue')
    expect(await rowOf('B3')).toMatchObject({ stage: 'returning' })
  })

  it('is decided once when one wants it back and another wants it credited', async () => {
    const depositId = await held('X1', '58.00')
    const match = { depositId, customer: number(1), reason: 'name-spelled-differently' }
    const one = dataOf(await stand.asStaff('teresa', '/deposits/match', match)).approvalId
    const two = dataOf(
      await stand.asStaff('carlos', '/deposits/return', { depositId, reason: 'third-party' }),
    ).approvalId
    const [credited, returned] = await Promise.all([
      stand.approve('carlos', one, match.reason),
      stand.approve('teresa', two, 'third-party'),
    ])
    expect([credited.status, returned.status].filter((status) => status === 200)).toHaveLength(1)
    expect(['credited', 'returning']).toContain((await rowOf('X1')).stage)
    expect(await stand.verify()).toBe(true)
  })
})

describe('an offline deposit', () => {
  let proofs = 0
  const proved = async (amount = '700.00'): Promise<string> => {
    proofs += 1
    const body = { channelId: 'transfer-mxn', amount, proofFileId: `fil_${`${proofs}1`.padStart(26, '0')}` }
    const answer = await stand.as(1, '/user/recharge/add', body)
    return dataOf(answer).deposit.depositId
  }
  /** The line of an imported statement that is a deposit. */
  const statement = async (depositId: string, number: string, amount = '700.00', payerName = 'María López') => {
    const [lineId = ''] = await stand.imported('MXN', { number, amount, payerName, payerAccount: '032180000118359719' })
    return { depositId, lineId, amount, reason: 'found-on-statement' }
  }

  it('is credited with what two people found on the statement, not with what was announced', async () => {
    const before = await stand.balance(own('MXN'))
    const depositId = await proved()
    const wish = await statement(depositId, 'BANK-1', '699.50')
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/confirm', wish))
    expect((await stand.approve('carlos', approvalId, wish.reason)).status).toBe(200)
    await stand.engine.readRails()
    const { deposit } = dataOf(await stand.as(1, `/user/recharge/info?depositId=${depositId}`))
    expect(deposit).toMatchObject({
      stage: 'credited',
      asked: '700.00',
      credited: '699.50',
      marks: ['other-amount'],
    })
    expect((await stand.balance(own('MXN'))) - before).toBe(69_950n)
  })

  it('never counts the same line of a statement twice, nor one that an earlier statement had', async () => {
    const depositId = await proved()
    const wish = await statement(depositId, 'BANK-9', '700.00')
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/confirm', wish))
    expect((await stand.approve('carlos', approvalId, wish.reason)).status).toBe(200)
    const again = { ...wish, depositId: await proved() }
    expect((await stand.asStaff('teresa', '/deposits/confirm', again)).json).toMatchObject({
      code: 17_045,
      data: { rejection: 'statement-line-used', field: 'lineId' },
    })
    await expect(statement(again.depositId, ' bánk-9 ')).rejects.toThrow(/statement-line-known/)
    await stand.engine.readRails()
  })

  it('decided twice side by side uses its line once', async () => {
    const [one, two] = [await proved('701.00'), await proved('701.00')]
    const wish = await statement(one, 'BANK-RACE', '701.00')
    const proposals = []
    for (const depositId of [one, two])
      proposals.push(dataOf(await stand.asStaff('teresa', '/deposits/confirm', { ...wish, depositId })).approvalId)
    const decided = await Promise.all(proposals.map((id) => stand.approve('carlos', id, wish.reason)))
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
    await stand.engine.readRails()
  })

  it('has the number of its line in one spelling, whatever the bank writes', async () => {
    const depositId = await proved('702.00')
    const wish = await statement(depositId, ' bánk 10 ', '702.00')
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/confirm', wish))
    expect((await stand.approve('carlos', approvalId, wish.reason)).status).toBe(200)
    await stand.engine.readRails()
    expect(await rowOf('BANK10')).toMatchObject({ id: depositId, stage: 'credited' })
  })

  it('is proposed only with a line of its currency that came in, and a payer where the bank names none', async () => {
    const depositId = await proved('703.00')
    const [dollars = ''] = await stand.imported('USD', {
      number: 'BANK-U',
      amount: '703.00',
      payerName: 'María López',
      payerAccount: 'Chase/0011223344',
    })
    const [nobody = ''] = await stand.imported('MXN', { number: 'BANK-11', amount: '703.00' })
    const refused = async (wish: Record<string, string>) => {
      const answer = await stand.asStaff('teresa', '/deposits/confirm', {
        ...{ depositId, amount: '703.00', reason: 'found-on-statement' },
        ...wish,
      })
      return [code(answer), JSON.parse(JSON.stringify(answer.json.data)).field]
    }
    expect(await refused({ lineId: 'bsl_01KJ0000000000000000000099' })).toEqual([17_044, 'lineId'])
    expect(await refused({ lineId: dollars })).toEqual([21_053, 'lineId'])
    expect(await refused({ lineId: nobody })).toEqual([21_052, 'payerName'])
    expect(await refused({ lineId: nobody, payerName: 'María López' })).toEqual([21_041, 'payerAccount'])
    const payerAccount = 'cuenta de mi tía'
    expect(await refused({ lineId: nobody, payerName: 'María López', payerAccount })).toEqual([21_041, 'payerAccount'])
    expect(await rowOf('BANK-11')).toEqual({})
  })

  it('is proposed only with the amount that was read on its proof, which is its line’s', async () => {
    const wish = await statement(await proved('705.00'), 'BANK-13', '705.00')
    for (const amount of ['750.00', '705.01', '0', '705.001']) {
      const { json } = await stand.asStaff('teresa', '/deposits/confirm', { ...wish, amount })
      expect(json).toMatchObject({ code: 21_055, data: { rejection: 'line-amount-differs', field: 'amount' } })
    }
    expect(code(await stand.asStaff('teresa', '/deposits/confirm', { ...wish, amount: '705' }))).toBe(0)
  })

  it('that two people confirmed in vain can be confirmed again once it has had no news for a day', async () => {
    const depositId = await proved('704.00')
    await stand.app.database.owner`
      update deposit set stage = 'confirming', external_id = 'has a space', updated_at = ${stand.app.services.clock.now()}
      where id = ${depositId}`
    const wish = await statement(depositId, 'BANK-12', '704.00')
    expect(code(await stand.asStaff('teresa', '/deposits/confirm', wish))).toBe(21_014)
    stand.app.services.clock.advanceMs(25 * 3_600_000)
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/confirm', wish))
    expect((await stand.approve('carlos', approvalId, wish.reason)).status).toBe(200)
    await stand.engine.readRails()
    expect(await rowOf('BANK-12')).toMatchObject({ id: depositId, stage: 'credited' })
  })

  it('without news for a day is in the queue, and two people end it; what comes after all is a new deposit', async () => {
    const to = await stand.target(1, 'bitcoin-btc')
    const seen = { externalId: 'slow:0@b', amount: satoshi(70_000n), to, needed: 2 }
    stand.rails.bitcoin.deliver({ ...seen, seen: 1 })
    await stand.engine.readRails()
    const stuck = async () => dataOf(await stand.asStaff('teresa', '/deposits?kind=stuck')).rows
    expect(await stuck()).toEqual([])
    stand.app.services.clock.advanceMs(25 * 3_600_000)
    const [row] = await stuck()
    expect(row).toMatchObject({ kind: 'stuck', asset: 'BTC', amount: '0.00070000' })
    const wish = { depositId: row.caseId, reason: 'network-dropped' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/not-arrived', wish))
    expect((await stand.approve('carlos', approvalId, wish.reason)).status).toBe(200)
    expect(await stuck()).toEqual([])
    const before = await stand.balance(`${stand.customerId(1)}:coin:BTC`)
    stand.rails.bitcoin.deliver({ ...seen, seen: 2 })
    await stand.engine.readRails()
    expect((await stand.balance(`${stand.customerId(1)}:coin:BTC`)) - before).toBe(70_000n)
    expect((await rowOf('slow:0@b')).id).not.toBe(row.caseId)
  })

  it('ended like that and then taken back by its chain books nothing, and the same output included again is credited', async () => {
    const to = await stand.target(1, 'bitcoin-btc')
    const own = `${stand.customerId(1)}:coin:BTC`
    const output = { amount: satoshi(80_000n), to, payment: 'gone:0' }
    stand.rails.bitcoin.deliver({ ...output, externalId: 'gone:0@first', seen: 1, needed: 2 })
    await stand.engine.readRails()
    stand.app.services.clock.advanceMs(25 * 3_600_000)
    const wish = { depositId: (await rowOf('gone:0@first')).id, reason: 'network-dropped' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/not-arrived', wish))
    await stand.approve('carlos', approvalId, wish.reason)
    const [before, notices] = [await stand.balance(own), stand.written.length]
    stand.rails.bitcoin.takeBack('gone:0@first', 'gone:0@first#part', satoshi(30_000n))
    await stand.engine.readRails()
    stand.rails.bitcoin.takeBack('gone:0@first', 'gone:0@first#rest', satoshi(50_000n))
    stand.rails.bitcoin.deliver({ ...output, externalId: 'gone:0@second' })
    await stand.engine.readRails()
    expect(await stand.app.database.owner`select problem from rail_event_state where state = 'parked'`).toEqual([])
    expect((await stand.balance(own)) - before).toBe(80_000n)
    expect(stand.written.length - notices).toBe(1)
  })

  it('ended like that, taken back in part, and delivered after all is credited with the rest', async () => {
    const to = await stand.target(1, 'bitcoin-btc')
    const own = `${stand.customerId(1)}:coin:BTC`
    const seen = { externalId: 'part:0@b', amount: satoshi(90_000n), to, needed: 2 }
    stand.rails.bitcoin.deliver({ ...seen, seen: 1 })
    await stand.engine.readRails()
    stand.app.services.clock.advanceMs(25 * 3_600_000)
    const wish = { depositId: (await rowOf('part:0@b')).id, reason: 'network-dropped' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/not-arrived', wish))
    await stand.approve('carlos', approvalId, wish.reason)
    const before = await stand.balance(own)
    stand.rails.bitcoin.takeBack('part:0@b', 'part:0@b#part', satoshi(40_000n))
    await stand.engine.readRails()
    stand.rails.bitcoin.deliver({ ...seen, seen: 2 })
    await stand.engine.readRails()
    expect((await stand.balance(own)) - before).toBe(50_000n)
    // No more of it can be taken back than what is left of it.
    stand.rails.bitcoin.takeBack('part:0@b', 'part:0@b#more', satoshi(50_001n))
    await stand.engine.readRails()
    expect((await stand.balance(own)) - before).toBe(50_000n)
    await stand.app.database.owner`update rail_event_state set state = 'done' where state = 'parked'`
  })

  it('paid under another name is held, though two people found it', async () => {
    const depositId = await proved('701.00')
    const wish = await statement(depositId, 'BANK-2', '701.00', 'Pedro Páramo')
    const { approvalId } = dataOf(await stand.asStaff('carlos', '/deposits/confirm', wish))
    await stand.approve('teresa', approvalId, wish.reason)
    await stand.engine.readRails()
    expect(await rowOf('BANK-2')).toMatchObject({ id: depositId, stage: 'held', held_reason: 'other-name' })
  })

  it('is refused by one person with a reason the customer reads, and then for ever', async () => {
    const depositId = await proved('702.00')
    const refuse = (reason: string) => stand.asStaff('teresa', '/deposits/refuse', { depositId, reason })
    expect((await refuse('because')).status).toBe(400)
    expect((await refuse('payment-not-found')).status).toBe(200)
    const { deposit } = dataOf(await stand.as(1, `/user/recharge/info?depositId=${depositId}`))
    expect(deposit).toMatchObject({ state: 'fail', failReason: 'payment-not-found' })
    expect(code(await refuse('proof-unreadable'))).toBe(21_014)
    expect(code(await stand.asStaff('teresa', '/deposits/confirm', await statement(depositId, 'BANK-3')))).toBe(21_014)
  })

  it('without a known reference is recorded and held', async () => {
    const [lineId] = await stand.imported('USD', {
      ...{ number: 'BANK-4', amount: '12.00', reference: 'PARA MI CUENTA' },
      ...{ payerName: 'Alguien', payerAccount: 'Chase/0011223344' },
    })
    const wish = { lineId, reason: 'found-on-statement' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/unmatched', wish))
    expect((await stand.approve('carlos', approvalId, wish.reason)).status).toBe(200)
    await stand.engine.readRails()
    expect(await rowOf('BANK-4')).toMatchObject({
      stage: 'held',
      held_reason: 'unknown-reference',
      customer_id: null,
    })
  })
})

describe('a claim', () => {
  it('is cleared up by two people, never beyond what there is', async () => {
    const to = await stand.target(1, 'pix-brl')
    stand.rails.pix.deliver({ externalId: 'C1', amount: money(10_000n, currencies.BRL), to })
    await stand.engine.readRails()
    await moveMoney(stand, own('BRL'), 'house:fees:BRL', money(10_000n, currencies.BRL))
    stand.rails.pix.takeBack('C1', 'C1-back', money(10_000n, currencies.BRL))
    await stand.engine.readRails()
    const { rows } = dataOf(await stand.asStaff('olga', '/deposits?kind=claim'))
    const [{ caseId: claimId }] = rows
    expect(rows).toMatchObject([{ kind: 'claim', amount: '100.00', asset: 'BRL' }])
    const wish = (change: object) => ({
      claimId,
      way: 'write-off',
      amount: '40.00',
      reason: 'bank-error',
      ...change,
    })
    expect(code(await stand.asStaff('teresa', '/deposits/claim/settle', wish({ amount: '100.01' })))).toBe(21_034)
    expect(code(await stand.asStaff('teresa', '/deposits/claim/settle', wish({ way: 'take-available' })))).toBe(21_035)
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/claim/settle', wish({})))
    expect((await stand.approve('carlos', approvalId, 'bank-error')).status).toBe(200)
    expect(await stand.balance('house:claims:BRL')).toBe(-6_000n)
    const { claim } = dataOf(await stand.asStaff('teresa', `/deposits/claim?claimId=${claimId}`))
    expect(claim).toMatchObject({ open: '60.00', steps: [{ way: 'write-off', amount: '40.00' }] })
    expect(await stand.verify()).toBe(true)
  })
})

it('writes each look of staff into the customer’s own log', async () => {
  const depositId = await held('L1')
  expect((await stand.asStaff('olga', `/deposits/case?depositId=${depositId}`)).status).toBe(200)
  const acts = await stand.deps.audit.aboutCustomer(stand.app.services.sql, stand.customerId(1), { limit: 20 })
  expect(
    acts.some(({ actor, details }) => actor.startsWith('opr_') && Object.values(details).includes(depositId)),
  ).toBe(true)
})

it('hands out a receipt in which one changed digit is found', async () => {
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId: 'K1', amount: pesos('12.34'), to })
  await stand.engine.readRails()
  const { id } = await rowOf('K1')
  const receipt = dataOf(await stand.as(1, `/user/recharge/receipt?depositId=${id}`))
  expect(await failedDepositChecks(receipt, deviceSha256)).toEqual([])
  const [entry] = receipt.entries
  const forged = editedEntry(entry)
  expect(await failedDepositChecks({ ...receipt, entries: [forged] }, deviceSha256)).toContain('hashes')
  const more = { ...receipt, deposit: { ...receipt.deposit, credited: '12.35' } }
  expect(await failedDepositChecks(more, deviceSha256)).toEqual(['credited'])
  const twice = { ...receipt, entries: [entry, entry] }
  expect(await failedDepositChecks(twice, deviceSha256)).toContain('credited')
})
