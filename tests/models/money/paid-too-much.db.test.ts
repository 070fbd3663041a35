import { readFileSync } from 'node:fs'
import { checkBooks } from '@bolsillo/checker/check-books'
import { idOf, instant } from '@bolsillo/kernel'
import { deviceSha256 } from '@bolsillo/ledger/fixtures'
import { payInKey } from '@bolsillo/payments/domain'
import { transaction } from '@bolsillo/server-kit'
import type { TestAnswer } from '@bolsillo/test-kit'
import { failedChecks, type WithdrawalReceipt } from '@bolsillo/withdrawals/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodClabe } from './acts-deposits.ts'
import { customerOf, nameOf, strangerName, teresa, tomas } from './cast.ts'
import { readBalances, readDeposits, readDifferences, readPayouts } from './look-store.ts'
import { chargesBy } from './model-withdrawals.ts'
import { moneyOf } from './rail-in-memory.ts'
import { assetOf, closeWorld, dataOf, openWorld, restart, textIn, type World, written } from './stage.ts'

// Rails that pay more than they were asked to, by the rooms as the application wires them: what of it is claimed is shown to
// staff and ended by them, or by the money itself when it comes back.

let world: World
let no = 0
const next = (what: string): string => {
  no += 1
  return `${what}-${no}`
}
const owner = () => world.outside.database.owner
const pass = (ms: number): void => world.outside.clock.advanceMs(ms)
const pesos = (minor: bigint) => moneyOf(minor, assetOf('MXN'))
const own = (number: number): string => `${customerOf(number)}:stock:MXN`
const posted = async (id: string): Promise<bigint> =>
  (await readBalances(owner())).find((row) => row.id === id)?.posted ?? 0n
const claimed = (): Promise<bigint> => posted('house:claims:MXN')
const readAll = async (): Promise<void> => {
  await world.product.engine.sendPayouts()
  await world.product.engine.readRails()
}
const rowsOf = (answer: TestAnswer) => {
  const rows: readonly Record<string, string>[] = JSON.parse(JSON.stringify(dataOf(answer)?.rows ?? []))
  return rows
}
const claimsShown = async () => rowsOf(await world.product.asStaff(teresa, '/deposits?kind=claim'))
const parked = async (): Promise<readonly string[]> => {
  const rows = await owner()<{ problem: string }[]>`select problem from rail_event_state where state = 'parked'`
  return rows.map(({ problem }) => problem)
}

/** Proposed by one of treasury and decided by another. @returns the answer to the decision, or to a refused proposal. */
async function byTwo(path: string, body: Readonly<Record<string, unknown>>, reason: string): Promise<TestAnswer> {
  const proposed = await world.product.asStaff(teresa, path, body)
  const approvalId = textIn(dataOf(proposed), 'approvalId')
  if (approvalId === '') return proposed
  const shown = dataOf(await world.product.asStaff(tomas, `/approvals/detail?approvalId=${approvalId}`))
  const [payloadHash, factsHash] = [textIn(shown, 'payloadHash'), textIn(shown, 'factsHash')]
  const decision = { approvalId, payloadHash, factsHash, decision: 'approve', reason }
  return await world.product.asStaff(tomas, '/approvals/decide', decision)
}
const done = (answer: TestAnswer): void => expect(answer.json).toMatchObject({ code: 0 })

/** Money for a customer, under their own name or another one's. @returns the rail's number of it. */
async function payIn(number: number, minor: bigint, name = nameOf(number)): Promise<string> {
  const { payments, sql } = world.product
  const wish = { customerId: customerOf(number), channel: 'spei-mxn', now: world.now() } as const
  const to = await transaction(sql, async (tx) => payInKey(await payments.payInAddress(tx, wish)))
  const externalId = next('in')
  world.rails.spei.tell({
    kind: 'received',
    externalId,
    amount: pesos(minor),
    to,
    at: world.now(),
    from: { name, account: goodClabe },
    confirmations: { seen: 1, needed: 1 },
  })
  world.rails.spei.line({ externalId, direction: 'in' }, pesos(minor), world.now())
  await readAll()
  return externalId
}

