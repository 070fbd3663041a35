import { type Id, idOf, present } from '@bolsillo/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, type KycWorld, kycWorld, staff } from './testing/kyc-world.ts'

let world: KycWorld
beforeAll(async () => {
  world = await kycWorld(12)
})
afterAll(async () => {
  await world.app.close()
})

const customer = (place: number) => present(world.customers[place], 'customer')
const text = { country: 'MX', certificate: 'id-card', name: 'Wenceslao Boro', birthDate: '1931-08-20' }
const papers = { ...text, number: 'IDMEX0001', expiry: '2030-12-31', curp: 'BOXW310820HNERXN09' }
const foreign = {
  country: 'ES',
  certificate: 'passport',
  name: 'Ana Díaz Paz',
  birthDate: '1990-05-01',
  number: 'XDA123456',
  expiry: '2031-01-01',
}
async function photos(place: number): Promise<{ front: Id<'fil'>; back: Id<'fil'> }> {
  const { customerId } = customer(place)
  return { front: await world.photo(customerId, 'front'), back: await world.photo(customerId, 'back') }
}
async function passport(place: number, number: string): Promise<Id<'kyc'>> {
  const front = await world.photo(customer(place).customerId, 'front')
  const answer = await world.submit(customer(place).token, { ...foreign, number, front })
  expect(answer.json.code).toBe(0)
  return idOf('kyc', String(dataOf(answer).caseId))
}
/** Somebody of the staff opens every picture of a case. */
async function openAll(who: (typeof staff)['ana'], caseId: string): Promise<void> {
  const files = await world.app.database.owner<{ file_id: string }[]>`
    select file_id from stored_file_use where case_id = ${caseId}`
  for (const { file_id: fileId } of files) {
    const answer = await world.staffAsks(who, '/files/view', { fileId, caseId, reason: 'review' })
    expect(answer.json.code).toBe(0)
  }
}
const stateOf = async (place: number): Promise<string> => {
  const [row] = await world.app.database.owner`
    select identity_state from customer where id = ${customer(place).customerId}`
  return row?.identity_state
}
const cases = async (place: number): Promise<number> =>
  (await world.app.database.owner`select 1 from identity_case where customer_id = ${customer(place).customerId}`).length

