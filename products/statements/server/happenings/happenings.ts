import type { ReplyOf } from '@bolsillo/contract'
import { type Id, maxOf, minOf } from '@bolsillo/kernel'
import type { Movement } from '@bolsillo/ledger/server'
import { type CustomerSession, type Db, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { type HappeningPlace, happeningActs, happeningKinds, readPlace, writePlace } from '../../domain/index.ts'
import type { StatementsDeps } from '../deps.ts'
import { writeMoved } from '../list-movements.ts'
import { findSeen, saveSeen } from './seen-store.ts'

type Row = ReplyOf<typeof calls.listHappenings>['rows'][number]
type Deps = Pick<StatementsDeps, 'audit' | 'history' | 'scaleOf' | 'unreadNotices'>

/** One thing that happened, with its number where it is numbered. */
interface Happening {
  readonly row: Omit<Row, 'isNew'>
  readonly entry?: bigint
  readonly act?: bigint
  /** The entry to this very session: whoever reads it knows of it. */
  readonly isOwnSession: boolean
}

const rowsPerPage = 30
/** The bell has room for one digit. */
const countedMost = 10

/** See the contract. */
export const listHappenings = useCase(
  calls.listHappenings,
  async ({ cursor, limit = rowsPerPage }, { db, customer }, deps: Deps) => {
    const seen = await seenUpTo(deps, db, customer.customerId)
    const from = cursor === undefined ? undefined : readPlace(cursor)
    const found = await findHappenings(deps, db, customer, from, limit)
    const rows = found.slice(0, limit)
    const end = placeAfter(rows, from)
    return {
      rows: rows.map((one) => ({ ...one.row, isNew: isNew(one, seen) })),
      ...(found.length > limit && end !== undefined ? { next: writePlace(end) } : {}),
      upTo: writePlace(newest(rows, seen)),
    }
  },
)

/** See the contract. */
export const countHappenings = useCase(calls.countHappenings, async (_, { db, customer }, deps: Deps) => {
  const seen = await findSeen(db, customer.customerId)
  const found = await findHappenings(deps, db, customer, undefined, countedMost)
  const unseen = found.filter((one) => isNew(one, seen)).slice(0, countedMost).length
  return { unseen, most: countedMost, notices: await deps.unreadNotices(db, customer.customerId) }
})

/** See the contract. */
export const seeHappenings = useCase(calls.seeHappenings, async ({ upTo }, { tx, customer }, deps: Deps) => {
  const { customerId } = customer
  await saveSeen(tx, customerId, readPlace(upTo), await newestOf(deps, tx, customerId))
  return {}
})

/** Up to where they looked; what is beyond everything there is, nobody has seen. */
async function seenUpTo(deps: Deps, db: Db, customerId: Id<'cus'>): Promise<HappeningPlace> {
  const [seen, newest] = await Promise.all([findSeen(db, customerId), newestOf(deps, db, customerId)])
  return { entry: minOf(seen.entry, newest.entry), act: minOf(seen.act, newest.act) }
}

/** The newest of each source that happened to a customer: 0 where nothing did. */
async function newestOf({ audit, history }: Deps, db: Db, customerId: Id<'cus'>): Promise<HappeningPlace> {
  const [[movement], [act]] = await Promise.all([
    history.movements(db, customerId, { kinds: happeningKinds }, { limit: 1 }),
    audit.aboutCustomer(db, customerId, { actions: happeningActs, limit: 1 }),
  ])
  return { entry: movement?.entry.seq ?? 0n, act: act?.seq ?? 0n }
}

/** What happened before a place, newest first: one more of each source than is asked for shows whether there is more. */
async function findHappenings(
  { audit, history, scaleOf }: Deps,
  db: Db,
  { customerId, sessionId }: Pick<CustomerSession, 'customerId' | 'sessionId'>,
  from: HappeningPlace | undefined,
  limit: number,
): Promise<readonly Happening[]> {
  const most = limit + 1
  const [movements, acts] = await Promise.all([
    history.movements(db, customerId, { kinds: happeningKinds }, { before: from?.entry, limit: most }),
    audit.aboutCustomer(db, customerId, {
      actions: happeningActs,
      limit: most,
      ...(from === undefined ? {} : { before: from.act }),
    }),
  ])
  return merged(
    movements.map((movement) => ofMovement(movement, customerId, scaleOf)),
    acts.map(({ seq, at, action, details }) => ({
      row: { id: `a${seq}`, at, kind: action, isAct: true, details: { ...details }, moved: [] },
      act: seq,
      isOwnSession: details.session === sessionId,
    })),
  )
}

/** Two lists, newest first, as one. Each keeps its own order, which its numbers follow, whatever the clocks say. */
function merged(entries: readonly Happening[], acts: readonly Happening[]): readonly Happening[] {
  const rows: Happening[] = []
  let [entry, act] = [0, 0]
  while (entry < entries.length || act < acts.length) {
    const [one, other] = [entries[entry], acts[act]]
    const isEntry = other === undefined || (one !== undefined && one.row.at >= other.row.at)
    const next = isEntry ? one : other
    if (next !== undefined) rows.push(next)
    if (isEntry) entry += 1
    else act += 1
  }
  return rows
}

function ofMovement({ entry }: Movement, customerId: Id<'cus'>, scaleOf: StatementsDeps['scaleOf']): Happening {
  const { seq, at, kind, details } = entry
  const moved = writeMoved(entry, customerId, { scaleOf })
  return {
    row: { id: `e${seq}`, at, kind, isAct: false, details: { ...details }, moved },
    entry: seq,
    isOwnSession: false,
  }
}

function isNew({ entry, act, isOwnSession }: Happening, seen: HappeningPlace): boolean {
  if (isOwnSession) return false
  return entry === undefined ? act !== undefined && act > seen.act : entry > seen.entry
}

/** The place behind the rows of a page: of a source none of them is of, where it was. */
function placeAfter(rows: readonly Happening[], from: HappeningPlace | undefined): HappeningPlace | undefined {
  if (rows.length === 0) return undefined
  const last = (which: 'entry' | 'act'): bigint =>
    rows.findLast((row) => row[which] !== undefined)?.[which] ?? from?.[which] ?? beyondAll
  return { entry: last('entry'), act: last('act') }
}

const beyondAll = 999_999_999_999_999_999n

/** The newest of each source, or what was seen already. */
function newest(rows: readonly Happening[], seen: HappeningPlace): HappeningPlace {
  return {
    entry: rows.reduce((most, { entry = 0n }) => maxOf(most, entry), seen.entry),
    act: rows.reduce((most, { act = 0n }) => maxOf(most, act), seen.act),
  }
}
