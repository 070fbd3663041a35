import { hash } from 'node:crypto'
import { assert, type Id, type Instant, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  actOfAccount,
  actOfEntry,
  type Balance,
  blockPreimage,
  CborWriter,
  type ChainHead,
  type NamedAccount,
  type NewAct,
  type RecordedEntry,
  writeAct,
} from '../../domain/index.ts'
import { plain } from '../ledger-store.ts'
import { bytesPerNumber } from './journal-store.ts'

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** The head of the chain that a block leads to. */
export function headAfter(before: string, body: Uint8Array): string {
  return hash('sha256', blockPreimage(bytesOf(before), hash('sha256', body, 'buffer')), 'hex')
}

/** What a block is made of: entries numbered behind the accounts that they are the first to move. */
export interface BlockContent {
  readonly before: ChainHead
  readonly at: Instant
  readonly named: readonly NamedAccount[]
  readonly entries: readonly RecordedEntry[]
  /** Acts that move nothing, behind the entries. One with a cause happens once for it. */
  readonly notes?: readonly NewAct[]
  readonly numberOf: (account: AccountId) => number
  /** What the accounts that are moved have before. */
  readonly had: (account: AccountId) => Balance
}

/** What `journal_append` is given, written out. See there. */
export type WrittenBlock = ReturnType<typeof writeBlock>

// One is enough: nothing waits between its first and last use.
const writer = new CborWriter(65_536)

/** Writes a block and what follows from it. */
export function writeBlock({ before, at, named, entries, notes: given = [], numberOf, had }: BlockContent) {
  // Those with a cause come first: causes are numbered behind the accounts without a gap.
  const caused = given.filter(({ cause }) => cause !== '')
  const notes = caused.length === 0 ? given : [...caused, ...given.filter(({ cause }) => cause === '')]
  writer.reset()
  const places = Buffer.allocUnsafe(4 * (named.length + entries.length + notes.length))
  let step = 0
  const begin = (): void => {
    places.writeUInt32BE(writer.length, 4 * step)
    step += 1
  }
  for (const account of named) {
    begin()
    writeAct(writer, actOfAccount(before.seq + BigInt(step), at, account))
  }
  for (const entry of entries) {
    begin()
    assert(entry.seq === before.seq + BigInt(step), `entry ${entry.id} has its number`)
    writeAct(writer, actOfEntry(entry, numberOf))
  }
  for (const note of notes) {
    begin()
    writeAct(writer, { ...note, number: before.seq + BigInt(step) })
  }
  const body = Buffer.from(writer.bytesFrom(0))
  const head: ChainHead = { seq: before.seq + BigInt(step), hash: headAfter(before.hash, body) }
  return {
    head,
    before: { seq: before.seq, hash: bytesOf(before.hash) },
    places,
    body,
    named: plain(named.map(({ accountNo }) => accountNo)),
    causes: plain([...entries.map(({ id }) => id), ...caused.map(({ cause }) => cause)]),
    ...movesOf(before.seq + 1n, named.length, entries, numberOf, had),
    ...holdsOf(named.length, entries, numberOf),
  }
}

interface Move {
  readonly account: AccountId
  readonly accountNo: number
  posted: bigint
  held: bigint
  readonly places: number[]
}

