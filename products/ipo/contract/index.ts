import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { tradePasswordRejections } from '@bolsillo/identity/contract'
import { applicationShape, offeringShape, prospectusShape, offeringRejections as r } from '@bolsillo/offerings/contract'
import { rejections as settingsRejections } from '@bolsillo/settings/contract'
import { formRejections, ownLimitRejections } from '@bolsillo/trading/contract'

const read = {
  method: 'GET',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  rejections: [],
} as const

const place = field.placeLike(/^[0-9]{1,16}-off_[0-9A-Z]{26}$/)

/** Published offerings, the last to close first: those that are over among them. */
export const listIpos = defineCall({
  ...read,
  name: 'list-ipos',
  path: '/stock/index/new/list',
  request: z.object(field.pageFields(place)),
  reply: field.pageOf(offeringShape),
  summary: 'Offerings of shares that were published, the last to close first.',
})

export const listComingIpos = defineCall({
  ...read,
  name: 'list-coming-ipos',
  path: '/stock/index/new/list/coming',
  request: z.object({}),
  reply: z.object({ rows: z.array(offeringShape) }),
  summary: 'Offerings that are not open yet, the next to open first; at most a hundred.',
})

export const listOpenIpos = defineCall({
  ...read,
  name: 'list-open-ipos',
  path: '/stock/index/new/today',
  request: z.object({}),
  reply: z.object({ rows: z.array(offeringShape) }),
  summary: 'Offerings one can apply to now, the next to close first; at most a hundred.',
})

export const readIpo = defineCall({
  ...read,
  name: 'read-ipo',
  path: '/stock/index/new/info',
  request: z.object({ id: field.id('off') }),
  reply: z.object({
    offering: offeringShape,
    prospectus: prospectusShape,
    /** Of whoever is signed in: what of the currency is free to be subscribed with. */
    available: z.optional(field.decimal),
    /** Of whoever is signed in: an application needs the trade password, because none was entered lately. */
    isPasswordNeeded: z.optional(z.boolean()),
  }),
  rejections: [r.offeringUnknown],
  summary: 'One offering: its terms, its prospectus with the risks and, from the allotment on, what that was made of.',
})

export const linesMax = 1_000

/** The published list. The lines of all pages, in order, behind the header, are the file that is run again. */
export const listIpoLines = defineCall({
  ...read,
  name: 'list-ipo-lines',
  path: '/stock/index/new/allotment',
  request: z.object({
    id: field.id('off'),
    /** The last line of the page before. */
    cursor: field.optional(field.placeLike(/^[0-9a-f]{64}$/)),
    limit: field.optional(field.whole(1, linesMax)),
  }),
  reply: z.object({
    /** The first line of the file. */
    header: z.string(),
    /** Lines of the file as they stand in it, by the hash of the application. */
    lines: z.array(z.string()),
    next: z.optional(z.string()),
  }),
  rejections: [r.offeringUnknown, r.offeringUnallotted],
  summary:
    'The file an allotment is run again from: rule, secret and root, and every application without its customer.',
})

const own = { audience: 'restricted', needs: [] } as const

export const listOwnIpos = defineCall({
  ...own,
  name: 'list-own-ipos',
  method: 'GET',
  path: '/stock/order/new/list',
  effect: 'read',
  request: z.object(field.pageFields(field.id('sub'))),
  reply: field.pageOf(applicationShape),
  rejections: [],
  summary: 'The customer’s applications, the last first.',
})

export const applyToIpo = defineCall({
  name: 'apply-to-ipo',
  method: 'POST',
  path: '/stock/order/new/apply',
  audience: 'customer',
  needs: ['trade-password-set'],
  effect: 'write',
  commits: 'use-case',
  secrets: ['tradePassword'],
  limit: { times: 30, perMs: 60_000 },
  request: z.object({
    id: field.id('off'),
    /** Shares. */
    quantity: field.whole(1, 1_000_000_000),
    /** The hash of the prospectus that was opened. */
    prospectus: field.placeLike(/^[0-9a-f]{64}$/),
    /** How many of its risks were ticked: all of them. */
    risks: field.whole(0, 99),
    /** Needed unless orders of this session were authorized within the last minutes. */
    tradePassword: field.optional(field.sixDigits),
  }),
  reply: z.object({ application: applicationShape }),
  rejections: [
    r.offeringUnknown,
    r.offeringClosed,
    r.offeringUnopened,
    r.offeringProspectus,
    r.offeringBelowMinimum,
    r.offeringAboveCap,
    r.offeringOffLot,
    settingsRejections.ordersPaused,
    coreRejections.identityNeeded,
    ...Object.values(ownLimitRejections),
    formRejections.tradePasswordMissing,
    ...tradePasswordRejections,
    r.offeringTwice,
    r.offeringInsufficient,
  ],
  summary: 'Applies for shares: price times quantity is held, and nothing is paid before the allotment.',
})

export const leaveIpo = defineCall({
  ...own,
  name: 'leave-ipo',
  method: 'POST',
  path: '/stock/order/new/unsubscribe',
  effect: 'write',
  // It releases money.
  urgent: true,
  limit: { times: 30, perMs: 60_000 },
  request: z.object({ applicationId: field.id('sub') }),
  reply: z.object({ application: applicationShape }),
  rejections: [r.applicationUnknown, r.applicationLeft, r.offeringClosed],
  summary: 'Leaves an offering until its closing, at no cost: all that was held is released.',
})

export const calls = [
  listIpos,
  listComingIpos,
  listOpenIpos,
  readIpo,
  listIpoLines,
  listOwnIpos,
  applyToIpo,
  leaveIpo,
] as const
