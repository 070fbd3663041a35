import { defineCall, defineChannel, field, z } from '@bolsillo/contract'
import { entryParts } from '../domain/entry-part.ts'
import { witnessStates } from '../domain/witness-states.ts'
import { entryRange, listBookAccounts, listBookRecords, readBooks } from './book-calls.ts'
import { hashedEntryShape } from './entry-shape.ts'
import { rejections } from './rejections.ts'

export * from './book-calls.ts'
export { rejections } from './rejections.ts'

// Amounts are decimal text in the asset's own scale. Times are epoch milliseconds. Numbers of entries are decimal text,
// because they may outgrow a JavaScript number.

/** What a customer keeps apart from the rest: cash and shares, coins, margin. */
export const purses = ['stock', 'coin', 'contract'] as const

/** One balance. available = posted − held, and held is reserved by `holds` open orders. */
export const balanceShape = z.object({
  purse: z.enum(purses),
  asset: z.string(),
  posted: field.decimal,
  held: field.decimal,
  available: field.decimal,
  holds: z.number(),
})

const amountShape = z.object({ asset: z.string(), amount: field.decimal })

/** What a customer has, and what it comes to. The specification spells it as a POST; it changes nothing. */
export const readAssets = defineCall({
  name: 'read-assets',
  method: 'POST',
  path: '/user/assets',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: z.object({
    at: field.at,
    /** Absent while something in it has no price. Pesos; `approximate` is the same in dollars. */
    total: z.optional(
      z.object({
        currency: z.string(),
        amount: field.decimal,
        cash: field.decimal,
        shares: field.decimal,
        approximate: z.optional(amountShape),
        /** Some share in it has a price older than a live market allows. */
        stale: z.boolean(),
        /** What is not in it because no market prices it: said beside it, never passed over. */
        unpriced: z.array(z.string()),
      }),
    ),
    /** Pesos for one dollar, with where it is from. Absent while no price is known. */
    rate: z.optional(
      z.object({
        pair: z.string(),
        rate: field.decimal,
        source: z.string(),
        sequence: z.number(),
        at: field.at,
        stale: z.boolean(),
      }),
    ),
    /** Cash and coins by purse; pesos and dollars always, whatever else there is. */
    balances: z.array(balanceShape),
    /** Money of sales that settles later: part of the balances, not on top of them. */
    settling: z.array(z.object({ asset: z.string(), amount: field.decimal, on: z.string() })),
    /** Practice market only: what a customer can take once, and whether they did. */
    practiceGrant: z.optional(z.object({ taken: z.boolean(), amounts: z.array(amountShape) })),
  }),
  rejections: [],
  summary: 'What the customer has: cash by purse and currency, available and reserved, and the total in pesos.',
  effect: 'read',
})

/** What is set aside, and what for. */
export const listHolds = defineCall({
  name: 'list-holds',
  method: 'GET',
  path: '/user/assets/holds',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        holdId: z.string(),
        purse: z.enum(purses),
        asset: z.string(),
        /** What is still set aside, of what was at first. */
        remaining: field.decimal,
        opened: field.decimal,
        at: field.at,
        /** Of the entry that set it aside: an order's, a withdrawal's. */
        kind: z.string(),
        reference: z.string(),
        details: z.record(z.string(), z.string()),
      }),
    ),
  }),
  rejections: [],
  summary: 'Everything set aside of the customer’s money and shares, with what it is set aside for.',
  effect: 'read',
})

/** One leg of an entry in the same asset, on an account that is not the reader's. */
const legShape = z.object({
  /** `customer` is another customer, who stays unnamed. */
  owner: z.enum(['customer', 'house', 'venue']),
  purse: z.string(),
  posted: field.signedDecimal,
})

/** One line behind a balance: what an entry did to it, and the balance after it. */
export const recordRow = z.object({
  seq: z.string(),
  line: z.number(),
  entryId: z.string(),
  /** A word the app has a text for: `stock-buy`, `practice-grant`. */
  kind: z.string(),
  at: field.at,
  reference: z.string(),
  details: z.record(z.string(), z.string()),
  /** What of the entry this line is: the thing itself, or the commission, tax or rounding taken with it. */
  part: z.enum(entryParts),
  posted: field.signedDecimal,
  held: field.signedDecimal,
  postedAfter: field.signedDecimal,
  heldAfter: field.signedDecimal,
  /** Where the money of this entry came from or went to. */
  legs: z.array(legShape),
  /** SHA-256 of the entry, over every field of it; 64 hex digits. */
  hash: z.string(),
})

/** "Explain this balance": every line of one account, newest first. The lines of all pages sum to the balance. */
export const listRecords = defineCall({
  name: 'list-records',
  method: 'GET',
  path: '/user/tx/record',
  audience: 'restricted',
  needs: [],
  request: z.object({
    ...field.pageFields(field.placeLine),
    purse: field.oneOf(purses),
    asset: field.text(1, 48),
    /** Leaves out the lines that only reserved or released. */
    moved: field.optional(field.flag),
  }),
  reply: z.object({
    asset: z.string(),
    posted: field.decimal,
    held: field.decimal,
    range: z.optional(entryRange),
    rows: z.array(recordRow),
    next: z.optional(z.string()),
  }),
  rejections: [rejections.accountUnknown],
  summary: 'The postings behind one balance, newest first, each with the balance after it.',
  effect: 'read',
})