let challenges = 9_000
const proof = () => {
  challenges += 1
  return { challengeId: `chl_${String(challenges).padStart(26, '0')}`, code: '123456' }
}
const destinations = new Map<number, { readonly id: string; readonly text: string }>()
async function destinationOf(number: number) {
  const known = destinations.get(number)
  if (known !== undefined) return known
  const body = { kind: 'clabe', holder: nameOf(number), clabe: goodClabe, ...proof() }
  const data = dataOf(await world.product.as(number, '/bank/add', body))
  const made = { id: textIn(data, 'destination', 'destinationId'), text: textIn(data, 'destination', 'text') }
  destinations.set(number, made)
  pass(24 * 3_600_000)
  return made
}

/** A withdrawal on its way. @returns its id, that of its payment, and what is to arrive. */
async function withdraw(number: number, amount: bigint) {
  const { id: destinationId, text: destination } = await destinationOf(number)
  const terms = world.model.terms.find(({ code }) => code === 'spei-mxn')
  if (terms === undefined) throw new Error('there is SPEI')
  const { fee, vat, net } = chargesBy(terms, amount)
  const of = (minor: bigint): string => written(minor, 'MXN')
  const charges = { amount: of(amount), fee: of(fee), vat: of(vat), net: of(net) }
  const body = { destinationId, asset: 'MXN', ...charges, withdrawalPassword: '835270', ...proof() }
  const asked = await world.product.as(number, '/user/withdraw/add', body)
  done(asked)
  const withdrawalId = textIn(dataOf(asked), 'withdrawal', 'withdrawalId')
  const wish = { withdrawalId, amount: of(amount), net: of(net), destination }
  done(await byTwo('/withdrawals/accept', wish, 'checked'))
  await readAll()
  return { withdrawalId, payoutId: await payoutOf(withdrawalId), net }
}
const payoutOf = async (cause: string): Promise<string> =>
  (await readPayouts(owner())).find((row) => row.cause === cause)?.id ?? ''

/** The rail pays another amount than it was asked to, and two people book what arrived. */
async function arriveAs(payout: string, minor: bigint): Promise<void> {
  const payoutId = idOf('pay', payout)
  const [externalId, at] = [`out-${payoutId}`, world.now()]
  world.rails.spei.tell({ kind: 'payout-confirmed', payoutId, externalId, amount: pesos(minor), at })
  world.rails.spei.line({ externalId, direction: 'out' }, pesos(minor), at)
  await readAll()
  await world.product.engine.findStuck()
  done(await byTwo('/payouts/propose', { payoutId, act: 'settle' }, 'on-rail-statement'))
}

/** The bank returns a payment, or a part of it. */
async function comeBack(payout: string, minor: bigint, { onStatement = true } = {}): Promise<string> {
  const payoutId = idOf('pay', payout)
  const [returnId, at] = [next('back'), world.now()]
  const told = { kind: 'payout-returned', payoutId, returnId, amount: pesos(minor), reason: 'closed', at } as const
  world.rails.spei.tell(told)
  world.rails.spei.tell(told)
  const line = { externalId: returnId, direction: 'in', reverses: `out-${payoutId}` } as const
  if (onStatement) world.rails.spei.line(line, pesos(minor), at)
  await readAll()
  return returnId
}

const settle = (claimId: string, way: 'take-available' | 'write-off', minor: bigint): Promise<TestAnswer> =>
  byTwo('/deposits/claim/settle', { claimId, way, amount: written(minor, 'MXN'), reason: 'bank-error' }, 'bank-error')

beforeAll(async () => {
  world = await openWorld(7)
})
afterAll(async () => {
  expect(await claimed()).toBe(0n)
  pass(3_600_000)
  await world.product.engine.reconcile()
  expect(await readDifferences(owner())).toEqual([])
  const now = world.now()
  expect(await checkBooks(owner(), { market: 'fixture', now })).toEqual([])
  await closeWorld(world)
})

