import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { instantAt, tradeDate, wallTime } from '@bolsillo/kernel'
import type { Room } from '@bolsillo/server-kit'
import { askingOf, type TestAnswer, type TestApp, testApp, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placesMax } from '../domain/index.ts'
import { createLocations } from './index.ts'

const pabloProduct = testOperator(1, ['product'])
const carlosCompliance = testOperator(2, ['compliance'])
const saraSupport = testOperator(3, ['support'])
const anaAdmin = testOperator(4, ['admin'])

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { room: approvalsRoom, approvals } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const locations = createLocations({ services, audit, approvals })
      approvals.declare(locations.approvalKinds ?? [])
      const rooms: Room[] = [auditRoom, approvalsRoom, locations]
      return rooms
    },
    operators: testOperators([pabloProduct, carlosCompliance, saraSupport, anaAdmin]),
  })
})
afterAll(async () => {
  await app.close()
})

const staff = (path: string, who: { token: string }, body?: Record<string, unknown>): Promise<TestAnswer> =>
  askingOf(app).asStaff(who, path, body)
const dataOf = (answer: TestAnswer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
const refusalOf = (answer: TestAnswer): string => dataOf(answer).rejection
const get = async (path: string) => dataOf(await app.ask({ path: `/ipcf-api${path}` }))
const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

const weekend = { saturday: '10:00-13:00' }
const details = (change: Record<string, unknown> = {}) => ({
  ...{ kind: 'branch', isClosed: false, name: 'Centro', street: 'Madero 1', city: 'Ciudad de México' },
  ...{ region: 'Ciudad de México', postalCode: '06000', country: 'MX', zone: 'America/Mexico_City' },
  ...{ latitude: '19.432608', longitude: '-99.133209', phone: '+52 55 1234 5678' },
  ...Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, '09:00-17:00'])),
  ...{ ...weekend, cashIn: true, cashOut: false, advice: true },
  ...{ stepFree: true, accessibleToilet: false, hearingLoop: false, parking: false },
  ...change,
})
const write = (change: Record<string, unknown> = {}, who = pabloProduct) =>
  staff('/locations/write', who, details(change))
const propose = (version: Record<string, unknown>, who = pabloProduct) =>
  staff('/locations/propose', who, { ...version, reason: 'new-place' })
const factsOf = async (proposed: TestAnswer): Promise<Map<string, string>> => {
  const { facts } = dataOf(await staff(`/approvals/detail?approvalId=${dataOf(proposed).approvalId}`, carlosCompliance))
  return new Map(facts.map(({ labelKey, value }: { labelKey: string; value: string }) => [labelKey, value]))
}
const decide = async (proposed: TestAnswer, who = carlosCompliance): Promise<TestAnswer> => {
  const { approvalId } = dataOf(proposed)
  const { payloadHash, factsHash } = dataOf(await staff(`/approvals/detail?approvalId=${approvalId}`, who))
  return staff('/approvals/decide', who, {
    ...{ approvalId, payloadHash, factsHash, decision: 'approve', reason: 'new-place' },
  })
}
const published = async (change: Record<string, unknown> = {}) => {
  const version = dataOf(await write(change))
  const answer = await decide(await propose(version))
  expect(answer.json.code, answer.body).toBe(0)
  return version
}

describe('a firm without places', () => {
  it('has none, and none is made up', async () => {
    expect(await get('/index/location')).toEqual({ rows: [], regions: [] })
  })
})

