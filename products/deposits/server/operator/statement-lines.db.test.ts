import { byHandCaps, byHandCeiling, byHandSettings } from '@bolsillo/payments/domain'
import { csvStatement, statementUpload } from '@bolsillo/payments/fixtures'
import { newTestKey } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, firmAccount, pesos, staff } from '../testing/deposits-stand.ts'

// Money from nothing, as staff and as the program's own database role tried it: what stops each attempt, and that without
// the guard it would succeed.

let stand: DepositsStand
const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const refusalOf = (answer: { readonly json: { readonly data?: unknown } }): string => String(dataOf(answer).rejection)
const payer = { payerName: 'María López', payerAccount: '032180000118359719' }
const number = (customer: number): string => stand.customerId(customer).slice(-8)
const reason = 'found-on-statement'
let lines = 0
const line = async (amount: string, asset = 'MXN'): Promise<string> => {
  lines += 1
  const [lineId = ''] = await stand.imported(asset, { number: `LINE-${lines}`, amount, ...payer })
  return lineId
}
const depositOf = async (lineNo: number): Promise<Record<string, unknown>> => {
  const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
    select * from deposit where external_id = ${`LINE-${lineNo}`}`
  return row ?? {}
}
/** Records the line as money of nobody: proposed by one, decided by another. */
const found = async (lineId: string): Promise<void> => {
  const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/unmatched', { lineId, reason }))
  const decided = await stand.approve('carlos', approvalId, reason)
  if (dataOf(decided).state === 'open') await stand.approve('clara', approvalId, reason)
  await stand.engine.readRails()
}

beforeAll(async () => {
  const mxn = byHandSettings.MXN
  stand = await depositsStand({
    settings: [
      ...(mxn === undefined
        ? []
        : [
            { setting: mxn.entry, value: '900000' },
            { setting: mxn.day, value: '1500000' },
            { setting: mxn.three, value: '100000' },
          ]),
    ],
  })
})
afterAll(() => stand.close())

describe('an invented deposit of 777,000 pesos', () => {
  it('needs a line of an imported statement', async () => {
    const lineId = 'bsl_01KJ0000000000000000000099'
    expect(refusalOf(await stand.asStaff('teresa', '/deposits/unmatched', { lineId, reason }))).toBe(
      'statement-line-unknown',
    )
    const typed = { channelId: 'transfer-mxn', amount: '777000.00', trackingKey: 'INVENTED', reference: 'x', ...payer }
    expect(refusalOf(await stand.asStaff('teresa', '/deposits/unmatched', { ...typed, lineId, reason }))).toBe(
      'field-unknown',
    )
  })

  it('of a statement somebody invented is neither proposed nor decided by them', async () => {
    const lineId = await line('100.00')
    expect(refusalOf(await stand.asStaff('ines', '/deposits/unmatched', { lineId, reason }))).toBe(
      'statement-line-importer',
    )
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/unmatched', { lineId, reason }))
    expect(refusalOf(await stand.approve('ines', approvalId, reason))).toBe('statement-line-importer')
    expect((await stand.approve('carlos', approvalId, reason)).status).toBe(200)
    await stand.engine.readRails()
    const { id: depositId } = await depositOf(lines)
    const wish = { depositId, customer: number(1), reason: 'reference-mistyped' }
    expect(refusalOf(await stand.asStaff('ines', '/deposits/match', wish))).toBe('statement-line-importer')
    const match = dataOf(await stand.asStaff('teresa', '/deposits/match', wish))
    expect(refusalOf(await stand.approve('ines', match.approvalId, wish.reason))).toBe('statement-line-importer')
    expect((await stand.approve('carlos', match.approvalId, wish.reason)).status).toBe(200)
    expect(await depositOf(lines)).toMatchObject({ stage: 'credited', customer_id: stand.customerId(1) })
  })

  it('takes three people beyond the second cap, none of them its importer', async () => {
    const lineId = await line('777000.00')
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/unmatched', { lineId, reason }))
    const shown = dataOf(await stand.asStaff('carlos', `/approvals/detail?approvalId=${approvalId}`))
    expect(shown.approval).toMatchObject({ deciders: 2, agreed: 0 })
    expect(shown.facts.map(({ labelKey }: { labelKey: string }) => labelKey)).toEqual(
      expect.arrayContaining(['facts.statement', 'facts.statementLine', 'facts.statementPayer', 'facts.statementHash']),
    )
    expect(dataOf(await stand.approve('carlos', approvalId, reason)).state).toBe('open')
    expect(refusalOf(await stand.approve('carlos', approvalId, reason))).toBe('approval-agreed')
    expect(refusalOf(await stand.approve('ines', approvalId, reason))).toBe('statement-line-importer')
    expect(await depositOf(lines)).toEqual({})
    expect(dataOf(await stand.approve('clara', approvalId, reason)).state).toBe('approved')
    await stand.engine.readRails()
    expect(await depositOf(lines)).toMatchObject({ stage: 'held' })
  })

  it('split into parts takes three people as soon as they come to the same', async () => {
    stand.app.services.clock.advanceMs(2 * 86_400_000)
    const parts = [await line('60000.00'), await line('60000.00')]
    const proposals: string[] = []
    for (const lineId of parts) {
      proposals.push(dataOf(await stand.asStaff('teresa', '/deposits/unmatched', { lineId, reason })).approvalId)
    }
    const [one = '', two = ''] = proposals
    expect(dataOf(await stand.approve('carlos', one, reason)).state).toBe('approved')
    // It was proposed when two were enough.
    expect(refusalOf(await stand.approve('carlos', two, reason))).toBe('by-hand-people')
    await stand.asStaff('teresa', '/approvals/withdraw', { approvalId: two })
    const again = dataOf(await stand.asStaff('teresa', '/deposits/unmatched', { lineId: parts[1], reason }))
    expect(dataOf(await stand.approve('carlos', again.approvalId, reason)).state).toBe('open')
    expect(dataOf(await stand.approve('clara', again.approvalId, reason)).state).toBe('approved')
  })

  it('is refused above what is credited by hand at once, and in a day', async () => {
    stand.app.services.clock.advanceMs(2 * 86_400_000)
    const propose = async (lineId: string) => await stand.asStaff('teresa', '/deposits/unmatched', { lineId, reason })
    expect(refusalOf(await propose(await line('900000.01')))).toBe('by-hand-entry')
    await found(await line('900000.00'))
    expect(refusalOf(await propose(await line('600000.01')))).toBe('by-hand-day')
    await found(await line('600000.00'))
    stand.app.services.clock.advanceMs(86_400_001)
    expect((await propose(await line('600000.01'))).status).toBe(200)
  })
})

describe('the database, whatever program asks', () => {
  it('holds the same ceilings as the program', async () => {
    const rows = await stand.app.database.sql`select * from by_hand_ceiling order by asset`
    expect(rows).toHaveLength(Object.keys(byHandSettings).length)
    for (const row of rows) {
      const mine = byHandCaps.map((cap) => byHandCeiling(String(row.asset), cap))
      expect([row.entry_minor, row.day_minor, row.three_minor]).toEqual(mine)
    }
  })

  it('matches nothing by itself: held money becomes a customer’s only by a counted credit, and by hand with a line', async () => {
    await found(await line('50.00'))
    const { id } = await depositOf(lines)
    const steal = async () =>
      await stand.app.database.sql.begin(async (tx) => {
        await tx`update deposit set stage = 'credited', entry_id = 'x', credited_minor = 5000, ended_at = 1,
          customer_id = ${stand.customerId(1)} where id = ${String(id)}`
        throw new Error('it was possible')
      })
    await expect(steal()).rejects.toThrow(/nobody matched deposit/)
    // The control.
    await stand.app.database.owner`alter table deposit disable trigger by_hand`
    await expect(steal()).rejects.toThrow('it was possible')
    await stand.app.database.owner`alter table deposit enable trigger by_hand`
  })

  it('uses a line once, for what it says, by nobody who imported it, and only when approved', async () => {
    const lineId = await line('70.00')
    const { sql, owner } = stand.app.database
    const wish = { lineId, reason }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/unmatched', wish))
    const count = (minor: bigint, id = String(approvalId)) => sql`
      insert into by_hand_credit (approval_id, kind, subject, asset, minor, at)
      values (${id}, 'returned', 'x', 'MXN', ${minor}, 1)`
    await expect(count(7_000n)).rejects.toThrow(/nobody approved/)
    const approvedBy = async (by: string) => {
      const id = `apv_${newTestKey()}`
      await owner.begin(async (tx) => {
        await tx`insert into approval (id, kind, subject, payload, payload_hash, reason, maker, created_at, expires_at)
          values (${id}, 'deposit.confirm-offline', ${id}, '{}', encode(sha256('{}'), 'hex'), 'x',
            ${staff.teresa.operatorId}, 1, 3600001)`
        await tx`insert into approval_decision (approval_id, outcome, payload_hash, decided_by, reason, decided_at)
          values (${id}, 'approved', encode(sha256('{}'), 'hex'), ${by}, 'x', 2)`
      })
      return id
    }
    const use = (id: string) => sql`insert into bank_line_use (line_id, approval_id) values (${lineId}, ${id})`
    const mine = await approvedBy(staff.ines.operatorId)
    await expect(use(mine)).rejects.toThrow()
    await count(7_000n, mine)
    await expect(use(mine)).rejects.toThrow(/whoever imported/)
    const more = await approvedBy(staff.carlos.operatorId)
    await count(7_001n, more)
    await expect(use(more)).rejects.toThrow(/is not what/)
    const fits = await approvedBy(staff.carlos.operatorId)
    await count(7_000n, fits)
    await use(fits)
    const again = await approvedBy(staff.carlos.operatorId)
    await count(7_000n, again)
    await expect(use(again)).rejects.toThrow(/duplicate key/)
    await expect(count(2_000_000_001n, await approvedBy(staff.carlos.operatorId))).rejects.toThrow(
      /more MXN than is ever/,
    )
    await expect(count(200_000_000n, await approvedBy(staff.carlos.operatorId))).rejects.toThrow(/takes three people/)
  })

  it('changes and removes no statement, line or use, and takes no line that does not add up', async () => {
    const { sql } = stand.app.database
    for (const table of [
      'bank_statement',
      'bank_statement_line',
      'by_hand_credit',
      'bank_line_use',
      'by_hand_ceiling',
    ]) {
      await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow(/permission denied|insert-only/)
    }
    await expect(sql`update bank_statement_line set minor = 77700000`).rejects.toThrow(/permission denied|insert-only/)
    const [row] = await sql<{ statement_id: string }[]>`select statement_id from bank_statement_line limit 1`
    const slip = (place: number) => sql`
      insert into bank_statement_line (id, statement_id, place, rail_id, asset, direction, minor, number, booked_on,
        reference, payer_name, payer_account)
      values ('bsl_slipped', ${row?.statement_id ?? ''}, ${place}, 'manual', 'MXN', 'in', 77700000, 'SLIPPED', '2026-03-02',
        '', '', '')`
    await expect(slip(2)).rejects.toThrow(/opening and lines are not closing/)
  })
})

describe('a statement', () => {
  const importAs = async (who: keyof typeof staff, file: string | Uint8Array) => {
    const { headers, body } = statementUpload(file)
    return await stand.app.ask({
      method: 'POST',
      path: '/console-api/statements/import',
      token: staff[who].token,
      headers: { ...headers, 'idempotency-key': newTestKey() },
      body,
    })
  }
  const brl = (changes: object) =>
    csvStatement({ account: firmAccount, asset: 'USD', opening: '0.00', closing: '0.00', lines: [], ...changes })

  it('begins where the last one ended, is taken once, and only of the firm’s account', async () => {
    const first = brl({ closing: '10.00', lines: [{ number: 'U-1000', amount: '10.00' }] })
    expect(dataOf(await importAs('ines', first))).toMatchObject({ no: 1, lines: 1, unused: 1 })
    expect(refusalOf(await importAs('clara', first))).toBe('statement-known')
    const gap = await importAs('ines', brl({ opening: '9.99', closing: '9.99' }))
    expect(refusalOf(gap)).toBe('statement-gap')
    expect(gap.body).toContain('$\u00a010.00')
    const twice = brl({ opening: '10.00', closing: '20.00', lines: [{ number: 'u-1000', amount: '10.00' }] })
    expect(refusalOf(await importAs('ines', twice))).toBe('statement-line-known')
    expect(refusalOf(await importAs('ines', brl({ account: '9999' })))).toBe('statement-account')
    const edited = brl({ opening: '10.00', closing: '20.00', lines: [{ number: 'U-1001', amount: '777000.00' }] })
    expect(refusalOf(await importAs('ines', edited))).toBe('statement-sum')
    expect(refusalOf(await importAs('olga', first))).toBe('role-needed')
    expect(dataOf(await importAs('ines', brl({ opening: '10.00', closing: '10.00' })))).toMatchObject({
      no: 2,
      lines: 0,
    })
  })

  it('side by side with another that follows the same one is taken alone', async () => {
    const next = (no: number) =>
      brl({ opening: '10.00', closing: '11.00', lines: [{ number: `U-200${no}`, amount: '1.00' }] })
    const answers = await Promise.all([1, 2, 3, 4].map((no) => importAs('ines', next(no))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is recorded in the journal with the hash of its file, and with who imported it', async () => {
    const rows = await stand.app.database.owner<{ actor: string; details: Record<string, string> }[]>`
      select actor, details from audit_entry where action = 'payments.import-statement' order by seq desc limit 1`
    const [kept] = await stand.app.database.owner<{ file_hash: string }[]>`
      select file_hash from bank_statement order by id desc limit 1`
    expect(rows).toMatchObject([{ actor: staff.ines.operatorId, details: { hash: kept?.file_hash } }])
  })
})

it('a match of what a rail reported itself is counted against the caps as well', async () => {
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId: 'CAPPED', amount: pesos('900000.01'), to, name: 'OTRA PERSONA' })
  await stand.engine.readRails()
  const [row] = await stand.app.database.owner<{ id: string }[]>`select id from deposit where external_id = 'CAPPED'`
  const wish = { depositId: row?.id, customer: number(1), reason: 'joint-account' }
  expect(refusalOf(await stand.asStaff('teresa', '/deposits/match', wish))).toBe('by-hand-entry')
})
