import { type Act, CborWriter, readActs, writeAct } from '@bolsillo/ledger/domain'
import { type BooksRead, readAccounts, readBlocks } from '../books-store.ts'
import { headOfBlock } from '../journal/check-journal.ts'

/** What somebody makes of an act: nothing, another, or several. `noOf`: the number of an account by its name. */
export type ActChange = (act: Act, noOf: (account: string | RegExp) => number) => readonly Act[]

/** A change of the journal in its bytes. */
export interface ActEdit {
  /** SQL that answers the number of the act to change; every act without it. */
  readonly of?: string
  /** Whether every act after that one is changed, too. */
  readonly andAfter?: boolean
  readonly change: ActChange
  /** Which heads are recomputed: none, that of the block, or all that follow with the one the journal ends with. */
  readonly heads?: 'kept' | 'of the block' | 'all'
}

/** A block as acts and where each of them begins: what a body and its places are made of. */
export function bytesOfActs(acts: readonly Act[]): { readonly body: Buffer; readonly places: Buffer } {
  const writer = new CborWriter()
  const places = Buffer.alloc(4 * acts.length)
  for (const [at, act] of acts.entries()) {
    places.writeUInt32BE(writer.length, 4 * at)
    writeAct(writer, act)
  }
  return { body: Buffer.from(writer.bytesFrom(0)), places }
}

/** Makes the change in the tables that are found first: copies, where a plant has made some. */
export async function editActs(
  tx: BooksRead,
  { of, andAfter = false, change, heads = 'kept' }: ActEdit,
): Promise<void> {
  const wanted = of === undefined ? undefined : await numberBy(tx, of)
  const accounts = await readAccounts(tx)
  const noOf = (name: string | RegExp): number => {
    const found = accounts.find(({ id }) => (typeof name === 'string' ? id === name : name.test(id)))
    if (found === undefined) throw new Error(`there is no account ${name}`)
    return found.no
  }
  let [before, isMended, edited] = ['0'.repeat(64), false, 0]
  for (const { first, last, head, body } of await allBlocks(tx)) {
    const isWanted = (number: bigint): boolean =>
      wanted === undefined || number === wanted || (andAfter && number > wanted)
    const isOwn = wanted === undefined || (wanted <= last && (andAfter || first <= wanted))
    const acts = readActs(body).flatMap((act) => (isWanted(act.number) ? change(act, noOf) : [act]))
    const bytes = bytesOfActs(acts)
    const isAnew = heads === 'all' ? isOwn || isMended : heads === 'of the block' && isOwn
    isMended ||= isOwn
    edited += isOwn ? 1 : 0
    const made = isAnew ? headOfBlock(before, bytes.body) : head
    if (isOwn || isAnew)
      await tx`
        update journal_block set body = ${bytes.body}, places = ${bytes.places}, head = decode(${made}, 'hex')
        where first = ${first.toString()}::bigint`
    before = made
  }
  if (edited === 0) throw new Error(`no block has act ${wanted}`)
  if (heads === 'all') await tx`update ledger_head set hash = decode(${before}, 'hex')`
}

async function allBlocks(tx: BooksRead) {
  const blocks = []
  for await (const block of readBlocks(tx)) blocks.push(block)
  return blocks
}

async function numberBy(tx: BooksRead, sql: string): Promise<bigint> {
  const [row] = (await tx.unsafe(`select (${sql})::text as number`)) as unknown as { number: string | null }[]
  if (row?.number == null) throw new Error(`nothing is found by ${sql}`)
  return BigInt(row.number)
}