/** Takes the practice grant: an ordinary entry from practice-funding. Does not exist where money is real. */
export const takePracticeGrant = defineCall({
  name: 'take-practice-grant',
  method: 'POST',
  path: '/user/practice/grant',
  audience: 'customer',
  needs: ['practice-market'],
  request: z.object({}),
  reply: z.object({ entryId: z.string(), amounts: z.array(amountShape) }),
  rejections: [rejections.practiceHalted, rejections.practiceGrantTaken, rejections.practiceMoneyGone],
  summary: 'Practice money, once per customer.',
  effect: 'write',
})

const hashText = z.string()

/** Place of a leaf, from 0, and the hashes beside its way to the root, its neighbor first; 64 hex digits each. */
const leafWay = z.object({ index: z.string(), path: z.array(hashText) })

/** Whether an entry is under a signed head: yes; not yet; heads are not kept here; signing stopped, see `GET /index/ledger`. */
export const inclusionStates = ['signed', 'waiting', 'unsigned', 'stopped'] as const

/** The way from one of the customer's entries to the newest signed head. */
export const readInclusion = defineCall({
  name: 'read-inclusion',
  method: 'GET',
  path: '/user/tx/inclusion',
  audience: 'restricted',
  needs: [],
  request: z.object({ entryId: field.id('ent') }),
  reply: z.extend(hashedEntryShape, {
    state: z.enum(inclusionStates),
    /** While `waiting`: when the next head is due. */
    nextAt: z.optional(field.at),
    /** Once `signed`. The leaf is SHA-256 of a zero byte and the 32 bytes of the hash (RFC 9162). */
    proof: z.optional(
      z.extend(leafWay, {
        /** How many leaves the tree has. */
        size: z.string(),
        /** The ways of the acts in `names`, in their order, to the same root. Absent where there are none. */
        names: z.optional(z.array(leafWay)),
        head: field.signedHead,
      }),
    ),
  }),
  rejections: [rejections.entryUnknown],
  summary:
    'The way from an entry of the customer’s to the signed head of the journal, to be followed on their own device.',
  effect: 'read',
  limit: { times: 600, perMs: 60_000 },
})

/** The largest number of leaves that may be asked about: what JSON and JavaScript still count exactly. */
const treeSizeMax = 9_007_199_254_740_991

/** What shows that one signed tree is the beginning of a later one. For whoever kept a head. */
export const readConsistency = defineCall({
  name: 'read-consistency',
  method: 'GET',
  path: '/index/ledger/consistency',
  audience: 'public',
  needs: [],
  request: z.object({
    /** Leaves of the tree that was seen before. */
    from: field.whole(0, treeSizeMax),
    /** Leaves of the later one. Left out: of the newest signed head. */
    to: field.optional(field.whole(0, treeSizeMax)),
  }),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    /** The consistency proof of RFC 9162 (2.1.4.1), 64 hex digits each; empty where none is needed. */
    path: z.array(hashText),
    /** The newest signed head, of at least `to` leaves. */
    head: field.signedHead,
  }),
  rejections: [rejections.treeUnsigned, rejections.treeBeyond],
  summary: 'The hashes that show that the journal of one signed head is the beginning of that of a later one.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})

/** The newest checkpoint of the journal that others cosigned, and who they are. */
export const readWitnesses = defineCall({
  name: 'read-witnesses',
  method: 'GET',
  path: '/index/ledger/witnesses',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({
    /** Absent while no head with a tree was signed, and where heads are not kept. */
    cosigned: z.optional(
      z.object({
        /** The log's verifier key, `name+id+key` (c2sp.org/signed-note): its name is what the checkpoint begins with. */
        log: z.string(),
        /** The checkpoint with the log's signature and the cosignatures it got, as others' tools read it. */
        note: z.string(),
        at: field.at,
        /** A cosignature older than this is an alarm. */
        oldAfterMs: z.number(),
      }),
    ),
    witnesses: z.array(
      z.object({
        /** Its verifier key, `name+id+key`. */
        key: z.string(),
        /** The result of the last request to it: `contradicts` says that it cosigned a journal that this one does not continue. */
        state: z.enum(witnessStates),
        /** The last it cosigned, and when. */
        size: z.optional(z.string()),
        at: z.optional(field.at),
      }),
    ),
  }),
  rejections: [],
  summary: 'The newest checkpoint of the journal with the cosignatures of its witnesses, and what each of them says.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})

export const calls = [
  readAssets,
  listHolds,
  listRecords,
  takePracticeGrant,
  readBooks,
  listBookAccounts,
  listBookRecords,
  readInclusion,
  readConsistency,
  readWitnesses,
] as const

/** `balances`, private: the snapshot has every balance of the customer, a delta those that changed, as they are now. */
export const balancesChannel = defineChannel({
  name: 'balances',
  audience: 'customer',
  snapshot: z.object({ balances: z.array(balanceShape) }),
  delta: z.object({ balances: z.array(balanceShape) }),
  conflation: 'sequence',
})
