import { assert, instant, present } from '@bolsillo/kernel'
import {
  type AccountId,
  accountParts,
  createGrammarCheck,
  entryProblems,
  grammarProblem,
  type JournalEntry,
} from '@bolsillo/ledger/domain'
import { fixtureEntry, fixtureId, jorge, maria, moves } from '@bolsillo/ledger/fixtures'
import { type Draw, exampleEntry, exampleKinds, forgedEntry } from '@bolsillo/ledger/fixtures/grammar'
import { createPublicBooks } from '@bolsillo/ledger/fixtures/public-books'
import { createLedger } from '@bolsillo/ledger/server'
import { type Sql, transaction } from '@bolsillo/server-kit'
import { testDatabase, testServices } from '@bolsillo/test-kit'
import { type Attack, found, passes, refusedByDatabase, stopped, unseen } from './attack.ts'
import { setGrammar, Undone } from './attempts-store.ts'

// Entries that sum to zero and keep every balance on its side, which nothing that happened made (decision 77).

/** How many are drawn. */
const drawnMax = 500

interface Databases {
  readonly sql: Sql
  readonly owner: Sql
}

/** The attacks, each posted through the ledger as a room would, with enough on every account. */
export async function fabricatedEntries(database: Databases): Promise<readonly Attack[]> {
  const { owner } = database
  const named = namedEntries()
  const { post, areBooked } = bookingOf(database)
  const drawn = drawnEntries()
  const grant = exampleEntry('practice-grant', 801)
  const all = [...named.map(([, entry]) => entry), ...drawn, grant]
  const accounts = new Set(all.flatMap(({ postings }) => postings.map(({ account }) => account)))
  await setGrammar(owner, false)
  for (const entry of fundings([...accounts])) await post(entry)
  await setGrammar(owner, true)
  const refusal = 'the grammar of entries allows no such'
  const who = 'the login of the server' as const
  return [
    ...named.map(
      ([tried, entry]): Attack => ({
        who,
        tried: `book an entry ${tried}`,
        expected: refusal,
        attempt: () => refusedByDatabase(() => post(entry)),
        control: { kind: 'unguarded', what: 'without the grammar it is booked', goes: () => areBooked([entry]) },
      }),
    ),
    purchaseWithoutOrder(),
    {
      who,
      tried: `book ${drawn.length} entries a generator made of sound ones`,
      times: drawn.length,
      expected: refusal,
      attempt: async () => {
        for (const entry of drawn) {
          const outcome = await refusedByDatabase(() => post(entry))
          if (outcome.kind !== 'stopped' || !outcome.by.includes(refusal))
            return unseen(JSON.stringify([outcome, entry], writeBig))
        }
        return stopped(refusal)
      },
      control: { kind: 'unguarded', what: 'without the grammar each is booked', goes: () => areBooked(drawn) },
    },
    {
      who,
      tried: 'book the practice money of a customer twice',
      expected: 'ledger_cause_pkey',
      attempt: async () => {
        await post(grant)
        return refusedByDatabase(() => post({ ...grant, id: fixtureId('ent', 7777) }))
      },
      control: {
        kind: 'allowed',
        what: 'that of another customer is booked',
        goes: () => passes(() => post({ ...ofJorge(grant), id: fixtureId('ent', 7778) })),
      },
    },
  ]
}

/** Entries somebody would like to book, each by what it would do. */
function namedEntries(): readonly (readonly [tried: string, entry: JournalEntry])[] {
  const [mine, theirs] = [`${maria}:stock:MXN`, `${jorge}:stock:MXN`] as const
  const custody = 'venue-simulated:custody:MXN'
  const pair = (from: AccountId, to: AccountId) => [moves(from, -500n), moves(to, 500n)]
  const transfer = (number: number) => ({
    kind: 'purse-transfer',
    reference: `transfer:${fixtureId('ent', number)}`,
    actor: maria,
  })
  const deposit = { kind: 'deposit', actor: 'deposits', reference: `deposit:${fixtureId('dep', 3)}` }
  return [
    ['from one customer to another', fixtureEntry(601, pair(theirs, mine), transfer(601))],
    ['from a customer to the firm’s fees', fixtureEntry(602, pair(mine, 'house:fees:MXN'), transfer(602))],
    ['out of custody to a customer, as a deposit no rail delivered', fixtureEntry(603, pair(custody, mine), deposit)],
    [
      'of a kind nobody knows (goodwill)',
      fixtureEntry(604, pair('house:fees:MXN', mine), { kind: 'goodwill', actor: 'desk', reference: 'goodwill:1' }),
    ],
    [
      'funding of a position that is not there, out of the insurance',
      fixtureEntry(605, pair('house:insurance:USDT', `${maria}:contract:USDT`), {
        kind: 'contract-funding',
        actor: 'desk',
      }),
    ],
    [
      'practice money asked for by somebody else',
      fixtureEntry(606, pair('house:practice-funding:MXN', mine), { actor: jorge, reference: `practice:${jorge}` }),
    ],
    [
      'a second pool of practice money',
      fixtureEntry(607, pair(custody, 'house:practice-funding:MXN'), {
        kind: 'practice-pool',
        actor: 'ledger',
        reference: 'practice:pool',
      }),
    ],
  ]
}

