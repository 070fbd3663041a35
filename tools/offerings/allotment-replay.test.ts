import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AllotmentPlan,
  allot,
  allotmentFile,
  applicationLineId,
  closeApplications,
  finish,
  planHashOf,
  secretHashOf,
} from '@bolsillo/offerings/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayFile } from './allotment-replay.ts'

const secret = new Uint8Array(32).fill(9)
const [salt, value] = ['5'.repeat(64), 'a'.repeat(64)]
const plan: AllotmentPlan = {
  ...{ offeringId: 'off_1', supply: 30n, lot: 10n, rule: { kind: 'pro-rata' } },
  ...{ secretHash: secretHashOf(secret), publicValue: { kind: 'journal-head', actsAfterClosing: 5 } },
}

/** The text of an allotment of three applications, the first of them with a known salt. */
function made(): { readonly text: string; readonly root: string } {
  const ids = ['app_1', 'app_2', 'app_3'].map((id) => applicationLineId(salt, id))
  const closed = finish(
    closeApplications(
      plan,
      ids.map((id) => ({ id, tier: 0, quantity: 10n })),
    ),
  )
  if (closed.kind === 'refused') throw new Error(closed.problem)
  const draw = { secret: Buffer.from(secret).toString('hex'), closingAct: 7n, publicAt: 12n, publicValue: value }
  return { text: [...allotmentFile(closed, draw, finish(allot(closed, draw)))].join(''), root: closed.root }
}

describe('npm run allotment:replay', () => {
  const { text, root } = made()
  const folder = { path: '' }
  beforeAll(() => {
    folder.path = mkdtempSync(join(tmpdir(), 'allotment-'))
  })
  afterAll(() => rmSync(folder.path, { recursive: true }))

  async function run(content: string | undefined, ...options: readonly string[]) {
    const file = join(folder.path, 'file.txt')
    if (content !== undefined) writeFileSync(file, content)
    const lines: string[] = []
    const exit = await replayFile([content === undefined ? join(folder.path, 'none') : file, ...options], (line) => {
      lines.push(line)
    })
    return { exit, printed: lines.join('\n') }
  }

  it('says that a file is equal, and what the own application got', async () => {
    const known = ['--plan-hash', planHashOf(plan), '--root', root, '--public-value', value]
    const { exit, printed } = await run(text, ...known, '--application', 'app_1', '--salt', salt, '--quantity', '10')
    expect(printed).toMatch(/your line \d: asked 10, allotted 10\n/)
    expect(printed).toMatch(/^EQUAL/m)
    expect(exit).toBe(0)
  })

  it.each<[string, readonly string[], string]>([
    ['secret', [], text.replace(/"secret":"../, '"secret":"ff')],
    ['result', [], text.replace(/,10\n$/, ',0\n')],
    ['application', [], text.replace(',10,10\n', ',20,10\n')],
    ['root', ['--root', 'b'.repeat(64)], text],
    ['rule', ['--plan-hash', 'b'.repeat(64)], text],
    ['your application', ['--application', 'app_4', '--salt', salt], text],
  ])('says loudly that the %s was changed', async (part, options, content) => {
    const { exit, printed } = await run(content, ...options)
    expect(printed).toMatch(new RegExp(`^CHANGED: .*${part}`, 'm'))
    expect(printed).not.toMatch(/EQUAL/)
    expect(exit).toBe(1)
  })

  it.each<[string, string | undefined, readonly string[], RegExp]>([
    ['a file that is not there', undefined, [], /cannot be read/],
    ['a file that is none', 'x\n', [], /its line 1 is none/],
    ['a hash that is none', text, ['--root', 'x'], /root is missing or not what it must be/],
    ['an application without a salt', text, ['--application', 'app_1'], /salt is missing/],
    ['a second file', text, ['other'], /FILE is missing/],
    ['an option there is not', text, ['--hand', 'x'], /--hand/],
  ])('refuses %s', async (_, content, options, words) => {
    const { exit, printed } = await run(content, ...options)
    expect(printed).toMatch(words)
    expect(exit).toBe(2)
  })
})
