import { type Money, money } from '@bolsillo/kernel'
import { deviceSha256 } from '@bolsillo/ledger/fixtures'
import { beforeEach, describe, expect, it } from 'vitest'
import { failedChecks, type WithdrawalReceipt } from '../domain/index.ts'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { acceptByTwo, dataOf, decide, refusalOf, teresa, tomas } from './testing/withdrawals-stand.ts'

const maria = mariaWithdraws()
const { asked, cancelAll, payoutOf, read, settle } = maria

const now = () => maria.stand.app.services.clock.now()
const pass = (ms: number) => maria.stand.app.services.clock.advanceMs(ms)
const posted = async (account: string): Promise<bigint> => (await maria.stand.balanceOf(account)).posted
const reasons = {
  'give-back': 'rail-did-not-pay',
  'other-rail': 'rail-did-not-pay',
  settle: 'on-rail-statement',
} as const
type Act = keyof typeof reasons

interface Stuck {
  readonly payoutId: string
  readonly reason: string
  readonly arrived?: string
  readonly overdue: boolean
  readonly otherRail?: string
}
const queue = async (): Promise<readonly Stuck[]> => {
  await maria.stand.engine.findStuck()
  return dataOf<{ rows: Stuck[] }>(await maria.stand.asStaff(teresa, '/payouts')).rows
}
const payoutIdOf = async (id: string): Promise<string> =>
  (await maria.stand.payments.payoutOf(maria.stand.app.database.sql, id))?.payoutId ?? 'none'
const stuckOf = async (id: string): Promise<Stuck | undefined> => {
  const payoutId = await payoutIdOf(id)
  return (await queue()).find((row) => row.payoutId === payoutId)
}
const proposeEnd = async (id: string, act: Act, found: object = {}) =>
  maria.stand.asStaff(teresa, '/payouts/propose', { payoutId: await payoutIdOf(id), act, ...found })
const decideEnd = async (proposed: Awaited<ReturnType<typeof proposeEnd>>, act: Act, reason: string = reasons[act]) =>
  decide(maria.stand, dataOf<{ approvalId: string }>(proposed).approvalId, tomas, 'approve', reason)
const checked = async (id: string) =>
  failedChecks(
    dataOf<WithdrawalReceipt>(await maria.stand.as(1, `/user/withdraw/receipt?withdrawalId=${id}`)),
    deviceSha256,
  )

/** An accepted withdrawal whose rail throws each time it is asked. */
async function refusedBy(misbehaves: 'before' | 'after'): Promise<string> {
  const id = await asked()
  await acceptByTwo(maria.stand, id)
  maria.stand.spei.misbehaves = misbehaves
  for (let times = 0; times < 6; times += 1) {
    await settle()
    pass(2 ** times * 2_000)
  }
  maria.stand.spei.misbehaves = 'no'
  return id
}

beforeEach(async () => {
  maria.stand.spei.misbehaves = 'no'
  maria.stand.spei.answers = 'truly'
  maria.stand.spei.isUnread = false
  maria.stand.spei.lines.length = 0
  await cancelAll()
})