/** Booking through the ledger, as a room does, with the grammar and without it. */
function bookingOf({ sql, owner }: Databases) {
  const ledger = createLedger()
  const post = async (entry: JournalEntry): Promise<void> => {
    const outcome = await transaction(sql, (tx) => ledger.post(tx, [entry]))
    assert(outcome.kind === 'posted', `the ledger itself takes it: ${JSON.stringify(outcome, writeBig)}`)
  }
  /** Whether it would be booked: it is taken back. */
  const isBooked = async (entry: JournalEntry): Promise<boolean> => {
    const booked = transaction(sql, async (tx) => {
      const outcome = await ledger.post(tx, [entry])
      if (outcome.kind === 'posted') throw new Undone()
    })
    return await booked.then(
      () => false,
      (error: unknown) => error instanceof Undone,
    )
  }
  const areBooked = async (entries: readonly JournalEntry[]): Promise<boolean> => {
    await setGrammar(owner, false)
    const booked = []
    for (const entry of entries) booked.push(await isBooked(entry))
    await setGrammar(owner, true)
    return booked.every((one) => one)
  }
  return { post, areBooked }
}

/**
 * An entry of the desk's kind has the shape of its grammar, and the database does not look for its order: the follower does,
 * beside the server, each second. In a database of its own, where it is the only thing to find.
 */
function purchaseWithoutOrder(): Attack {
  const by = 'the server’s follower of the journal, before any payment leaves'
  const bought = fixtureEntry(608, [moves('venue-simulated:custody:MXN', -500n), moves(`${maria}:stock:MXN`, 500n)], {
    kind: 'stock-buy',
    actor: maria,
    reference: `order:${fixtureId('ord', 1)}`,
  })
  const follow = async (entry: JournalEntry) => {
    const database = await testDatabase({ grammar: true })
    try {
      const { sql, log } = testServices({ sql: database.sql })
      await transaction(sql, (tx) => createLedger().post(tx, [entry]))
      const told: string[] = []
      const books = createPublicBooks({
        ...{ sql, log, witness: undefined, grammar: createGrammarCheck({ remembers: false }) },
        valuation: { assetOf: () => undefined, usdMxn: () => undefined, totalOf: () => undefined },
        onProblem: async (problem) => void told.push(problem),
      })
      await books.follow(instant(followEveryMs))
      return { told, obstacle: books.obstacle(instant(0)) }
    } finally {
      await database.drop()
    }
  }
  return {
    who: 'the login of the server',
    tried: 'book a purchase without an order, by which a customer is paid',
    expected: by,
    attempt: async () => {
      const { told, obstacle } = await follow(bought)
      const isFound = told.length === 1 && obstacle === 'the journal does not verify'
      return isFound ? found(by, followEveryMs) : unseen(JSON.stringify([told, obstacle]))
    },
    control: {
      kind: 'allowed',
      what: 'of a sound entry it says nothing',
      goes: async () => {
        const { told, obstacle } = await follow(exampleEntry('practice-pool', 1))
        return told.length === 0 && obstacle === undefined
      },
    },
  }
}

/** How often the server follows its journal. */
const followEveryMs = 1_000

const writeBig = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

const ofJorge = (entry: JournalEntry): JournalEntry => ({
  ...entry,
  actor: jorge,
  reference: entry.reference.replace(maria, jorge),
  postings: entry.postings.map((line) => ({ ...line, account: line.account.replace(maria, jorge) as AccountId })),
})

/** Entries no grammar allows which the ledger itself would book; the same in every run. */
function drawnEntries(): readonly JournalEntry[] {
  let state = 23
  const draw: Draw = (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  return Array.from({ length: drawnMax * 20 }, (_, at) => {
    const kind = present(exampleKinds[at % exampleKinds.length], 'a kind')
    return forgedEntry(draw, exampleEntry(kind, at + 1))
  })
    .filter((entry) => grammarProblem(entry) !== undefined && entry.postings.every(({ held }) => held === 0n))
    .filter((entry) => entryProblems(entry).length === 0)
    .slice(0, drawnMax)
}

/** Entries that give every account enough. */
function fundings(accounts: readonly AccountId[]): readonly JournalEntry[] {
  const amount = 1_000_000n
  return accounts.map((account, at) => {
    const { side, asset } = accountParts(account)
    const lines: readonly [AccountId, AccountId] =
      side === 'credit'
        ? [account, `venue-simulated:custody:${asset}` as AccountId]
        : [`house:rounding:${asset}` as AccountId, account]
    return fixtureEntry(9000 + at, [moves(lines[0], amount), moves(lines[1], -amount)])
  })
}
