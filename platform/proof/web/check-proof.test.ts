import { hash as hashOf } from 'node:crypto'
import type { Call, ReplyOf } from '@bolsillo/contract'
import { editedAct, fixtureJournal, fundingEntry, jorgePesos, mariaPesos } from '@bolsillo/ledger/fixtures'
import { describe, expect, it } from 'vitest'
import { listProofEntries, listProofs, readOwnProof, readProof } from '../contract/index.ts'
import {
  accountPreimage,
  heightMin,
  hexBytes,
  hexOf,
  leafPreimage,
  nodePreimage,
  noStatementBefore,
  type SumNode,
  writeStatement,
} from '../domain/index.ts'
import { type Ask, answerOf, type CheckName, checkProof } from './check-proof.ts'
import type { Remembered } from './remembered.ts'
import { sha256, sha256Text } from './web-hash.ts'

const number = '12345678'
const account = mariaPesos
const salt = 'ab'.repeat(32)

/** A tree whose first leaf is the customer's and whose others are of nobody, and the customer's way in it. */
async function treeOf(balance: bigint): Promise<{ readonly root: SumNode; readonly path: readonly SumNode[] }> {
  const commitment = await sha256(accountPreimage(number))
  let node: SumNode = { hash: hexOf(await sha256(leafPreimage(commitment, hexBytes(salt), balance))), sum: balance }
  const path: SumNode[] = []
  for (let height = 0; height < heightMin; height += 1) {
    const sibling = { hash: await sha256Text(`sibling ${height}`), sum: 10n }
    path.push(sibling)
    node = { hash: hexOf(await sha256(nodePreimage(node, sibling))), sum: node.sum + sibling.sum }
  }
  return { root: node, path }
}

async function signed(text: string) {
  const keys = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('publicKey' in keys)) throw new Error('no pair')
  const base64 = (bytes: ArrayBuffer): string =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const bytes = new TextEncoder().encode(text)
  return {
    key: base64(await crypto.subtle.exportKey('raw', keys.publicKey)),
    signature: base64(await crypto.subtle.sign('Ed25519', keys.privateKey, bytes)),
  }
}

type EntryRow = ReplyOf<typeof listProofEntries>['rows'][number]

/** What an honest server answers; a test changes parts of it. */
async function honest(written: 'act' | 'text' = 'act') {
  const { root, path } = await treeOf(500n)
  const statement = writeStatement({
    number: 2,
    at: 1_772_467_200_000,
    mode: 'SIM',
    journal: { seq: 7n, hash: 'cd'.repeat(32) },
    previous: 'ef'.repeat(32),
    assets: [{ asset: 'MXN', scale: 2, height: heightMin, root: root.hash, total: root.sum }],
    custody: [],
    house: [],
    notCovered: [],
  })
  const hash = await sha256Text(statement)
  const first = {
    number: 1,
    at: 1,
    journalSeq: '1',
    journalHash: '',
    key: '',
    signature: '',
    checks: { sound: 0, unsound: 0 },
  }
  const leg = ['house:unmatched:MXN', '-500', '0', null, '0', '0']
  const lines = [[account, '500', '0', null, '500', '0'], leg]
  const canonical = JSON.stringify([
    ...['bolsillo.ledger.entry.1', '7', 'aa'.repeat(32), 'ent_1', 'deposit'],
    ...[1, 'payments', 'deposit:dep_1', {}, lines],
  ])
  const [shown] = fixtureJournal([fundingEntry(1, account, 500n)], (bytes) => hashOf('sha256', bytes, 'buffer')).shown
  if (shown === undefined) throw new Error('one entry')
  const entry = { line: 0, kind: 'deposit', at: 1, posted: '500', postedAfter: '500' }
  const older = {
    seq: '7',
    entryId: 'ent_1',
    previousHash: 'aa'.repeat(32),
    hash: await sha256Text(canonical),
    canonical,
  }
  const row: EntryRow = { ...entry, ...(written === 'text' ? older : shown) }
  const leaf = { asset: 'MXN', balance: '500', salt, purses: ['stock' as const], index: 0 }
  return {
    published: { number: 2, hash, statement, ...(await signed(statement)) },
    anybody: { hash, statement },
    own: {
      ...{ number: 2, hash, journalSeq: '7', customerNumber: number, missing: [] as string[] },
      leaves: [{ ...leaf, path: path.map((step) => ({ hash: step.hash, sum: String(step.sum) })) }],
    },
    list: { rows: [{ ...first, hash: 'ef'.repeat(32), previous: noStatementBefore }] },
    entries: {
      account,
      rows: [row],
    },
  }
}
type Answers = Awaited<ReturnType<typeof honest>>

const unseen: Remembered = { proofs: [] }