describe('a customer', () => {
  it('sees what each level opens and what is asked before anything is sent, and that nobody was reviewed yet', async () => {
    const own = await world.own(customer(0).token)
    expect(own).toMatchObject({ state: 'none', level: 0, asks: 'everything', refusals: [] })
    expect(own.reviews).toEqual({ days: 90, count: 0, promisedHours: 24 })
    const [first] = own.levels as readonly { limits: readonly object[] }[]
    expect(first?.limits[0]).toEqual({
      currency: 'MXN',
      depositDay: '50000',
      withdrawalDay: '50000',
      withdrawalMonth: '300000',
    })
  })

  it.each([
    [{ ...papers, curp: 'BOXW310820HNERXN08' }, 12_021, 'curp'],
    [{ ...papers, birthDate: '1931-08-21' }, 12_022, 'curp'],
    [{ ...papers, name: 'Carlos Ruiz Ortega' }, 12_023, 'curp'],
    [{ ...papers, birthDate: '2026-02-30' }, 12_015, 'birthDate'],
    [{ ...papers, birthDate: '2010-01-01' }, 12_016, 'birthDate'],
    [{ ...papers, expiry: '2026-03-01' }, 12_018, 'expiry'],
    [{ ...papers, name: '😀 😀' }, 12_014, 'name'],
    [{ ...papers, name: '<img src=x onerror=alert(1)> Boro' }, 12_014, 'name'],
    [{ ...papers, country: 'ZZ' }, 12_012, 'country'],
    [{ ...papers, certificate: 'Passport' }, 12_013, 'certificate'],
    [{ ...papers, cpf: '11144477735' }, 12_011, 'cpf'],
    [{ ...papers, front: 'fil_../../etc/passwd' }, 10_005, 'front'],
    [{ ...papers, level: '2' }, 10_002, 'level'],
    [{ ...papers, state: 'succ' }, 10_002, 'state'],
    [{ ...papers, name: 'x'.repeat(10_000) }, 10_005, 'name'],
    [{}, 12_012, 'country'],
  ])('is rejected with the field that is wrong, and nothing is kept: %#', async (body, code, field) => {
    const { front, back } = { front: 'fil_00000000000000000000000001', back: 'fil_00000000000000000000000002' }
    const answer = await world.submit(customer(0).token, { front, back, ...body } as Record<string, string>)
    expect([answer.json.code, dataOf(answer).field]).toEqual([code, field])
    expect(await cases(0)).toBe(0)
    expect(await stateOf(0)).toBe('none')
  })

  it('cannot send photos of others, nor one photo as both sides', async () => {
    const [own, others] = [await photos(0), await photos(1)]
    const foreignPhoto = await world.submit(customer(0).token, { ...papers, ...own, front: others.front })
    expect([foreignPhoto.json.code, dataOf(foreignPhoto).field]).toEqual([19_020, 'front'])
    const twice = await world.submit(customer(0).token, { ...papers, ...own, back: own.front })
    expect([twice.json.code, dataOf(twice).field]).toEqual([19_021, 'back'])
    expect(await cases(0)).toBe(0)
  })

  it('goes from none to pending to refused to pending to verified, and sends again only what was refused', async () => {
    const sent = await photos(0)
    const first = dataOf(await world.submit(customer(0).token, { ...papers, ...sent }))
    expect(first.state).toBe('pending')
    expect(await stateOf(0)).toBe('pending')
    expect(await world.own(customer(0).token)).toMatchObject({ state: 'pending', asks: 'nothing', level: 0 })
    const again = await world.submit(customer(0).token, { ...papers, ...(await photos(0)) })
    expect(again.json.code).toBe(12_001)

    const refusals = 'front:blurred,number:differs-from-document'
    const refused = await world.staffAsks(staff.ana, '/identity/refuse', { caseId: String(first.caseId), refusals })
    expect(dataOf(refused)).toEqual({ state: 'fail' })
    expect(await stateOf(0)).toBe('fail')
    const own = await world.own(customer(0).token)
    expect(own).toMatchObject({
      state: 'fail',
      asks: 'refused',
      refusals: [
        { field: 'number', reason: 'differs-from-document' },
        { field: 'front', reason: 'blurred' },
      ],
    })

    const front = await world.photo(customer(0).customerId, 'better')
    const settled = await world.submit(customer(0).token, { number: 'IDMEX0002', front, name: 'Wilma Boro' })
    expect([settled.json.code, dataOf(settled).field]).toEqual([12_003, 'name'])
    const missing = await world.submit(customer(0).token, { number: 'IDMEX0002' })
    expect([missing.json.code, dataOf(missing).field]).toEqual([12_010, 'front'])
    const second = dataOf(await world.submit(customer(0).token, { number: 'IDMEX0002', front }))
    expect(await cases(0)).toBe(2)

    const seen = dataOf(await world.staffAsks(staff.luis, '/identity/case', { caseId: String(second.caseId) }))
    const shown = seen.papers as readonly { field: string; value: string; carried: boolean }[]
    expect(shown.find(({ field }) => field === 'number')).toMatchObject({ value: 'IDMEX0002', carried: false })
    expect(shown.find(({ field }) => field === 'name')).toMatchObject({ value: 'Wenceslao Boro', carried: true })
    expect(shown.find(({ field }) => field === 'back')).toMatchObject({ value: sent.back, carried: true })
    const back = await world.staffAsks(staff.luis, '/files/view', {
      fileId: sent.back,
      caseId: String(second.caseId),
      reason: 'review',
    })
    expect(back.json.code).toBe(0)
    // One picture of two was opened, and somebody else opened both: neither is seeing them all oneself.
    await openAll(staff.ana, String(second.caseId))
    const unseen = await world.staffAsks(staff.luis, '/identity/verify', { caseId: String(second.caseId) })
    expect(unseen.json.code).toBe(12_045)
    await openAll(staff.luis, String(second.caseId))

    world.app.services.clock.advanceMs(90_000)
    const verified = await world.staffAsks(staff.luis, '/identity/verify', { caseId: String(second.caseId) })
    expect(dataOf(verified)).toEqual({ state: 'succ' })
    expect(await stateOf(0)).toBe('succ')
    expect(await world.own(customer(0).token)).toMatchObject({
      state: 'succ',
      level: 1,
      asks: 'nothing',
      submission: { name: 'Wenceslao Boro', number: 'ID•••••02' },
      // The refusal took no time of this clock, the verification ninety seconds.
      reviews: { count: 2, days: 90, p50Ms: 0, p95Ms: 90_000 },
    })
    // Everybody's figure is everybody's, though nothing else of that customer is.
    expect(await world.own(customer(1).token)).toMatchObject({ state: 'none', reviews: { count: 2, p95Ms: 90_000 } })
    expect((await world.submit(customer(0).token, { ...papers, ...(await photos(0)) })).json.code).toBe(12_002)
    expect(world.notices.map(({ title }) => title)).toEqual([
      'Falta algo en tus documentos',
      'Tu identidad está verificada',
    ])
  })

  it('is a verified person for the rooms that move money', async () => {
    const { verifiedPeople, app } = world
    const person = present(await verifiedPeople.find(app.database.sql, customer(0).customerId), 'verified')
    expect(person).toEqual({ name: 'Wenceslao Boro', country: 'MX', curp: papers.curp, level: 1 })
    expect(verifiedPeople.isNameOf(person, 'BORO, WENCESLAO')).toBe(true)
    expect(verifiedPeople.isNameOf(person, 'Wenceslao Cruz')).toBe(false)
    expect(verifiedPeople.limits(person, 'MXN')).toEqual({
      depositDay: 5_000_000n,
      withdrawalDay: 5_000_000n,
      withdrawalMonth: 30_000_000n,
    })
    expect(verifiedPeople.limits(person, 'BTC').depositDay).toBe(5_000_000n)
    expect(verifiedPeople.limits(person, 'STK:AAPL.US')).toEqual({})
    expect(await verifiedPeople.find(app.database.sql, customer(1).customerId)).toBeUndefined()
  })

  it('reads every look and every decision of staff in the own log', async () => {
    const log = dataOf(await world.app.ask({ path: '/ipcf-api/user/activity', token: customer(0).token }))
    const acts = (log.rows as readonly { action: string }[]).map(({ action }) => action)
    for (const act of ['kyc.submit', 'kyc.refuse', 'kyc.verify', 'files.view', 'files.upload'])
      expect(acts).toContain(act)
  })

  it('has no number in clear anywhere in the database', async () => {
    const rows = await world.app.database.owner`
      select row_to_json(identity_case)::text as text from identity_case
      union all select row_to_json(identity_mark)::text from identity_mark
      union all select row_to_json(idempotency_record)::text from idempotency_record
      union all select row_to_json(audit_entry)::text from audit_entry`
    const all = rows.map((row) => row.text).join('\n')
    for (const secret of ['BOXW310820', 'Wenceslao', 'IDMEX000', '1931-08-20']) expect(all).not.toContain(secret)
  })
})

