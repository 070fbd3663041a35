import { defineCall, field, z } from '@bolsillo/contract'
import { voteStates, weightings } from '../domain/vote.ts'
import { voteRejections as r } from './rejections.ts'

export { voteRejections } from './rejections.ts'

const hash = field.placeLike(/^[0-9a-f]{64}$/)

/** The count of a vote: nothing of it exists before the closing. */
const countShape = z.object({
  countedAt: field.at,
  /** SHA-256 of the list of ballots. The journal has it too. */
  listHash: z.string(),
  ballots: z.number(),
  /** For each option, in their order. */
  options: z.array(z.object({ ballots: z.number(), weight: z.string() })),
})

const voteShape = z.object({
  id: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  /** Whose holders vote; absent in a poll of all customers. */
  symbol: z.optional(z.string()),
  ticker: z.optional(z.string()),
  weighting: z.enum(weightings),
  /** Decimals of a weight. */
  scale: z.number(),
  recordAt: field.at,
  opensAt: field.at,
  closesAt: field.at,
  /** When two people published it: how long before the record time and the opening customers knew of it. */
  publishedAt: field.at,
  state: z.enum(voteStates),
  /** The number of the last act of the journal that the holdings were taken after. */
  position: z.optional(z.string()),
  /** How many had a vote at the record time; of holders of an instrument. */
  holders: z.optional(z.number()),
  count: z.optional(countShape),
  /** Of whoever is signed in. */
  own: z.optional(
    z.object({
      /** What their ballot counts; absent when they have no vote, or nobody has one yet. */
      weight: z.optional(z.string()),
      receipt: z.optional(z.string()),
      castAt: z.optional(field.at),
    }),
  ),
})

/** Votes that were published, the last to close first. */
export const readVotes = defineCall({
  name: 'read-votes',
  method: 'GET',
  path: '/index/vote/info',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({
    ...field.pageFields(field.placeLike(/^[0-9]{1,16}-vot_[0-9A-Z]{26}$/)),
    /** Only that one. */
    id: field.optional(field.id('vot')),
  }),
  reply: field.pageOf(voteShape),
  rejections: [],
  summary: 'Votes, announced, open and closed. Sums exist from the closing on.',
})

export const castVote = defineCall({
  name: 'cast-vote',
  method: 'POST',
  path: '/vote',
  // Who may not trade has their vote nevertheless: a restriction decides no vote.
  audience: 'restricted',
  needs: [],
  effect: 'write',
  secrets: ['option', 'nonce'],
  request: z.object({
    id: field.id('vot'),
    /** From 1 on, in the order of the options. */
    option: field.whole(1, 99),
    /** 32 random bytes of the voter's own device, 64 hex digits. */
    nonce: hash,
  }),
  reply: z.object({ receipt: z.string(), weight: z.string(), castAt: field.at }),
  rejections: [
    r.voteUnknown,
    r.voteUnopened,
    r.voteClosed,
    r.voteOption,
    r.voteUnrecorded,
    r.voteIneligible,
    r.voteCast,
    r.voteNonce,
  ],
  summary: 'Casts the one ballot of a customer. It is not changed afterwards. The answer has its receipt.',
})

export const ballotsMax = 1000

export const listBallots = defineCall({
  name: 'list-ballots',
  method: 'GET',
  path: '/index/vote/ballots',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({
    id: field.id('vot'),
    /** The last receipt of the page before. */
    cursor: field.optional(hash),
    limit: field.optional(field.whole(1, ballotsMax)),
  }),
  reply: field.pageOf(z.object({ receipt: z.string(), option: z.number(), weight: z.string(), nonce: z.string() })),
  rejections: [r.voteUnknown, r.voteUncounted],
  summary: 'The ballots of a counted vote, by receipt, without accounts: anybody can count them again.',
})

export const calls = [readVotes, castVote, listBallots] as const