/** By account, in the order of their numbers, what the block changes there, and which of its acts do. */
function movesOf(
  first: bigint,
  namedCount: number,
  entries: readonly RecordedEntry[],
  numberOf: (account: AccountId) => number,
  had: (account: AccountId) => Balance,
) {
  const moves = new Map<AccountId, Move>()
  let actCount = 0
  for (let at = 0; at < entries.length; at += 1) {
    const place = namedCount + at
    for (const { account, posted, held } of present(entries[at], 'entry').postings) {
      const move = moves.get(account)
      if (move === undefined) {
        moves.set(account, { account, accountNo: numberOf(account), posted, held, places: [place] })
        actCount += 1
        continue
      }
      move.posted += posted
      move.held += held
      if (move.places.at(-1) === place) continue
      move.places.push(place)
      actCount += 1
    }
  }
  const changes = [...moves.values()].sort((one, other) => one.accountNo - other.accountNo)
  const before = changes.map(({ account }) => had(account))
  const acts = Buffer.allocUnsafe(bytesPerNumber * actCount)
  const ends: number[] = []
  let end = 0
  for (const { places } of changes) {
    for (const place of places) end = acts.writeBigInt64BE(first + BigInt(place), end)
    ends.push(end)
  }
  return {
    movedAccounts: plain(changes.map(({ accountNo }) => accountNo)),
    hadPosted: plain(before.map(({ posted }) => posted)),
    hadHeld: plain(before.map(({ held }) => held)),
    changePosted: plain(changes.map(({ posted }) => posted)),
    changeHeld: plain(changes.map(({ held }) => held)),
    movedStarts: plain([0, ...ends].slice(0, changes.length)),
    movedEnds: plain(ends),
    movedActs: acts,
  }
}

interface Reservation {
  readonly account: AccountId
  /** What it is opened with; zero when an earlier block opened it. */
  readonly opened: bigint
  readonly firstPlace: number
  drawn: bigint
}

/** What the block does to reservations: those it opens and leaves open, with what is left of them, and those it draws on. */
function holdsOf(namedCount: number, entries: readonly RecordedEntry[], numberOf: (account: AccountId) => number) {
  const holds = new Map<Id<'hld'>, Reservation>()
  for (let at = 0; at < entries.length; at += 1) {
    const place = namedCount + at
    for (const { account, held, holdId } of present(entries[at], 'entry').postings) {
      if (holdId === undefined) continue
      const hold = holds.get(holdId)
      if (hold === undefined) {
        const opened = held > 0n ? held : 0n
        holds.set(holdId, { account, opened, drawn: opened - held, firstPlace: place })
        continue
      }
      hold.drawn -= held
    }
  }
  const all = [...holds]
  const opened = all.filter(([, hold]) => hold.opened > hold.drawn)
  const drawn = all.filter(([, hold]) => hold.opened === 0n)
  return {
    openedIds: plain(opened.map(([id]) => id)),
    openedAccounts: plain(opened.map(([, { account }]) => numberOf(account))),
    openedAmounts: plain(opened.map(([, hold]) => hold.opened)),
    openedRemaining: plain(opened.map(([, hold]) => hold.opened - hold.drawn)),
    openedPlaces: plain(opened.map(([, { firstPlace }]) => firstPlace)),
    drawnIds: plain(drawn.map(([id]) => id)),
    drawnAccounts: plain(drawn.map(([, { account }]) => numberOf(account))),
    drawnAmounts: plain(drawn.map(([, hold]) => hold.drawn)),
  }
}

/** Appends what was written out. The balances and the head must be locked. */
export async function appendBlock(tx: Tx, block: WrittenBlock): Promise<void> {
  const [row] = await tx<{ head: Buffer }[]>`
    select journal_append(
      ${block.before.seq}::bigint, ${block.before.hash}::bytea, ${block.places}::bytea,
      decode(${block.body.toString('base64')}, 'base64'),
      ${block.named}::integer[], ${block.causes}::text[],
      ${block.movedAccounts}::integer[], ${block.hadPosted}::bigint[], ${block.hadHeld}::bigint[],
      ${block.changePosted}::bigint[], ${block.changeHeld}::bigint[],
      ${block.movedStarts}::integer[], ${block.movedEnds}::integer[], ${block.movedActs}::bytea,
      ${block.openedIds}::text[], ${block.openedAccounts}::integer[], ${block.openedAmounts}::bigint[],
      ${block.openedRemaining}::bigint[], ${block.openedPlaces}::integer[],
      ${block.drawnIds}::text[], ${block.drawnAccounts}::integer[], ${block.drawnAmounts}::bigint[]) as head`
  const made = row?.head.toString('hex')
  assert(made === block.head.hash, `the database came to the head ${made}, the server to ${block.head.hash}`)
}
