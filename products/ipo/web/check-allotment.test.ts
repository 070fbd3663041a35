import { createHash } from 'node:crypto'
import {
  type AllotmentPlan,
  allot,
  allotmentFile,
  applicationLineId,
  closeApplications,
  finish,
} from '@bolsillo/offerings/domain'
import { describe, expect, it } from 'vitest'
import { type AllotmentCheck, type CheckName, checkAllotment, isFine, type PublishedFile } from './check-allotment.ts'
import type { KeptApplication } from './kept-application.ts'
import type { Application, Offering } from './offering-words.tsx'

const secret = 'ab'.repeat(32)
const publicValue = 'cd'.repeat(32)
const salt = '11'.repeat(32)
const applicationId = 'sub_01KJ0000000000000000000001'
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A published file of three applications for more than there is, and what the page shows of it. */
function published(rule: 'pro-rata' | 'lottery' = 'pro-rata') {
  const plan: AllotmentPlan = {
    offeringId: 'off_01KJ0000000000000000000003',
    supply: 500n,
    lot: 100n,
    rule: rule === 'lottery' ? { kind: 'lottery', parcel: 100n, cap: 400n } : { kind: 'pro-rata', cap: 400n },
    secretHash: sha256(Buffer.from(secret, 'hex')),
    publicValue: { kind: 'journal-head', actsAfterClosing: 3 },
  }
  const closed = finish(
    closeApplications(plan, [
      { id: applicationLineId(salt, applicationId), tier: 0, quantity: 300n },
      { id: '22'.repeat(32), tier: 0, quantity: 400n },
      { id: '33'.repeat(32), tier: 0, quantity: 200n },
    ]),
  )
  if (closed.kind === 'refused') throw new Error(closed.problem)
  const draw = { secret, closingAct: 40n, publicAt: 43n, publicValue }
  const [header = '', ...lines] = [...allotmentFile(closed, draw, finish(allot(closed, draw)))].join('').split('\n')
  const file: PublishedFile = { header, lines: lines.filter((line) => line !== '') }
  const line = file.lines.find((one) => one.startsWith(applicationLineId(salt, applicationId)))
  const offering = {
    ...{ id: plan.offeringId, supply: '500', lot: '100', cap: '400', rule, secretHash: plan.secretHash },
    allotment: { root: closed.root, publicValue },
  } as Offering
  const own = { id: applicationId, salt, quantity: '300', allotted: line?.split(',')[3] } as Application
  return { file, offering, own }
}

const pacing = { nowMs: () => 0, pause: () => Promise.resolve() }

const failedOf = ({ checks }: AllotmentCheck): readonly CheckName[] =>
  checks.filter(({ failed }) => failed).map(({ name }) => name)

async function check(
  { file, offering, own }: ReturnType<typeof published>,
  kept?: KeptApplication,
): Promise<AllotmentCheck> {
  return await checkAllotment(file, { offering, own, kept }, pacing)
}

describe('an allotment run again on the device', () => {
  it.each(['pro-rata', 'lottery'] as const)('agrees with what was published: %s', async (rule) => {
    const found = await check(published(rule))
    expect(isFine(found)).toBe(true)
    expect(found).toMatchObject({ applications: 3 })
    expect(found.checks.map(({ name }) => name)).toContain('own')
  })

  it('looks for no line of somebody without an application', async () => {
    const { file, offering } = published()
    const found = await checkAllotment(file, { offering, own: undefined, kept: undefined }, pacing)
    expect(isFine(found)).toBe(true)
    expect(found.checks.map(({ name }) => name)).not.toContain('own')
  })

  type Published = ReturnType<typeof published>
  const withFile = (change: (file: PublishedFile) => PublishedFile) => (all: Published) => ({
    ...all,
    file: change(all.file),
  })
  const planted: readonly (readonly [what: string, plant: (all: Published) => Published, finds: CheckName])[] = [
    ['a line left out', withFile(({ header, lines }) => ({ header, lines: lines.slice(1) })), 'applications'],
    [
      'what somebody asked for',
      withFile(({ header, lines }) => ({ header, lines: lines.map((line) => line.replace(',0,200,', ',0,300,')) })),
      'applications',
    ],
    [
      'what somebody got',
      withFile(({ header, lines }) => ({
        header,
        lines: lines.map((line, at) => (at === 0 ? line.replace(/\d+$/, '0') : line)),
      })),
      'result',
    ],
    ['the order', withFile(({ header, lines }) => ({ header, lines: lines.toReversed() })), 'applications'],
    ['no file at all', withFile(() => ({ header: '<html>', lines: [] })), 'file'],
    ['the secret', (all) => ({ ...all, offering: { ...all.offering, secretHash: '00'.repeat(32) } }), 'secret'],
    ['the supply', (all) => ({ ...all, offering: { ...all.offering, supply: '600' } }), 'terms'],
    ['the rule', (all) => ({ ...all, offering: { ...all.offering, rule: 'lottery' } }), 'terms'],
    ['what the customer is shown', (all) => ({ ...all, own: { ...all.own, allotted: '0' } }), 'ownResult'],
    ['the customer’s salt', (all) => ({ ...all, own: { ...all.own, salt: '44'.repeat(32) } }), 'own'],
    ['what the customer asked for', (all) => ({ ...all, own: { ...all.own, quantity: '400' } }), 'own'],
  ]
  it.each(planted)('says loudly that something was changed: %s', async (_, plant, finds) => {
    const found = await check(plant(published()))
    expect(isFine(found)).toBe(false)
    expect(failedOf(found)).toContain(finds)
  })

  it('believes what this device sent more than what the server says of it', async () => {
    const all = published()
    const kept = { applicationId, salt, quantity: '300', secretHash: all.offering.secretHash }
    expect(isFine(await check(all, kept))).toBe(true)
    expect(failedOf(await check(all, { ...kept, quantity: '400' }))).toContain('own')
    expect(failedOf(await check(all, { ...kept, secretHash: '00'.repeat(32) }))).toContain('secret')
  })
})