describe('at the same time', () => {
  it('fifty submissions make one case', async () => {
    // A pool opens its connections one by one: without this the first would be done before the second can begin.
    await Promise.all(Array.from({ length: 4 }, () => world.app.database.sql`select pg_sleep(0.1)`))
    const front = await world.photo(customer(2).customerId, 'front')
    const body = { ...foreign, number: 'RACE12345', front }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        world.submit(customer(2).token, body, number % 2 === 0 ? `race-key-${number}` : undefined),
      ),
    )
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
    // 30 an hour are admitted at all.
    expect(new Set(answers.map(({ json }) => json.code))).toEqual(new Set([0, 12_001, 10_020]))
    expect(await cases(2)).toBe(1)
    expect(
      await world.app.database.owner`
      select 1 from identity_step where customer_id = ${customer(2).customerId}`,
    ).toHaveLength(1)
  })

  it('two operators who decide differently give one outcome, and the other one is answered with it', async () => {
    for (const place of [3, 4, 5, 6, 7]) {
      const caseId = await passport(place, `TWO00000${place}`)
      await openAll(staff.ana, caseId)
      const answers = await Promise.all([
        world.staffAsks(staff.ana, '/identity/verify', { caseId }),
        world.staffAsks(staff.luis, '/identity/refuse', { caseId, refusals: 'front:glare' }),
        world.staffAsks(staff.ana, '/identity/verify', { caseId }),
      ])
      expect(answers.map(({ json }) => json.code).sort()).toEqual([0, 12_041, 12_041])
      const steps = await world.app.database.owner`select to_state from identity_step where case_id = ${caseId}`
      expect(steps).toHaveLength(2)
      expect(await stateOf(place)).toBe(steps[1]?.to_state)
    }
  })
})

