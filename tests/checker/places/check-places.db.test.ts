import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { createLocations } from '@bolsillo/locations/server'
import { askingOf, type TestApp, testApp, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectFindings } from '../finding.ts'
import { onCopies } from '../testing/on-copies.ts'
import { checkPlaces } from './check-places.ts'

const maker = testOperator(1, ['product'])
const checker = testOperator(2, ['compliance'])
const place = {
  ...{ kind: 'cash-point', isClosed: false, name: 'Centro', street: 'Madero 1', city: 'Ciudad de México' },
  ...{ region: 'Ciudad de México', postalCode: '06000', country: 'MX', zone: 'America/Mexico_City' },
  ...{ latitude: '19.432608', longitude: '-99.133209', phone: '+52 55 1234 5678' },
  ...{ monday: '9:00-14:00, 16:00-18:00', sunday: '00:00-24:00', closedOn: '2027-01-01, 2026-12-25' },
  ...{ cashIn: true, cashOut: false, advice: true },
  ...{ stepFree: true, accessibleToilet: false, hearingLoop: true, parking: false },
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { room: approvalsRoom, approvals } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const locations = createLocations({ services, audit, approvals })
      approvals.declare(locations.approvalKinds ?? [])
      return [auditRoom, approvalsRoom, locations]
    },
    operators: testOperators([maker, checker]),
  })
  const { placeId } = await staff('write', maker, place)
  const { approvalId } = await staff('propose', maker, { placeId, number: '1', reason: 'new-place' })
  const { payloadHash, factsHash } = await asked(`/approvals/detail?approvalId=${approvalId}`, checker)
  const seen = { approvalId, payloadHash, factsHash }
  await asked('/approvals/decide', checker, { ...seen, decision: 'approve', reason: 'new-place' })
  // What nobody proposed yet.
  await staff('write', maker, { ...place, placeId, name: 'Centro nuevo' })
})
afterAll(() => app?.close())

async function asked(path: string, who: { token: string }, body?: Record<string, unknown>) {
  const { json, body: text } = await askingOf(app).asStaff(who, path, body)
  expect(json.code, text).toBe(0)
  return JSON.parse(JSON.stringify(json.data))
}
const staff = (call: string, who: { token: string }, body: Record<string, unknown>) =>
  asked(`/locations/${call}`, who, body)

const tables = ['location_version', 'location_publication', 'approval', 'approval_decision', 'audit_index']

/** What is found after a change that the database itself would refuse. */
async function foundAfter(statement: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(app.database.owner, tables, statement, async (tx) => {
    await checkPlaces(tx, findings)
    return true
  })
  return findings
    .list()
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join('\n')
}

it('finds nothing wrong with a place that two people published, and a version that nobody proposed', async () => {
  expect(await foundAfter('select 1')).toBe('')
  const rows = await app.database.owner`select number from location_publication`
  expect(rows).toHaveLength(1)
})

it.each<[string, string, RegExp]>([
  [
    'another street in what is public',
    `update location_version set details = jsonb_set(details, '{street}', '"Madero 2"') where number = 1`,
    /^I16 loc_\w+ version 1 is not what was approved$/,
  ],
  [
    'another hour in what is public',
    `update location_version set details = jsonb_set(details, '{hours,monday,0,to}', '841') where number = 1`,
    /is not what was approved/,
  ],
  [
    'a version that was published by its approval before',
    `insert into location_publication select 'apr_x', place_id, 2, decided_at, maker, checker from location_publication`,
    /version 2 was published and approved by nobody/,
  ],
  [
    'the approval of another version',
    `update location_publication set number = 2`,
    /version 2 was published by an approval of something else\n.*is not what was approved/,
  ],
  ['an approval that was refused', `update approval_decision set outcome = 'refused'`, /approval of something else/],
  ['another second person', `update location_publication set checker = 'opr_x'`, /by others than it names/],
  ['a publication removed', 'delete from location_publication', /two people published loc_\w+, and it is not/],
  [
    'a version removed',
    'delete from location_version where number = 2',
    /the audit has locations\.write of loc_\w+, and nothing is there/,
  ],
  [
    'a version that nobody wrote',
    'insert into location_version select place_id, 3, details, written_at, written_by from location_version limit 1',
    /version 3 has no record in the audit/,
  ],
  ['another writer', `update location_version set written_by = 'opr_x' where number = 2`, /version 2 has no record/],
])('finds %s', async (_, statement, expected) => {
  expect(await foundAfter(statement)).toMatch(expected)
})
