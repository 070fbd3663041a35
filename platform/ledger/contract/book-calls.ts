import { defineCall, field, z } from '@bolsillo/contract'
import { rejections } from './rejections.ts'

// The public books: what anybody may ask without an account.

/** What anybody may check about the books without an account. Everybody is in them, the demo's accounts and those of staff too. */
export const readBooks = defineCall({
  name: 'read-books',
  method: 'GET',
  path: '/index/ledger',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({
    at: field.at,
    /** How many entries there are, and the hash of the last: the head of the chain. */
    entries: z.string(),
    head: z.string(),
    lastEntryAt: z.optional(field.at),
    /** How far this server has followed the chain itself, when, and what it found. */
    verified: z.object({
      entries: z.string(),
      at: z.optional(field.at),
      ok: z.boolean(),
      problem: z.optional(z.string()),
    }),
    /** The head last signed into the witness file, which is kept outside the database: keep it, and check it later. */
    signed: z.optional(field.signedHead),
    /** Per asset: what customers have, what is the house's, what markets hold for us; `sum` of all is always zero. */
    assets: z.array(
      z.object({
        asset: z.string(),
        customers: field.decimal,
        /** Below zero when open claims are more than what the house has. */
        house: field.signedDecimal,
        /** The insurance fund of contracts, which pays losses and is no profit of the house's. */
        insurance: field.decimal,
        /** Practice money that nobody was granted yet: nobody's, and no part of `house`. */
        ungranted: field.decimal,
        heldForUs: field.decimal,
        sum: field.signedDecimal,
      }),
    ),
  }),
  rejections: [],
  summary: 'Public invariants of the books: every asset sums to zero, the number of entries, the head of the chain.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})

const entryPlace = z.object({ seq: z.string(), at: field.at })

/** The first and the last entry a balance is the sum of. Absent while there is none. */
export const entryRange = z.object({ from: entryPlace, to: entryPlace })

/** Whose an account of the public books is: everybody's but a customer's. */
export const publicOwners = ['house', 'venue'] as const

/** The accounts of the house and of markets and rails in one asset: what the sums of `readBooks` are made of. */
export const listBookAccounts = defineCall({
  name: 'list-book-accounts',
  method: 'GET',
  path: '/index/ledger/accounts',
  audience: 'public',
  needs: [],
  request: z.object({ asset: field.text(1, 48) }),
  reply: z.object({
    asset: z.string(),
    /** What customers have together. Whose it is nobody reads here: the daily proof holds each customer's part. */
    customers: field.decimal,
    rows: z.array(
      z.object({
        /** `house:fees:MXN`: its entries are had by this name. */
        account: z.string(),
        owner: z.enum(publicOwners),
        /** Who holds it: `house`, or the market or rail. */
        name: z.string(),
        purse: z.string(),
        posted: field.signedDecimal,
      }),
    ),
  }),
  rejections: [rejections.accountUnknown],
  summary: 'Each account of the house and of whoever holds for it in one asset, with its balance.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})

/** The entries behind one of those balances, newest first. The lines of all pages sum to the balance. */
export const listBookRecords = defineCall({
  name: 'list-book-records',
  method: 'GET',
  path: '/index/ledger/records',
  audience: 'public',
  needs: [],
  request: z.object({ ...field.pageFields(field.placeLine), account: field.text(1, 96) }),
  reply: z.object({
    account: z.string(),
    asset: z.string(),
    posted: field.signedDecimal,
    range: z.optional(entryRange),
    /** Number, time, kind and amount; neither whose it was nor what for, which its customer reads in their own records. */
    rows: z.array(
      z.object({
        seq: z.string(),
        line: z.number(),
        kind: z.string(),
        at: field.at,
        posted: field.signedDecimal,
        postedAfter: field.signedDecimal,
      }),
    ),
    next: z.optional(z.string()),
  }),
  rejections: [rejections.accountUnknown],
  summary: 'The entries behind a balance of the public books, newest first, with their range of numbers and time.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})
