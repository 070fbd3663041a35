import { readFileSync } from 'node:fs'
import { currencies, type Id, idOf, type Money, money } from '@bolsillo/kernel'
import { railAcceptance } from '@bolsillo/payments/testing'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualRail, type ManualRail } from './index.ts'

let database: TestDatabase
let services: TestServices
let manual: ManualRail
beforeAll(async () => {
  database = await testDatabase()
  services = testServices({ sql: database.sql })
  manual = createManualRail({ services, account: { bank: 'Banco', number: '0123456789', holder: 'Bolsillo' } })
})
afterAll(async () => {
  await database.drop()
})

let told = 0
const approval = () => {
  told += 1
  return idOf('apv', `apv_${String(told).padStart(26, '0')}`)
}

/** An approval that used the line of a statement which says that so much came in under a number. */
async function lined(number: string, { minor, asset }: Money): Promise<Id<'apv'>> {
  const id = approval()
  const [maker, checker] = [idOf('opr', `opr_${'1'.padStart(26, '0')}`), idOf('opr', `opr_${'2'.padStart(26, '0')}`)]
  await database.owner.begin(async (tx) => {
    await tx`
      insert into approval (id, kind, subject, payload, payload_hash, reason, maker, created_at, expires_at)
      values (${id}, 'deposit.confirm-offline', ${id}, '{}', encode(sha256('{}'), 'hex'), 'x', ${maker}, 1, 3600001)`
    await tx`
      insert into approval_decision (approval_id, outcome, payload_hash, decided_by, reason, decided_at)
      values (${id}, 'approved', encode(sha256('{}'), 'hex'), ${checker}, 'x', 2)`
    await tx`
      insert into by_hand_credit (approval_id, kind, subject, asset, minor, at)
      values (${id}, 'found', ${id}, ${asset.code}, ${minor}, 0)`
    await tx`
      insert into bank_statement (id, rail_id, account, asset, no, format, file, file_hash, opening_minor, closing_minor,
        line_count, imported_by, imported_at)
      values (${`bst_${id}`}, 'manual', ${id}, ${asset.code}, 1, 'csv', convert_to(${id}, 'UTF8'),
        encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), 0, ${minor}, 1, 'opr_3', 1)`
    await tx`
      insert into bank_statement_line (id, statement_id, place, rail_id, asset, direction, minor, number, booked_on,
        reference, payer_name, payer_account)
      values (${`bsl_${id}`}, ${`bst_${id}`}, 1, 'manual', ${asset.code}, 'in', ${minor}, ${number}, '2026-03-02', '', '', '')`
    await tx`insert into bank_line_use (line_id, approval_id) values (${`bsl_${id}`}, ${id})`
  })
  return id
}

railAcceptance('manual', () => ({
  rail: manual.rail,
  now: () => services.clock.now(),
  settle: async () => services.clock.advanceMs(60_000),
  payIn: async (to, amount) => {
    const externalId = `RASTREO-${told + 1}`
    const from = { name: 'Ana López', account: 'BBVA/012345' }
    const approvalId = await lined(externalId, amount)
    const now = services.clock.now()
    await transaction(database.sql, (tx) =>
      manual.desk.confirmReceived(tx, { externalId, amount, to, from, approvalId, now }),
    )
  },
  endPayout: async ({ payoutId, amount }, outcome) => {
    const now = services.clock.now()
    const end =
      outcome === 'paid'
        ? ({ kind: 'paid', externalId: `SALIDA-${told + 1}`, amount } as const)
        : ({ kind: 'failed', reason: 'bank-returned' } as const)
    await transaction(database.sql, (tx) =>
      manual.desk.confirmPayout(tx, { payoutId, approvalId: approval(), now, ...end }),
    )
  },
  destination: { kind: 'account', bank: 'Chase', number: '000123456789', holder: 'Ana López' },
  golden: [],
}))