describe('publishing', () => {
  it('takes two people, and is not there before', async () => {
    const version = dataOf(await write({ name: 'Dos personas' }))
    const proposed = await propose(version)
    expect(names(await get('/index/location'))).not.toContain('Dos personas')
    expect((await get(`/index/location/info?id=${version.placeId}`)).rejection).toBe('place-unknown')
    expect((await decide(proposed)).json.code).toBe(0)
    expect(names(await get('/index/location'))).toContain('Dos personas')
    expect(refusalOf(await propose(version))).toBe('place-published')
  })

  it('is refused to one person alone, whatever their roles', async () => {
    const version = dataOf(await write({ name: 'Sola' }, anaAdmin))
    expect(refusalOf(await decide(await propose(version, anaAdmin), anaAdmin))).toBe('approval-own')
    expect(names(await get('/index/location'))).not.toContain('Sola')
  })

  it('is not for the support, nor may who only writes decide', async () => {
    expect((await write({}, saraSupport)).status).toBe(403)
    const proposed = await propose(dataOf(await write({ name: 'Sin permiso' }, carlosCompliance)), carlosCompliance)
    expect((await decide(proposed, pabloProduct)).status).toBe(403)
  })

  it('shows the second person everything, and of a change what was public before', async () => {
    const { placeId } = await published({ name: 'Antes', friday: '09:00-17:00' })
    const change = { placeId, name: 'Después', friday: '', latitude: '19.5', cashOut: true }
    const facts = await factsOf(await propose(dataOf(await write(change))))
    expect([facts.get('facts.name'), facts.get('facts.before.name')]).toEqual(['Después', 'Antes'])
    expect([facts.get('facts.friday'), facts.get('facts.before.friday')]).toEqual(['', '09:00–17:00'])
    expect([facts.get('facts.latitude'), facts.get('facts.before.latitude')]).toEqual(['19.5', '19.432608'])
    expect([facts.get('facts.cashOut'), facts.get('facts.before.cashOut')]).toEqual(['true', 'false'])
    expect(facts.has('facts.before.street')).toBe(false)
    expect(names(await get('/index/location'))).toContain('Antes')
  })

  it('of one that closed for good takes it from the list, and its page says so', async () => {
    const { placeId } = await published({ name: 'Cierra' })
    await published({ placeId, name: 'Cierra', isClosed: true })
    expect(names(await get('/index/location'))).not.toContain('Cierra')
    expect(await get(`/index/location/info?id=${placeId}`)).toMatchObject({ isClosed: true, isOpen: false })
  })

  it('keeps versions and publications from everybody, the server and the owner of the database included', async () => {
    const { sql } = app.services
    await expect(sql`update location_version set details = '{}'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from location_publication`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from location_place`).rejects.toThrow(/permission denied/)
    const { owner } = app.database
    await expect(owner`update location_version set details = '{}'`).rejects.toThrow(/insert-only/)
    await expect(owner`update location_publication set number = number`).rejects.toThrow(/insert-only/)
    await expect(owner`delete from location_publication`).rejects.toThrow(/insert-only/)
    await expect(owner`truncate location_place cascade`).rejects.toThrow(/insert-only/)
  })
})

describe('what is written', () => {
  it.each([
    ['place-coordinates', 'latitude', { latitude: '90.5' }],
    ['place-coordinates', 'latitude', { latitude: '-99.133209', longitude: '19.432608' }],
    ['place-coordinates', 'longitude', { longitude: '-180.1' }],
    ['place-hours', 'tuesday', { tuesday: '18:00-09:00' }],
    ['place-dates', 'closedOn', { closedOn: '2026-02-30' }],
    ['place-zone', 'zone', { zone: 'America/Nowhere' }],
    ['place-country', 'country', { country: 'ZZ' }],
    ['place-text', 'street', { street: 'Madero\u202e1' }],
  ])('is refused as %s at %s: %o', async (name, field, change) => {
    expect(dataOf(await write(change))).toMatchObject({ rejection: name, field })
  })

  it.each(['19,4', '1e2', '+19.4', '19.4326081', 'norte', ''])('is no latitude: %s', async (latitude) => {
    const answer = await write({ latitude })
    expect([answer.status, dataOf(answer).field]).toEqual([400, 'latitude'])
  })

  it('is of a place there is', async () => {
    expect(dataOf(await write({ placeId: 'loc_00000000000000000000000001' }))).toMatchObject({
      ...{ rejection: 'place-unknown', field: 'placeId' },
    })
  })

  it('is listed for staff, the last version of each', async () => {
    const { placeId } = dataOf(await write({ name: 'Uno' }))
    app.services.clock.advanceMs(1000)
    await write({ placeId, name: 'Dos' }, carlosCompliance)
    const { rows } = dataOf(await staff('/locations/list', saraSupport))
    expect(rows[0]).toMatchObject({ placeId, number: 2, details: { name: 'Dos' }, isProposed: false })
    const first = dataOf(await staff('/locations/list?limit=1', saraSupport))
    const second = dataOf(await staff(`/locations/list?limit=1&cursor=${first.next}`, saraSupport))
    expect(second.rows[0].placeId).toBe(rows[1].placeId)
  })
})

describe('the list', () => {
  it('is by country and region, and always says where there are places', async () => {
    await published({ name: 'Paulista', country: 'BR', region: 'São Paulo', zone: 'America/Sao_Paulo' })
    expect(names(await get('/index/location?country=BR'))).toEqual(['Paulista'])
    expect(names(await get(`/index/location?region=${encodeURIComponent('São Paulo')}`))).toEqual(['Paulista'])
    const none = await get('/index/location?country=MX&region=Jalisco')
    expect(none.rows).toEqual([])
    expect(none.regions).toContainEqual({ country: 'BR', region: 'São Paulo', count: 1 })
  })

  it('says what is open by the server’s clock, in the zone of the place', async () => {
    const { placeId } = await published({ name: 'Reloj' })
    const { clock } = app.services
    const zone = 'America/Mexico_City'
    let day = tradeDate(wallTime(clock.now(), zone).date)
    // The next Monday, at a minute before nine.
    while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1 || instantAt(day, 539, zone) <= clock.now()) {
      day = tradeDate(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10))
    }
    clock.advanceMs(instantAt(day, 539, zone) - clock.now())
    const read = () => get(`/index/location/info?id=${placeId}`)
    expect(await read()).toMatchObject({ isOpen: false, changesAt: instantAt(day, 540, zone), today: day })
    clock.advanceMs(60_000)
    expect(await read()).toMatchObject({ isOpen: true, changesAt: instantAt(day, 1020, zone) })
  })
})

describe('as many places as there may be', () => {
  it('are one answer, and one more is refused', async () => {
    const { placeId } = await published({ name: 'Una de muchas' })
    const { owner } = app.database
    const [before] = await owner<{ count: number }[]>`select count(*)::int as count from location_place`
    const missing = placesMax - (before?.count ?? 0)
    const id = owner`'loc_' || lpad(place::text, 26, '0')`
    const places = owner`generate_series(1, ${missing}) as place`
    await owner`insert into location_place select ${id} from ${places}`
    await owner`
      insert into location_version select ${id}, 1, details, written_at, written_by from ${places}, location_version
      where place_id = ${placeId}`
    await owner`
      insert into location_publication select 'apr_' || place, ${id}, 1, 0, 'opr_1', 'opr_2' from ${places}`
    const { rows, regions } = await get('/index/location')
    expect(rows.length).toBeGreaterThanOrEqual(missing)
    expect(regions.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(rows.length)
    expect(refusalOf(await write({ name: 'Una más' }))).toBe('places-full')
    expect((await write({ placeId, name: 'Otra versión' })).json.code).toBe(0)
  })
})
