import type { Call, ReplyOf, RequestInput } from '@bolsillo/contract'
import { isAsHashed, parseHashedEntry } from '@bolsillo/ledger/domain'
import { listProofEntries, listProofs, readOwnProof, readProof } from '../contract/index.ts'
import { hexOf, type ProvenAsset, readStatement, type Statement } from '../domain/index.ts'
import { leadsToRoot, type OwnLeaf } from './check-leaf.ts'
import type { Remembered } from './remembered.ts'
import { isSigned, sha256, sha256Text } from './web-hash.ts'

/** What is looked at, in this order. */
const checkNames = ['published', 'signed', 'follows', 'included', 'entries'] as const
export type CheckName = (typeof checkNames)[number]

/** The result of one of them; undefined: this browser cannot tell. */
export interface CheckStep {
  readonly name: CheckName
  readonly ok: boolean | undefined
}

/** One asset of the customer's, looked at. */
interface CheckedAsset {
  readonly asset: string
  readonly scale: number
  /** Smallest units, as text. */
  readonly balance: string
  readonly total: string
  readonly height: number
  readonly ok: boolean
}

/** The whole check of one proof. */
export interface CheckResult {
  readonly number: number
  readonly at: number
  readonly hash: string
  readonly key: string
  readonly customerNumber: string
  readonly journalSeq: string
  readonly sound: boolean
  readonly steps: readonly CheckStep[]
  readonly assets: readonly CheckedAsset[]
  /** Assets the proof leaves out. */
  readonly missing: readonly string[]
  readonly entries: { readonly checked: number; readonly unnamed: number }
  /** What the customer may take away and check without us. */
  readonly file: string
}

/** Steps that speak of the customer's own balance: where there was none they would contradict the answer. */
const ownSteps: readonly CheckStep['name'][] = ['included', 'entries']

/** What a check comes to, and the steps that say why. */
export function answerOf({ sound, steps, assets }: Pick<CheckResult, 'sound' | 'steps' | 'assets'>): {
  readonly kind: 'sound' | 'unsound' | 'empty'
  readonly steps: readonly CheckStep[]
} {
  if (!sound) return { kind: 'unsound', steps }
  if (assets.length > 0) return { kind: 'sound', steps }
  return { kind: 'empty', steps: steps.filter(({ name }) => !ownSteps.includes(name)) }
}

/** Asks the server; undefined when it refused or did not answer. */
export type Ask = <C extends Call>(call: C, request: RequestInput<C>) => Promise<ReplyOf<C> | undefined>

/** Asks for a published proof as anybody would, without saying who asks, so that everybody must be shown the same. */
export type AskAsAnybody = (
  number: number,
) => Promise<{ readonly hash: string; readonly statement: string } | undefined>

type Own = Omit<ReplyOf<typeof readOwnProof>, 'next'>

const pagesMax = 50

/**
 * Checks the customer's part of the newest proof, here: nothing the server says of it is taken for true.
 * @returns undefined when there is no proof yet, or no answer.
 */
export async function checkProof(
  ask: Ask,
  askAsAnybody: AskAsAnybody,
  remembered: Remembered,
  knownNumber: string | undefined,
  entriesPerAccount = 1,
): Promise<CheckResult | undefined> {
  const own = await readOwn(ask)
  const published = own === undefined ? undefined : await ask(readProof, { number: own.number })
  const asAnybody = own === undefined ? undefined : await askAsAnybody(own.number)
  if (own === undefined || published === undefined || asAnybody === undefined) return undefined
  const { customerNumber, leaves, missing } = own
  const { statement: text, key, signature, hash } = published
  const statement = readStatement(text)
  const sameForAll = asAnybody.hash === hash && asAnybody.statement === text && own.hash === hash
  const isPublished = sameForAll && (await sha256Text(text)) === hash && statement.number === own.number
  const signed = await isSigned({ text, key, signature })
  const isSameKey = remembered.key === undefined || remembered.key === key
  const assets = await Promise.all(leaves.map((leaf) => checkAsset(customerNumber, leaf, statement)))
  // The number this app has shown all along, not the one that came with the proof.
  const isOwnNumber = knownNumber === undefined || knownNumber === customerNumber
  const entries = await checkEntries(ask, own, entriesPerAccount)
  const steps: readonly CheckStep[] = [
    { name: 'published', ok: isPublished },
    { name: 'signed', ok: isSameKey ? signed : false },
    { name: 'follows', ok: await followsWhatWasSeen(ask, statement, hash, remembered) },
    { name: 'included', ok: isOwnNumber && missing.length === 0 && assets.every(({ ok }) => ok) },
    { name: 'entries', ok: entries.ok },
  ]
  const file = { kind: 'bolsillo.proof-file.1', statement: text, hash, key, signature, customerNumber, leaves, missing }
  return {
    number: own.number,
    at: statement.at,
    hash,
    key,
    customerNumber,
    journalSeq: own.journalSeq,
    sound: steps.every(({ ok }) => ok !== false),
    steps,
    assets,
    missing,
    entries,
    file: JSON.stringify(file, null, 1),
  }
}