describe('transfers by hand', () => {
  const received = (externalId: string) => ({
    externalId,
    amount: money(100n, currencies.MXN),
    to: 'B0000001XX',
    from: { name: 'Ana', account: '' },
    now: services.clock.now(),
  })

  it('are recorded once for each tracking number, also many times at once', async () => {
    const approvalId = await lined('SAME-1', received('SAME-1').amount)
    const tell = () =>
      transaction(database.sql, (tx) => manual.desk.confirmReceived(tx, { ...received('SAME-1'), approvalId }))
    const answers = await Promise.all(Array.from({ length: 20 }, tell))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('have one number however it is spelled, out as in', async () => {
    const approvalId = await lined('ABC-7', received('ABC-7').amount)
    const tell = (externalId: string) =>
      transaction(database.sql, (tx) => manual.desk.confirmReceived(tx, { ...received(externalId), approvalId }))
    expect(await tell(' abc-7 ')).toBe(true)
    for (const spelling of ['ABC-7', 'abc-7', 'ÁBC -7', 'ＡＢＣ－７']) expect(await tell(spelling)).toBe(false)
    const { events } = await manual.rail.events(undefined, 500)
    expect(events.filter((event) => event.kind === 'received' && event.externalId === 'ABC-7')).toHaveLength(1)
    const pay = (no: number, externalId: string) =>
      transaction(database.sql, (tx) =>
        manual.desk.confirmPayout(tx, {
          kind: 'paid',
          payoutId: idOf('pay', `pay_${String(no).padStart(26, '0')}`),
          externalId,
          amount: money(100n, currencies.MXN),
          approvalId: approval(),
          now: services.clock.now(),
        }),
      )
    expect(await pay(801, 'out-9')).toBe(true)
    expect(await pay(802, 'OUT-9')).toBe(false)
  })

  it('told before there was one spelling keep their numbers', async () => {
    const insert = readFileSync(new URL('./server/migrations/0002-one-spelling.sql', import.meta.url), 'utf8')
    const { from, to } = received('Ñandú 5')
    const amount = { minor: '100', asset: 'MXN' }
    const confirmations = { seen: 1, needed: 1 }
    const event = JSON.stringify({ kind: 'received', externalId: 'Ñandú 5', amount, to, from, confirmations, at: 1 })
    // Reports from before statements were imported name no line.
    await database.owner`alter table manual_telling disable trigger names_line`
    await database.owner`
      insert into manual_telling (key, event, approval_id, told_at)
      values ('in:Ñandú 5', ${event}::text::jsonb, ${approval()}, 1)`
    await database.owner`alter table manual_telling enable trigger names_line`
    await database.owner.unsafe(insert.slice(insert.indexOf('insert into manual_number')))
    expect(await manual.desk.isRecorded(database.sql, 'in', 'nandu5')).toBe(true)
  })

  it('are not recorded by an approval that was undone', async () => {
    const approvalId = await lined('UNDONE-1', received('UNDONE-1').amount)
    const undone = transaction(database.sql, async (tx) => {
      await manual.desk.confirmReceived(tx, { ...received('UNDONE-1'), approvalId })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const { events } = await manual.rail.events(undefined, 500)
    expect(events.some((event) => event.kind === 'received' && event.externalId === 'UNDONE-1')).toBe(false)
  })

  it('are recorded only as the line of a statement has them: no line, another amount, another number are refused', async () => {
    const { amount } = received('LINE-1')
    const approvalId = await lined('LINE-1', amount)
    const tell = (changes: object) =>
      transaction(database.sql, (tx) =>
        manual.desk.confirmReceived(tx, { ...received('LINE-1'), approvalId, ...changes }),
      )
    await expect(tell({ approvalId: approval() })).rejects.toThrow(/no line of a statement says/)
    await expect(tell({ amount: money(77_700_000n, currencies.MXN) })).rejects.toThrow(/no line of a statement says/)
    await expect(tell({ amount: money(100n, currencies.USD) })).rejects.toThrow(/no line of a statement says/)
    await expect(tell({ externalId: 'LINE-2' })).rejects.toThrow(/no line of a statement says/)
    const back = { payoutId: idOf('pay', `pay_${'9'.padStart(26, '0')}`), returnId: 'BACK-1', amount, reason: 'x' }
    const returned = transaction(database.sql, (tx) =>
      manual.desk.confirmReturned(tx, { ...back, approvalId: approval(), now: services.clock.now() }),
    )
    await expect(returned).rejects.toThrow(/no line of a statement says/)
    // The control: without the guard the report is accepted.
    await database.owner`alter table manual_telling disable trigger names_line`
    expect(await tell({ approvalId: approval(), externalId: 'LINE-3' })).toBe(true)
    await database.owner`alter table manual_telling enable trigger names_line`
    expect(await tell({})).toBe(true)
  })

  it('carry a reference that no slip of the pen turns into another customer’s', () => {
    const references = Array.from({ length: 2_000 }, (_, n) => {
      const address = manual.rail.payInAddress({
        customerId: idOf('cus', `cus_${String(n).padStart(26, '0')}`),
        customerNo: n + 1,
        asset: 'MXN',
      })
      return address.kind === 'account' ? address.reference : ''
    })
    const known = new Set(references)
    expect(known.size).toBe(2_000)
    for (const reference of references.slice(0, 200)) {
      for (let place = 1; place <= 9; place += 1) {
        const swapped =
          reference.slice(0, place) +
          reference.slice(place + 1, place + 2) +
          reference[place] +
          reference.slice(place + 2)
        expect(swapped === reference || !known.has(swapped), swapped).toBe(true)
        for (const digit of '0123456789') {
          const slip = reference.slice(0, place) + digit + reference.slice(place + 1)
          expect(slip === reference || !known.has(slip), slip).toBe(true)
        }
      }
    }
  })

  it('cannot be rewritten by the running server', async () => {
    await expect(database.sql`delete from manual_telling`).rejects.toThrow(/permission denied|insert-only/)
    await expect(database.sql`update manual_telling set key = 'x'`).rejects.toThrow(/permission denied|insert-only/)
  })
})