describe('a payment whose rail throws again and again', () => {
  it('is in the queue of staff; two people give it back when the rail certainly did not pay, and nobody before', async () => {
    const before = await maria.stand.balance(1, 'MXN')
    const id = await refusedBy('before')
    expect(await stuckOf(id)).toMatchObject({ reason: 'not-taken', overdue: false, otherRail: 'test-spei-two' })
    const early = await proposeEnd(id, 'give-back')
    expect(early.json).toMatchObject({ code: 17016, data: { rejection: 'payout-not-certain', field: 'act' } })
    pass(16 * 60_000)
    const proposed = await proposeEnd(id, 'give-back')
    // While two people decide nobody asks the rail for it, which would take it now.
    pass(60 * 60_000)
    await settle()
    expect(maria.stand.spei.taken.some(({ reference }) => reference.endsWith(id.slice(-10)))).toBe(false)
    expect(dataOf(await decideEnd(proposed, 'give-back'))).toMatchObject({ state: 'approved' })
    expect((await read(id)).withdrawal).toMatchObject({ state: 'fail', failReason: 'rail-unavailable' })
    expect(await maria.stand.balance(1, 'MXN')).toEqual(before)
    expect(await posted('house:payouts:MXN')).toBe(0n)
    expect(await stuckOf(id)).toBeUndefined()
    await settle()
    expect(maria.stand.spei.taken.some(({ reference }) => reference.endsWith(id.slice(-10)))).toBe(false)
  })

  it('is never given back when the rail knows it after all: its answer was lost', async () => {
    const id = await refusedBy('after')
    pass(16 * 60_000)
    expect(await stuckOf(id)).toMatchObject({ reason: 'not-taken' })
    for (const act of ['give-back', 'other-rail'] as const) {
      expect(refusalOf(await proposeEnd(id, act))).toBe('payout-not-certain')
    }
    maria.stand.spei.confirm(payoutOf(id), now())
    await settle()
    expect((await read(id)).withdrawal.state).toBe('complete')
    expect(await stuckOf(id)).toBeUndefined()
  })

  it('is never given back while the statement has a payment of that amount nobody can explain', async () => {
    const id = await refusedBy('before')
    pass(16 * 60_000)
    const amount: Money = money(994_20n, maria.stand.payments.channel('spei-mxn', now())?.channel.asset as never)
    maria.stand.spei.lines.push({ externalId: 'STRANGE-1', direction: 'out', amount, at: now() })
    expect(await stuckOf(id)).toMatchObject({ reason: 'not-taken' })
    expect((await proposeEnd(id, 'give-back')).json).toMatchObject({
      data: { rejection: 'payout-not-certain', field: 'act' },
    })
    maria.stand.spei.lines.length = 0
    expect(dataOf(await decideEnd(await proposeEnd(id, 'give-back'), 'give-back'))).toMatchObject({ state: 'approved' })
  })

  it('is paid by another rail once two people decide so, and once only', async () => {
    const id = await refusedBy('before')
    pass(16 * 60_000)
    await stuckOf(id)
    expect(dataOf(await decideEnd(await proposeEnd(id, 'other-rail'), 'other-rail'))).toMatchObject({
      state: 'approved',
    })
    expect(await stuckOf(id)).toBeUndefined()
    await settle()
    const paid = maria.stand.otherSpei.taken.find(({ reference }) => reference.endsWith(id.slice(-10)))
    if (paid === undefined) throw new Error('the other rail was asked')
    maria.stand.otherSpei.confirm(paid, now())
    await settle()
    expect((await read(id)).withdrawal.state).toBe('complete')
    expect(maria.stand.spei.taken.some(({ payoutId }) => payoutId === paid.payoutId)).toBe(false)
    expect(await posted('house:payouts:MXN')).toBe(0n)
  })

  it('is overdue when nobody ended it within a day', async () => {
    const id = await refusedBy('before')
    expect(await stuckOf(id)).toMatchObject({ overdue: false })
    pass(24 * 3_600_000 + 60_000)
    expect(await stuckOf(id)).toMatchObject({ overdue: true })
    await decideEnd(await proposeEnd(id, 'give-back'), 'give-back')
  })
})

