import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allottedById,
  applicationOf,
  fixtureDraw,
  fixturePlan,
  hashOfName,
  replayText,
  worlds,
} from '../testing/allotment-worlds.ts'
import { type KnownFacts, planHashOf, planText } from './index.ts'

const plan = fixturePlan({ kind: 'pro-rata', cap: 60n }, 100n, 5n)
const applications = [
  ...[applicationOf('ana', 50n), applicationOf('beto', 300n), applicationOf('carla', 45n)],
  ...[applicationOf('dario', 45n), applicationOf('elena', 5n)],
]
const { closing, file } = allottedById(plan, applications)
const lines = file.split('\n').slice(1, -1)
const other = hashOfName('something else')
const own = { applicationId: 'ana', salt: hashOfName('salt of ana') }
/** What the journal has of this allotment. */
const anchors: KnownFacts = {
  planHash: planHashOf(plan),
  root: closing.root,
  publicValue: hashOfName('the head of the journal at act 51'),
}
const partsOf = (text: string, known: KnownFacts = {}): readonly string[] => {
  const report = replayText(text, known)
  return report.kind === 'changed' ? report.changes.map(({ part }) => part) : [report.kind]
}
/** The file with its line of somebody changed. */
const withLine = (name: string, change: (line: string) => string): string =>
  file.replace(new RegExp(`^${applicationOf(name, 5n).id}.*\\n`, 'm'), change)
const withField = (name: string, value: string): string =>
  file.replace(
    new RegExp(`"${name}":"?[0-9a-z]+"?`),
    `"${name}":${/^\d{1,3}$/.test(value) && name === 'applications' ? value : `"${value}"`}`,
  )
/** A file of a plan that somebody else could have published: with hash and lines to match. */
const forged = (supply: bigint): string => allottedById({ ...plan, supply }, applications).file