/** The customer's leaves, all pages. */
async function readOwn(ask: Ask): Promise<Own | undefined> {
  const first = await ask(readOwnProof, {})
  if (first === undefined) return undefined
  const { next: _, ...own } = first
  const leaves = [...own.leaves]
  const missing = [...own.missing]
  let { next } = first
  for (let pages = 1; next !== undefined && pages < pagesMax; pages += 1) {
    const page: ReplyOf<typeof readOwnProof> | undefined = await ask(readOwnProof, { number: own.number, cursor: next })
    if (page === undefined) return undefined
    leaves.push(...page.leaves)
    missing.push(...page.missing)
    next = page.next
  }
  return { ...own, leaves, missing }
}

async function checkAsset(customerNumber: string, leaf: OwnLeaf, { assets }: Statement): Promise<CheckedAsset> {
  const found: ProvenAsset | undefined = assets.find(({ asset }) => asset === leaf.asset)
  return {
    asset: leaf.asset,
    scale: found?.scale ?? 0,
    balance: leaf.balance,
    total: String(found?.total ?? 0n),
    height: found?.height ?? 0,
    ok: found !== undefined && (await leadsToRoot(customerNumber, leaf, found)),
  }
}

/** Whether what this browser was shown before is still published, and leads here proof by proof. */
async function followsWhatWasSeen(
  ask: Ask,
  statement: Statement,
  hash: string,
  { proofs }: Remembered,
): Promise<boolean> {
  const seen = new Map(proofs.map((one) => [one.number, one.hash]))
  if ((seen.get(statement.number) ?? hash) !== hash) return false
  let expected = statement.previous
  let cursor = String(statement.number)
  const oldest = Math.min(...seen.keys(), statement.number)
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await ask(listProofs, { cursor, limit: 100 })
    if (page === undefined) return false
    for (const row of page.rows) {
      if (row.hash !== expected || (seen.get(row.number) ?? row.hash) !== row.hash) return false
      if (row.number <= oldest) return true
      expected = row.previous
    }
    if (page.next === undefined) return expected === '0'.repeat(64)
    cursor = page.next
  }
  return true
}

/** Whether each leaf's balance is what the customer's own entries come to, and each entry is what was hashed. */
async function checkEntries(
  ask: Ask,
  { leaves, number }: Own,
  limit: number,
): Promise<{ readonly ok: boolean; readonly checked: number; readonly unnamed: number }> {
  let [ok, checked, unnamed] = [true, 0, 0]
  for (const { asset, purses, balance } of leaves) {
    let sum = 0n
    for (const purse of purses) {
      const page = await ask(listProofEntries, { number, purse, asset, limit })
      const [newest] = page?.rows ?? []
      if (page === undefined || newest === undefined) return { ok: false, checked, unnamed }
      sum += BigInt(newest.postedAfter)
      for (const row of page.rows) {
        if (row.act === undefined && row.canonical === undefined) unnamed += 1
        else {
          ok &&= await isWhatWasHashed(page.account, row)
          checked += 1
        }
      }
    }
    ok &&= String(sum) === balance
  }
  return { ok, checked, unnamed }
}

type Row = ReplyOf<typeof listProofEntries>['rows'][number]

async function isWhatWasHashed(account: string, row: Row): Promise<boolean> {
  const parsed = parseHashedEntry(row)
  if (parsed === undefined || !isAsHashed(row, parsed, hexOf(await sha256(parsed.preimage)))) return false
  const line = parsed.lines[row.line]
  return line?.account === account && String(line.posted) === row.posted && String(line.postedAfter) === row.postedAfter
}