/** The checks that fail when the server answers so. */
async function failing(answers: Answers, remembered = unseen, known = number): Promise<readonly CheckName[]> {
  const byCall = new Map<Call, unknown>([
    [readOwnProof, answers.own],
    [readProof, answers.published],
    [listProofs, answers.list],
    [listProofEntries, answers.entries],
  ])
  const ask = (async (call: Call) => byCall.get(call)) as Ask
  const result = await checkProof(ask, async () => answers.anybody, remembered, known)
  if (result === undefined) throw new Error('nothing was checked')
  expect(result.sound).toBe(result.steps.every(({ ok }) => ok !== false))
  return result.steps.filter(({ ok }) => ok === false).map(({ name }) => name)
}

type Change = (answers: Answers) => void

describe('the check in the browser', () => {
  it('finds nothing wrong with an honest proof', async () => {
    expect(await failing(await honest())).toEqual([])
    expect(await failing(await honest('text'))).toEqual([])
  })

  it.each<[string, CheckName, Change]>([
    [
      'another statement shown to others',
      'published',
      ({ anybody }) => Object.assign(anybody, { hash: '0'.repeat(64) }),
    ],
    [
      'a fingerprint that is not the statement’s',
      'published',
      ({ published, anybody, own }) => {
        for (const one of [published, anybody, own]) Object.assign(one, { hash: '0'.repeat(64) })
      },
    ],
    [
      'a signature of something else',
      'signed',
      ({ published }) => Object.assign(published, { signature: 'A'.repeat(86) }),
    ],
    [
      'a proof before it that is another one',
      'follows',
      ({ list }) => Object.assign(list.rows[0] ?? {}, { hash: '1'.repeat(64) }),
    ],
    ['a smaller balance', 'included', ({ own }) => Object.assign(own.leaves[0] ?? {}, { balance: '499' })],
    ['another place', 'included', ({ own }) => Object.assign(own.leaves[0] ?? {}, { index: 1 })],
    ['a sibling below zero', 'included', ({ own }) => Object.assign(own.leaves[0]?.path[0] ?? {}, { sum: '-10' })],
    ['a path cut short', 'included', ({ own }) => own.leaves[0]?.path.pop()],
    ['somebody else’s leaf', 'included', ({ own }) => Object.assign(own, { customerNumber: '87654321' })],
    ['an asset left out', 'included', ({ own }) => own.missing.push('USD')],
    [
      'entries that come to something else',
      'entries',
      ({ entries }) => Object.assign(entries.rows[0] ?? {}, { postedAfter: '501' }),
    ],
    [
      'an entry that was changed',
      'entries',
      ({ entries: { rows } }) => {
        const act = editedAct(rows[0]?.act, () => ({ subject: 'deposit:dep_2' }))
        Object.assign(rows[0] ?? {}, { act })
      },
    ],
    [
      'a number given to somebody else’s account',
      'entries',
      ({ entries: { rows } }) => {
        const [first, ...names] = rows[0]?.names ?? []
        const act = editedAct(first?.act, () => ({ subject: jorgePesos }))
        Object.assign(rows[0] ?? {}, { names: [{ ...first, act }, ...names] })
      },
    ],
    ['a name left out', 'entries', ({ entries: { rows } }) => rows[0]?.names?.pop()],
    ['another line', 'entries', ({ entries: { rows } }) => Object.assign(rows[0] ?? {}, { line: 1 })],
    ['another amount', 'entries', ({ entries: { rows } }) => Object.assign(rows[0] ?? {}, { posted: '501' })],
  ])('finds %s', async (_, name, change) => {
    const answers = await honest()
    change(answers)
    expect(await failing(answers)).toContain(name)
  })

  it('finds a changed entry from before acts', async () => {
    const answers = await honest('text')
    const [row] = answers.entries.rows
    Object.assign(row ?? {}, { canonical: row?.canonical?.replace('deposit:dep_1', 'deposit:dep_2') })
    expect(await failing(answers)).toEqual(['entries'])
  })

  it('finds what contradicts what this browser was shown before', async () => {
    const answers = await honest()
    expect(await failing(answers, { proofs: [{ number: 1, hash: '1'.repeat(64) }] })).toEqual(['follows'])
    expect(await failing(answers, { proofs: [{ number: 2, hash: '1'.repeat(64) }] })).toEqual(['follows'])
    expect(await failing(answers, { proofs: [], key: 'another' })).toEqual(['signed'])
    expect(await failing(answers, unseen, '87654321')).toEqual(['included'])
  })
})

describe('the answer of a check', () => {
  const names = ['published', 'signed', 'follows', 'included', 'entries'] as const
  const steps = names.map((name) => ({ name, ok: true }))
  const asset = { asset: 'MXN', balance: '500', total: '510', scale: 2, height: 3, ok: true }

  it('of nobody’s balance says nothing of a balance', () => {
    const answer = answerOf({ sound: true, steps, assets: [] })
    expect(answer.kind).toBe('empty')
    expect(answer.steps.map(({ name }) => name)).toEqual(['published', 'signed', 'follows'])
  })

  it('of a balance, and of what is wrong, has every step', () => {
    expect(answerOf({ sound: true, steps, assets: [asset] })).toEqual({ kind: 'sound', steps })
    expect(answerOf({ sound: false, steps, assets: [] })).toEqual({ kind: 'unsound', steps })
  })
})