describe('a payment that arrived with another amount', () => {
  const arrive = async (minor: bigint, onStatement = true) => {
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    const payout = payoutOf(id)
    maria.stand.spei.confirm(payout, now(), minor)
    await settle()
    if (!onStatement) maria.stand.spei.lines.length = 0
    return id
  }

  it.each([
    ['one unit less', 994_19n],
    ['one unit more', 994_21n],
  ])('is booked as it was by two people: %s', async (_, minor) => {
    const before = await maria.stand.balance(1, 'MXN')
    const [fees, paidOut] = [await posted('house:fees:MXN'), await posted('house:payouts:MXN')]
    const id = await arrive(minor)
    expect(await stuckOf(id)).toMatchObject({ reason: 'other-amount', arrived: `994.${minor % 100n}` })
    expect(refusalOf(await proposeEnd(id, 'give-back'))).toBe('payout-not-certain')
    expect(dataOf(await decideEnd(await proposeEnd(id, 'settle'), 'settle'))).toMatchObject({ state: 'approved' })
    expect((await read(id)).withdrawal.state).toBe('complete')
    expect(await maria.stand.balance(1, 'MXN')).toEqual({ ...before, posted: before.posted - 5_80n - minor })
    expect(await posted('house:fees:MXN')).toBe(fees + 5_00n)
    expect(await posted('house:payouts:MXN')).toBe(paidOut)
    expect(await stuckOf(id)).toBeUndefined()
    expect(await checked(id)).toEqual([])
  })

  it('is not booked while the rail’s own statement does not say so', async () => {
    const id = await arrive(994_00n, false)
    await stuckOf(id)
    const early = await proposeEnd(id, 'settle')
    expect(early.json.data).toMatchObject({ rejection: 'payout-not-on-statement', field: 'payoutId' })
    maria.stand.spei.lines.push({
      externalId: `EXT-${payoutOf(id).payoutId}`,
      direction: 'out',
      amount: { ...payoutOf(id).amount, minor: 994_00n },
      at: now(),
    })
    expect(dataOf(await decideEnd(await proposeEnd(id, 'settle'), 'settle'))).toMatchObject({ state: 'approved' })
    expect((await read(id)).withdrawal.state).toBe('complete')
  })

  it('is not ended by one person, nor by support', async () => {
    const id = await arrive(994_18n)
    await stuckOf(id)
    const { approvalId } = dataOf<{ approvalId: string }>(await proposeEnd(id, 'settle'))
    expect(refusalOf(await decide(maria.stand, approvalId, teresa, 'approve', reasons.settle))).toBe('approval-own')
    expect((await read(id)).withdrawal.state).toBe('doing')
    expect(dataOf(await decide(maria.stand, approvalId, tomas, 'approve', reasons.settle))).toMatchObject({
      state: 'approved',
    })
  })
})

describe('a payment its rail sent and never told the end of', () => {
  it.each([0n, 1n])('is ended by two people with what the statement of the rail has, %s units less', async (less) => {
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    const payout = payoutOf(id)
    maria.stand.spei.send(payout, now())
    await settle()
    pass(13 * 3_600_000)
    expect(await stuckOf(id)).toMatchObject({ reason: 'no-news' })
    expect(refusalOf(await proposeEnd(id, 'settle'))).toBe('payout-not-on-statement')
    const amount: Money = money(payout.amount.minor - less, payout.amount.asset)
    maria.stand.spei.book({ externalId: `ext-${payout.payoutId}`, direction: 'out', amount, at: now() })
    const proposed = await proposeEnd(id, 'settle')
    expect(dataOf(await decideEnd(proposed, 'settle'))).toMatchObject({ state: 'approved' })
    expect((await read(id)).withdrawal.state).toBe('complete')
    expect(await posted('house:payouts:MXN')).toBe(0n)
    expect(await stuckOf(id)).toBeUndefined()
    expect(await checked(id)).toEqual([])
    // The rail reports the end after all, as two people booked it: nothing is left to look at.
    maria.stand.spei.confirm(payout, now(), amount.minor)
    await settle()
    expect(await stuckOf(id)).toBeUndefined()
  })
})