describe('staff', () => {
  it('have the oldest first, and a queue that names nobody', async () => {
    const first = await passport(8, 'QUEUE0001')
    world.app.services.clock.advanceMs(1000)
    const second = await passport(9, 'QUEUE0002')
    const page = await world.staffAsks(staff.ana, '/identity/cases?filter=pending&limit=2')
    const next = String(dataOf(page).next)
    const rest = await world.staffAsks(staff.auditor, `/identity/cases?filter=pending&cursor=${next}`)
    const ids = [page, rest].flatMap((answer) =>
      (dataOf(answer).rows as { caseId: string }[]).map(({ caseId }) => caseId),
    )
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
    expect(new Set(ids).size).toBe(ids.length)
    expect(page.body + rest.body).not.toMatch(/Ana|QUEUE/)
    const forged = await world.staffAsks(staff.ana, '/identity/cases?filter=pending&cursor=forged')
    expect(forged.json.data).toMatchObject({ rejection: 'field-invalid', field: 'cursor' })
    expect((await world.staffAsks(staff.cashier, '/identity/cases?filter=pending')).json.code).toBe(10_047)
  })

  it('who audit read covered data and can decide nothing', async () => {
    const caseId = await passport(10, 'AUDIT0001')
    const seen = await world.staffAsks(staff.auditor, '/identity/case', { caseId })
    expect(dataOf(seen)).toMatchObject({ isMasked: true })
    expect(seen.body).not.toMatch(/Ana Díaz|AUDIT0001|fil_|1990-05-01/)
    for (const [path, body] of [
      ['/identity/verify', { caseId }],
      ['/identity/refuse', { caseId, refusals: 'front:glare' }],
      ['/files/view', { caseId, fileId: 'fil_00000000000000000000000001', reason: 'review' }],
    ] as const)
      expect((await world.staffAsks(staff.auditor, path, body)).json.code).toBe(10_047)
  })

  it.each([
    ['front:ugly', 12_043],
    ['salary:too-low', 12_043],
    ['front:glare,front:blurred', 12_042],
    ['front:glare,', 12_043],
    [',,,', 12_043],
    ['back:__proto__', 12_043],
  ])('refuse by the lists alone: %s', async (refusals, code) => {
    const [row] = await world.app.database.owner`select id from identity_case where state = 'pending' limit 1`
    const answer = await world.staffAsks(staff.ana, '/identity/refuse', { caseId: row?.id, refusals })
    expect([answer.json.code, dataOf(answer).field]).toEqual([code, 'refusals'])
  })

  it('need a second person for a number that another account sent', async () => {
    const caseId = await passport(11, 'QUEUE0001')
    const seen = dataOf(await world.staffAsks(staff.ana, '/identity/case', { caseId }))
    expect(seen.hints).toContain('duplicate')
    expect(seen.duplicates).toEqual([{ customer: '10000009', kind: 'document', state: 'pending' }])
    await openAll(staff.ana, caseId)
    const alone = await world.staffAsks(staff.ana, '/identity/verify', { caseId })
    expect(alone.json.code).toBe(12_044)
    const proposed = await world.staffAsks(staff.ana, '/identity/verify', { caseId, reason: 'family-checked' })
    expect(dataOf(proposed)).toEqual({ state: 'pending' })
    expect(await stateOf(11)).toBe('pending')
    expect(dataOf(await world.staffAsks(staff.luis, '/identity/case', { caseId })).proposed).toBe(true)

    const [open] = dataOf(await world.staffAsks(staff.luis, '/approvals')).rows as readonly { approvalId: string }[]
    const approvalId = present(open, 'the proposal').approvalId
    const detail = dataOf(await world.staffAsks(staff.luis, `/approvals/detail?approvalId=${approvalId}`))
    const decision = {
      approvalId,
      decision: 'approve',
      payloadHash: String(detail.payloadHash),
      factsHash: String(detail.factsHash),
      reason: 'family-checked',
    }
    expect((await world.staffAsks(staff.ana, '/approvals/decide', decision)).json.code).toBe(19_203)
    // The second person sees the papers, too.
    expect((await world.staffAsks(staff.luis, '/approvals/decide', decision)).json.code).toBe(12_045)
    await openAll(staff.luis, caseId)
    expect((await world.staffAsks(staff.luis, '/approvals/decide', decision)).json.code).toBe(0)
    expect(await stateOf(11)).toBe('succ')
  })

  it('cannot take back what was verified: not even the database lets them', async () => {
    await expect(world.app.database.sql`update identity_case set state = 'fail' where state = 'succ'`).rejects.toThrow(
      /may not go from succ to fail/,
    )
    await expect(world.app.database.sql`delete from identity_step`).rejects.toThrow(/permission denied/)
    await expect(world.app.database.sql`update identity_case set sealed = ''`).rejects.toThrow(/permission denied/)
  })
})
