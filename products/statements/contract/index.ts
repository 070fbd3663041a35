import { type Call, defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'
import { entryGroups, entryParts } from '@bolsillo/ledger/domain'
import { placeForm } from '../domain/happenings.ts'

/** Refusals of this room: 24000 to 24999. */
export const rejections = {
  periodMalformed: { name: 'statement-period', number: 24_001, status: 400, retry: 'final' },
  zoneUnknown: { name: 'statement-zone', number: 24_002, status: 400, retry: 'final' },
  tooLong: { name: 'statement-too-long', number: 24_003, status: 422, retry: 'final' },
} as const satisfies Readonly<Record<string, RejectionSpec>>
const r = rejections

const purses = ['stock', 'coin', 'contract'] as const
/** Also of a disabled customer: their records and statements stay theirs (decision 11). */
const own = { audience: 'restricted', needs: [], effect: 'read' } as const
/** An IANA name; the customer's days begin and end by its clocks. America/Mexico_City when left out. */
const zone = field.optional(field.text(1, 64))

const amountShape = z.object({ asset: z.string(), amount: field.signedDecimal })

/** What an entry moved in one purse and asset of the customer's, all its lines there together. */
const movedShape = z.object({ purse: z.enum(purses), asset: z.string(), posted: field.signedDecimal })

/** One movement: an entry as the customer sees it, with every line of theirs and who was on the other side. */
export const movementShape = z.object({
  seq: z.string(),
  entryId: z.string(),
  kind: z.string(),
  at: field.at,
  reference: z.string(),
  details: z.record(z.string(), z.string()),
  moved: z.array(movedShape),
  lines: z.array(
    z.object({
      purse: z.enum(purses),
      asset: z.string(),
      /** What of the entry the line is: the thing itself, or the commission, tax or rounding taken with it. */
      part: z.enum(entryParts),
      posted: field.signedDecimal,
      held: field.signedDecimal,
      postedAfter: field.signedDecimal,
    }),
  ),
  legs: z.array(
    z.object({
      /** `customer` is another customer, who stays unnamed. */
      owner: z.enum(['customer', 'house', 'venue']),
      purse: z.string(),
      asset: z.string(),
      posted: field.signedDecimal,
    }),
  ),
  /** SHA-256 of the entry, over every field of it. */
  hash: z.string(),
})

/** The specification's change log: everything that moved, newest first. Pages have no gaps while more is posted. */
export const listMovements = defineCall({
  name: 'list-movements',
  method: 'POST',
  path: '/user/point/change/log',
  ...own,
  request: z.object({
    ...field.pageFields(field.placeNumber),
    purse: field.optional(field.oneOf(purses)),
    asset: field.optional(field.text(1, 48)),
    group: field.optional(field.oneOf(entryGroups)),
    /** Days, both included, by the clocks of `zone`. */
    from: field.optional(field.date),
    to: field.optional(field.date),
    zone,
  }),
  reply: field.pageOf(movementShape),
  rejections: [r.zoneUnknown, r.periodMalformed],
  summary: 'What moved on the customer’s accounts, newest first, by purse, asset, kind and days.',
})

/** One thing that happened: an entry that moved money, or an act about the account. */
export const happeningShape = z.object({
  /** `e12` or `a34`: its number, and where it is numbered. */
  id: z.string(),
  at: field.at,
  /** The kind of an entry, as movements have it, or the action of an act, as the customer's log has it. */
  kind: z.string(),
  isAct: z.boolean(),
  /** Of an entry what its title says; of an act what the log says of it. */
  details: z.record(z.string(), z.string()),
  moved: z.array(movedShape),
  /** It was not there yet when the customer looked last. */
  isNew: z.boolean(),
})

const happeningPlace = field.placeLike(placeForm)

/** What the bell opens: what happened to me, newest first. */
export const listHappenings = defineCall({
  name: 'list-happenings',
  method: 'POST',
  path: '/user/happening/list',
  ...own,
  request: z.object(field.pageFields(happeningPlace)),
  reply: z.object({
    rows: z.array(happeningShape),
    next: z.optional(z.string()),
    /** Everything up to here is in the list: what to send to `see-happenings`. */
    upTo: z.string(),
  }),
  rejections: [],
  summary: 'Fills, deposits, withdrawals, liquidations, sign-ins and decisions about the account, newest first.',
})

export const countHappenings = defineCall({
  name: 'count-happenings',
  method: 'GET',
  path: '/user/happening/count',
  ...own,
  request: z.object({}),
  reply: z.object({
    /** How many are new, counted up to `most`. */
    unseen: z.number(),
    most: z.number(),
    /** Notices of the firm that are unread, as their own list counts them. */
    notices: z.number(),
  }),
  rejections: [],
  summary: 'How many things happened since the customer looked last; the entry of this very session is none.',
})

export const seeHappenings = defineCall({
  name: 'see-happenings',
  method: 'POST',
  path: '/user/happening/see',
  audience: 'restricted',
  needs: [],
  effect: 'write',
  request: z.object({ upTo: happeningPlace }),
  reply: z.object({}),
  rejections: [],
  summary: 'The customer has seen what happened up to a place; it never goes back.',
})

export const listStatements = defineCall({
  name: 'list-statements',
  method: 'GET',
  path: '/user/statement/list',
  ...own,
  request: z.object({ zone }),
  reply: z.object({
    /** Newest first, from the month money first moved in to the present one, which is not complete. */
    months: z.array(z.object({ month: z.string(), from: z.string(), to: z.string(), isComplete: z.boolean() })),
    rowsMaxPdf: z.number(),
    rowsMaxCsv: z.number(),
  }),
  rejections: [r.zoneUnknown],
  summary: 'The months a statement can be had of; any other range of days can be asked for as well.',
})

const period = { from: field.date, to: field.date, zone }

export const readStatement = defineCall({
  name: 'read-statement',
  method: 'GET',
  path: '/user/statement',
  ...own,
  request: z.object(period),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    zone: z.string(),
    at: field.at,
    /** The journal it was made at: made again at this head it says the same. */
    head: z.object({ seq: z.string(), hash: z.string() }),
    accounts: z.array(
      z.object({
        purse: z.enum(purses),
        asset: z.string(),
        opening: field.signedDecimal,
        in: field.signedDecimal,
        out: field.signedDecimal,
        closing: field.signedDecimal,
      }),
    ),
    fees: z.array(amountShape),
    vat: z.array(amountShape),
    rounding: z.array(amountShape),
    movements: z.number(),
  }),
  rejections: [r.zoneUnknown, r.periodMalformed, r.tooLong],
  summary: 'A statement of a range of days: what there was, came, went and is, in each purse and asset.',
  limit: { times: 60, perMs: 60_000 },
})

/** The file travels as base64 in the envelope, so that a phone gets it with its token header like everything else. */
export const readStatementFile = defineCall({
  name: 'read-statement-file',
  method: 'GET',
  path: '/user/statement/file',
  ...own,
  request: z.object({ ...period, format: field.oneOf(['pdf', 'csv']) }),
  reply: z.object({ name: z.string(), type: z.string(), content: z.string(), movements: z.number() }),
  rejections: [r.zoneUnknown, r.periodMalformed, r.tooLong],
  summary: 'The same statement as a PDF or CSV file, base64.',
  limit: { times: 20, perMs: 60_000 },
})

/** Calls of customers. */
export const calls: readonly Call[] = [
  ...[listHappenings, countHappenings, seeHappenings],
  ...[listMovements, listStatements, readStatement, readStatementFile],
]