describe('a withdrawal of which more arrived than its customer has', () => {
  let paid: Awaited<ReturnType<typeof withdraw>>
  let claimId = ''

  it('is a claim in the queue of staff, found by the withdrawal', async () => {
    await payIn(1, 2_000_00n)
    paid = await withdraw(1, 1_000_00n)
    expect(paid.net).toBe(994_20n)
    await arriveAs(paid.payoutId, 2_494_20n)
    expect(await posted(own(1))).toBe(0n)
    expect(await claimed()).toBe(-500_00n)
    const [row] = await claimsShown()
    expect(row).toMatchObject({ kind: 'claim', claimOf: 'withdrawal', amount: '500.00', asset: 'MXN' })
    claimId = row?.caseId ?? ''
    const shown = dataOf(await world.product.asStaff(teresa, `/deposits/claim?claimId=${claimId}`))
    const { withdrawalId } = paid
    expect(shown).toMatchObject({ claim: { withdrawalId, open: '500.00', available: '0.00', reason: 'paid-too-much' } })
  })

  it('has its claim too where an earlier version booked it, once however often the server starts', async () => {
    await owner().unsafe(`alter table deposit_claim disable trigger insert_only; delete from deposit_claim;
      alter table deposit_claim enable trigger insert_only`)
    expect(await claimsShown()).toEqual([])
    for (let starts = 0; starts < 2; starts += 1) await restart(world)
    const rows = await claimsShown()
    expect(rows).toMatchObject([{ claimOf: 'withdrawal', amount: '500.00' }])
    claimId = rows[0]?.caseId ?? ''
  })

  it('is known with what arrived where an earlier version did not keep that, from what the rail reported', async () => {
    const file = new URL('../../../platform/payments/server/migrations/0006-what-arrived.sql', import.meta.url)
    const [, statement = ''] = readFileSync(file, 'utf8').split(/(?=^update payout_state)/m)
    await owner()`update payout_state set arrived_minor = null`
    await owner().unsafe(statement)
    const rows = await owner()`select payout_id, arrived_minor from payout_state where arrived_minor is not null`
    expect(rows).toEqual([{ payout_id: paid.payoutId, arrived_minor: 2_494_20n }])
  })

  it('is cleared up by two people, in entries of the withdrawal', async () => {
    await payIn(1, 300_00n)
    expect((await settle(claimId, 'take-available', 300_01n)).json.code).not.toBe(0)
    done(await settle(claimId, 'take-available', 200_00n))
    done(await settle(claimId, 'write-off', 4_00n))
    expect(await posted(own(1))).toBe(100_00n)
    expect(await posted('house:fees:MXN')).toBe(1_00n)
    expect(await claimed()).toBe(-296_00n)
    const kinds = await owner()<{ kind: string }[]>`
      select kind from ledger_entry where reference = ${`withdrawal:${paid.withdrawalId}`} and kind like 'claim-%' order by seq`
    expect(kinds.map(({ kind }) => kind)).toEqual(['claim-paid', 'claim-written-off'])
  })

  it('comes back in parts: open first, then the house, then the customer, and never more than arrived', async () => {
    await comeBack(paid.payoutId, 100_00n)
    expect([await claimed(), await posted(own(1))]).toEqual([-196_00n, 100_00n])
    await comeBack(paid.payoutId, 300_00n)
    expect([await claimed(), await posted(own(1))]).toEqual([0n, 200_00n])
    expect(await posted('house:fees:MXN')).toBe(5_00n)
    await comeBack(paid.payoutId, 2_094_20n)
    // All they ever had, but for fee and VAT of a payment that was made.
    expect(await posted(own(1))).toBe(2_300_00n - 5_80n)
    expect(await claimsShown()).toEqual([])
    expect(await parked()).toEqual([])
    await comeBack(paid.payoutId, 1n, { onStatement: false })
    expect(await parked()).toEqual(['a payment cannot come back: amount'])
    const { claim } = JSON.parse(
      JSON.stringify(dataOf(await world.product.asStaff(teresa, `/deposits/claim?claimId=${claimId}`))),
    )
    expect(claim.open).toBe('0.00')
    expect(claim.steps.map(({ way, amount }: Record<string, string>) => `${way} ${amount}`)).toEqual([
      'take-available 200.00',
      'write-off 4.00',
      'returned 100.00',
      'returned 300.00',
      'returned 100.00',
    ])
  })

  it('says to its customer what of it is theirs again, on a receipt that adds up', async () => {
    const { withdrawalId } = paid
    const info = dataOf(await world.product.as(1, `/user/withdraw/info?withdrawalId=${withdrawalId}`))
    expect(info).toMatchObject({ bankCovered: '300.00' })
    const answer = await world.product.as(1, `/user/withdraw/receipt?withdrawalId=${withdrawalId}`)
    const receipt: WithdrawalReceipt = JSON.parse(JSON.stringify(dataOf(answer)))
    expect(await failedChecks(receipt, deviceSha256)).toEqual([])
  })
})