describe('a published allotment', () => {
  it('is equal when it is run again, and shows the customer the own line', () => {
    const quantity = 50n
    const report = replayText(file, { ...anchors, own: { ...own, quantity, tier: 0 } })
    const line = 2 + lines.findIndex((text) => text.startsWith(applicationOf('ana', 50n).id))
    expect(report).toMatchObject({ kind: 'equal', own: { line, tier: 0, quantity: 50n } })
    expect(report.kind === 'equal' && report.own?.allotted).toBe(BigInt(lines[line - 2]?.split(',').at(-1) ?? -1))
  })

  it('is equal for every rule, read in pieces cut anywhere', () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 1, max: 300 }), (world, pieceBytes) => {
        expect(replayText(allottedById(world.plan, world.applications).file, {}, pieceBytes).kind).toBe('equal')
      }),
      { numRuns: 100 },
    )
  })

  it.each<[string, string, readonly string[]]>([
    ['another secret', withField('secret', other), ['secret']],
    ['another root', withField('root', other), ['root']],
    ['another rule', file.replace('"cap":"60"', '"cap":"65"'), ['rule']],
    ['another supply', file.replace('"supply":"100"', '"supply":"105"'), ['rule']],
    ['another public value', withField('publicValue', other), ['seed']],
    ['a public value of another act', withField('publicAt', '52'), ['public-value']],
    ['another seed', withField('seed', other), ['seed']],
    ['an application that asks more', withLine('ana', (line) => line.replace(',50,', ',55,')), ['application']],
    [
      'an application of somebody else',
      withLine('ana', (line) => line.replace(/^.{64}/, `${line.slice(0, 63)}${line[63] === '0' ? '1' : '0'}`)),
      ['application'],
    ],
    ['an application off the lot', withLine('ana', (line) => line.replace(',50,', ',51,')), ['application']],
    [
      'an application that asks what 32 bits hold as the same',
      withLine('ana', (line) => line.replace(',50,', `,${50n + 5n * 2n ** 32n},`)),
      ['application'],
    ],
    ['an application of another tier', withLine('ana', (line) => line.replace(',0,50', ',1,50')), ['application']],
    ['an application left out', withLine('ana', () => ''), ['count']],
    [
      'an application left out of the count too',
      withLine('ana', () => '').replace('"applications":5', '"applications":4'),
      ['application'],
    ],
    ['an application twice', withLine('ana', (line) => line + line), ['count', 'duplicate']],
    [
      'an application too many',
      withLine('ana', (line) => line + line).replace('"applications":5', '"applications":6'),
      ['duplicate'],
    ],
    ['another order', [file.split('\n')[0], ...lines.toReversed(), ''].join('\n'), ['order']],
    [
      'another result',
      withLine('beto', (line) => line.replace(/,(\d+)\n$/, (_, got: string) => `,${Number(got) + 5}\n`)),
      ['result'],
    ],
    ['a result off the lot', withLine('beto', (line) => line.replace(/\n$/, '1\n')), ['result']],
    ['another total', withField('total', '95'), ['total']],
  ])('with %s says so', (_, changed, parts) => {
    expect(changed).not.toBe(file)
    expect(partsOf(changed)).toEqual(parts)
    expect(partsOf(changed, anchors)).toEqual(
      parts[0] === 'seed' && changed.includes(`"publicValue":"${other}"`) ? ['public-value'] : parts,
    )
  })

  it('that is consistent in itself, but of another plan, root or value than the journal has, says which', () => {
    expect(partsOf(forged(105n))).toEqual(['equal'])
    expect(partsOf(forged(105n), anchors)).toEqual(['rule'])
    const withMore = allottedById(plan, [...applications, applicationOf('nobody', 50n)]).file
    expect(partsOf(withMore)).toEqual(['equal'])
    expect(partsOf(withMore, anchors)).toEqual(['root', 'application'])
    expect(partsOf(file, { ...anchors, publicValue: other })).toEqual(['public-value'])
  })

  it('with any one byte changed is not equal, wherever it is and from wherever its public value comes', () => {
    const beacon = { kind: 'beacon', name: 'drand/quicknet', secondsAfterClosing: 60 } as const
    const drawn = { ...fixtureDraw, closingAct: 0n, publicAt: 4711n }
    const files = [file, allottedById({ ...plan, publicValue: beacon }, applications, drawn).file]
    expect(files.map((text) => partsOf(text))).toEqual([['equal'], ['equal']])
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(), fc.integer({ min: 32, max: 126 }), (text, where, code) => {
        const at = where % text.length
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        if (changed !== text) expect(partsOf(changed)).not.toEqual(['equal'])
      }),
      { numRuns: 2000 },
    )
  })

  it('names the line where a change shows first', () => {
    const at = lines.findIndex((text) => text.startsWith(applicationOf('beto', 5n).id)) + 2
    expect(replayText(withLine('beto', (line) => line.replace(/\n$/, '0\n')))).toMatchObject({
      changes: [{ part: 'result', line: at }],
    })
  })

  it('tells a customer that the own application is missing, or is not what it was', () => {
    const salt = hashOfName('a salt of nobody')
    expect(partsOf(file, { own: { ...own, salt } })).toEqual(['own-missing'])
    expect(partsOf(file, { own: { ...own, quantity: 55n } })).toEqual(['own-application'])
    expect(partsOf(file, { own: { ...own, tier: 1 } })).toEqual(['own-application'])
  })

  it.each<[string, string, number]>([
    ['nothing', '', 1],
    ['another file', 'a,b\n', 1],
    ['a header of another version', file.replace('allotment.1', 'allotment.2'), 1],
    ['a header of more lines than there can be', withField('applications', '9999999'), 1],
    ['a plan with a problem', file.replace(planText(plan), planText({ ...plan, lot: 7n })), 1],
    ['a line that is none', file.replace(lines[2] ?? '', 'x'), 4],
    ['a line with a field more', file.replace(lines[0] ?? '', `${lines[0]},1`), 2],
    ['a line with a sign', file.replace(',50,', ',-50,'), 2 + lines.findIndex((line) => line.includes(',50,'))],
    [
      'a number that begins with a zero',
      file.replace(',50,', ',050,'),
      2 + lines.findIndex((line) => line.includes(',50,')),
    ],
    ['an act that is written otherwise', file.replace('"closingAct":"41"', '"closingAct":"041"'), 1],
    ['a total that is written otherwise', file.replace('"total":"', '"total":"0'), 1],
    ['an id in upper case', file.replace(lines[4] ?? '', (lines[4] ?? '').toUpperCase()), 6],
    ['a last line without its end', file.slice(0, -1), 6],
    ['a line without an end', 'x'.repeat(40_000), 1],
  ])('is not read from %s', (_, text, line) => {
    expect(replayText(text)).toEqual({ kind: 'unreadable', line })
  })
})