describe('a payment its rail took and never named a number of', () => {
  const dayMs = 24 * 3_600_000
  const documentHash = 'b'.repeat(64)
  /** Taken by the rail, which says nothing more: `instructed`. */
  const taken = async (): Promise<string> => {
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    expect((await maria.stand.payments.payoutOf(maria.stand.app.database.sql, id))?.state).toBe('instructed')
    pass(13 * 3_600_000)
    expect(await stuckOf(id)).toMatchObject({ reason: 'no-news' })
    return id
  }
  const book = (externalId: string, id: string, less = 0n): void => {
    const { minor, asset } = payoutOf(id).amount
    const amount = money(minor - less, asset)
    maria.stand.spei.book({ externalId, direction: 'out', amount, at: now() })
  }
  const said = ({ json }: Awaited<ReturnType<typeof proposeEnd>>) => JSON.parse(JSON.stringify(json.data ?? {}))
  const whyNot = (answer: Awaited<ReturnType<typeof proposeEnd>>): unknown => said(answer).values?.why

  it('is ended by two people with the number they find on its statement, of the same amount and of no other payment', async () => {
    const [id, other] = [await taken(), await taken()]
    expect(refusalOf(await proposeEnd(id, 'settle'))).toBe('tracking-missing')
    expect(refusalOf(await proposeEnd(id, 'settle', { trackingNumber: 'FOUND-1' }))).toBe('payout-not-on-statement')
    book('OTHER-AMOUNT', id, 1n)
    expect(refusalOf(await proposeEnd(id, 'settle', { trackingNumber: 'OTHER-AMOUNT' }))).toBe(
      'payout-not-on-statement',
    )
    maria.stand.spei.send(payoutOf(other), now())
    await settle()
    const ofOther = `ext-${await payoutIdOf(other)}`
    book(ofOther, other)
    expect(refusalOf(await proposeEnd(id, 'settle', { trackingNumber: ofOther }))).toBe('tracking-used')
    book('FOUND-1', id)
    const proposed = await proposeEnd(id, 'settle', { trackingNumber: ' found-1' })
    expect(dataOf(await decideEnd(proposed, 'settle'))).toMatchObject({ state: 'approved' })
    expect((await read(id)).withdrawal.state).toBe('complete')
    expect(await checked(id)).toEqual([])
    pass(13 * 3_600_000)
    await stuckOf(other)
    await decideEnd(await proposeEnd(other, 'settle'), 'settle')
    expect(await posted('house:payouts:MXN')).toBe(0n)
  })

  it.each(['under-way', 'unknown', 'nothing'] as const)(
    'is given back on the written word of a rail that answers %s, after a week and never against its statement',
    async (answers) => {
      const before = await maria.stand.balance(1, 'MXN')
      const id = await taken()
      maria.stand.spei.answers = answers
      expect(refusalOf(await proposeEnd(id, 'give-back'))).toBe('payout-not-certain')
      expect(whyNot(await proposeEnd(id, 'give-back', { documentHash }))).toBe('too-early')
      pass(7 * dayMs)
      expect(refusalOf(await proposeEnd(id, 'give-back'))).toBe('payout-not-certain')
      book('NOBODY-KNOWS', id)
      expect(whyNot(await proposeEnd(id, 'give-back', { documentHash }))).toBe('on-statement')
      maria.stand.spei.lines.length = 0
      const proposed = await proposeEnd(id, 'give-back', { documentHash })
      expect(dataOf(await decideEnd(proposed, 'give-back', 'provider-confirmed'))).toMatchObject({ state: 'approved' })
      expect((await read(id)).withdrawal).toMatchObject({ state: 'fail', failReason: 'rail-unavailable' })
      expect(await maria.stand.balance(1, 'MXN')).toEqual(before)
      expect(await stuckOf(id)).toBeUndefined()
    },
  )

  it('is not given back by a letter while the rail itself says that it paid', async () => {
    const id = await taken()
    pass(31 * dayMs)
    maria.stand.spei.answers = 'paid'
    expect(whyNot(await proposeEnd(id, 'give-back', { documentHash }))).toBe('taken')
    maria.stand.spei.answers = 'truly'
    await decideEnd(await proposeEnd(id, 'give-back', { documentHash }), 'give-back', 'provider-confirmed')
    expect((await read(id)).withdrawal.state).toBe('fail')
  })

  it('waits a month where the statement cannot be read either', async () => {
    const id = await taken()
    maria.stand.spei.answers = 'nothing'
    maria.stand.spei.isUnread = true
    pass(8 * dayMs)
    expect(whyNot(await proposeEnd(id, 'give-back', { documentHash }))).toBe('too-early')
    pass(23 * dayMs)
    const proposed = await proposeEnd(id, 'give-back', { documentHash })
    expect(dataOf(await decideEnd(proposed, 'give-back', 'provider-confirmed'))).toMatchObject({ state: 'approved' })
    expect((await read(id)).withdrawal.state).toBe('fail')
  })

  it('names nothing the act has no use for', async () => {
    const id = await taken()
    for (const [act, found, field] of [
      ['settle', { documentHash }, 'documentHash'],
      ['give-back', { trackingNumber: 'FOUND-1' }, 'trackingNumber'],
    ] as const) {
      const refused = await proposeEnd(id, act, found)
      expect(said(refused)).toMatchObject({ rejection: 'stuck-field-unexpected', field })
    }
    book('FOUND-2', id)
    await decideEnd(await proposeEnd(id, 'settle', { trackingNumber: 'FOUND-2' }), 'settle')
  })
})