it('a withdrawal of which less arrived comes back as that much, and not as what was asked for', async () => {
  const before = await posted(own(1))
  const { payoutId, net } = await withdraw(1, 1_000_00n)
  await arriveAs(payoutId, 900_00n)
  await comeBack(payoutId, 900_00n)
  expect(await posted(own(1))).toBe(before - 5_80n)
  const troubles = (await parked()).length
  await comeBack(payoutId, net - 900_00n, { onStatement: false })
  expect(await posted(own(1))).toBe(before - 5_80n)
  expect(await parked()).toHaveLength(troubles + 1)
})

describe('a return of a deposit that reached its origin with too much', () => {
  const depositBy = async (externalId: string) =>
    (await readDeposits(owner())).find((row) => row.external_id === externalId)
  /** Held money that goes back and arrives as 130.00 instead of 100.00. */
  const returned = async (): Promise<string> => {
    const depositId = (await depositBy(await payIn(1, 100_00n, strangerName)))?.id
    done(await byTwo('/deposits/return', { depositId, reason: 'third-party' }, 'third-party'))
    await readAll()
    const payoutId = (await readPayouts(owner())).find((row) => row.deposit_id === depositId)?.id ?? ''
    await arriveAs(payoutId, 130_00n)
    expect(await claimed()).toBe(-30_00n)
    return payoutId
  }

  it('comes back whole: the claim is settled, and only what is the depositor’s is held', async () => {
    const before = await posted('house:unmatched:MXN')
    const returnId = await comeBack(await returned(), 130_00n)
    expect(await claimed()).toBe(0n)
    expect(await posted('house:unmatched:MXN')).toBe(before + 100_00n)
    expect(await depositBy(returnId)).toMatchObject({
      stage: 'held',
      amount_minor: 100_00n,
      customer_id: customerOf(1),
    })
    expect(await claimsShown()).toEqual([])
  })

  it('comes back in parts after its customer covered some: they have that back before the depositor', async () => {
    const payoutId = await returned()
    const [row] = await claimsShown()
    expect(row).toMatchObject({ claimOf: 'deposit', amount: '30.00' })
    const before = await posted(own(1))
    done(await settle(row?.caseId ?? '', 'take-available', 12_00n))
    const first = await comeBack(payoutId, 20_00n)
    expect([await claimed(), await posted(own(1))]).toEqual([0n, before - 10_00n])
    expect(await depositBy(first)).toBeUndefined()
    const second = await comeBack(payoutId, 15_00n)
    expect(await posted(own(1))).toBe(before)
    expect(await depositBy(second)).toMatchObject({ stage: 'held', amount_minor: 5_00n })
    const third = await comeBack(payoutId, 95_00n)
    expect(await depositBy(third)).toMatchObject({ stage: 'held', amount_minor: 95_00n })
  })

  it('settles what its bank took back of the deposit after it had gone back, too', async () => {
    const externalId = await payIn(1, 100_00n, strangerName)
    const depositId = (await depositBy(externalId))?.id
    done(await byTwo('/deposits/return', { depositId, reason: 'third-party' }, 'third-party'))
    await readAll()
    const payoutId = (await readPayouts(owner())).find((row) => row.deposit_id === depositId)?.id ?? ''
    const [number, at] = [`out-${payoutId}`, world.now()]
    const end = { payoutId: idOf('pay', payoutId), externalId: number, amount: pesos(100_00n), at }
    world.rails.spei.tell({ kind: 'payout-confirmed', ...end })
    world.rails.spei.line({ externalId: number, direction: 'out' }, pesos(100_00n), at)
    const reversalId = next('reversal')
    const told = { externalId, reversalId, amount: pesos(40_00n), reason: 'devolucion', at: instant(at) }
    world.rails.spei.tell({ kind: 'reversed', ...told })
    const line = { externalId: reversalId, direction: 'out', reverses: externalId } as const
    world.rails.spei.line(line, pesos(40_00n), at)
    await readAll()
    expect(await claimed()).toBe(-40_00n)
    const returnId = await comeBack(payoutId, 100_00n)
    expect(await claimed()).toBe(0n)
    expect(await depositBy(returnId)).toMatchObject({ stage: 'held', amount_minor: 60_00n })
  })
})
