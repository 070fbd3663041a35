import { proposeRejections } from '@bolsillo/approvals/contract'
import { coreRejections, defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { questionMax, voteReasons, voteStates, weightings } from '../domain/index.ts'
import { voteRejections as r } from './rejections.ts'

/** Who proposes a vote. */
export const proposers: readonly OperatorRole[] = ['product', 'compliance', 'admin']
/** Who sees what was proposed. */
export const readers: readonly OperatorRole[] = ['support', 'compliance', 'product', 'auditor', 'admin']

const wordsShape = z.object({ question: z.string(), options: z.array(z.string()) })

const proposedShape = z.object({
  id: z.string(),
  symbol: z.optional(z.string()),
  weighting: z.enum(weightings),
  words: z.object({ 'es-ES': wordsShape, 'en-US': wordsShape, 'pt-BR': wordsShape }),
  recordAt: field.at,
  opensAt: field.at,
  closesAt: field.at,
  writtenAt: field.at,
  writtenBy: z.string(),
  /** It waits for a second person. */
  isProposed: z.boolean(),
  /** Absent unless two people published it. */
  state: z.optional(z.enum(voteStates)),
  publishedAt: z.optional(field.at),
  /** The number of the act of the journal that the holdings were taken after. */
  position: z.optional(z.string()),
  /** How many had a vote at the record time; of holders of an instrument. */
  holders: z.optional(z.number()),
  /** From the closing on. Before, no call says how anybody voted; the journal of acts has that they did, without names. */
  count: z.optional(
    z.object({
      countedAt: field.at,
      listHash: z.string(),
      ballots: z.number(),
      options: z.array(z.object({ ballots: z.number(), weight: z.string() })),
    }),
  ),
})
export type ProposedVote = z.output<typeof proposedShape>

export const listVotes = defineCall({
  name: 'list-votes',
  power: {
    'es-ES': 'Ver las votaciones, y su recuento después del cierre',
    'en-US': 'See the votes, and their count after the closing',
    'pt-BR': 'Ver as votações, e a contagem depois do encerramento',
  },
  method: 'GET',
  path: '/votes/list',
  audience: 'operator',
  roles: readers,
  needs: [],
  effect: 'read',
  request: z.object(field.pageFields(field.placeLike(/^[0-9]{1,16}-vot_[0-9A-Z]{26}$/))),
  reply: field.pageOf(proposedShape),
  rejections: [],
  summary: 'Every vote that was proposed, the last first.',
})

const options = field.secret(1, 1_600)
const question = field.text(1, questionMax)

export const proposeVote = defineCall({
  name: 'propose-vote',
  power: {
    'es-ES': 'Proponer una votación; publicarla necesita a otra persona',
    'en-US': 'Propose a vote; publishing takes another person',
    'pt-BR': 'Propor uma votação; publicar precisa de outra pessoa',
  },
  method: 'POST',
  path: '/votes/propose',
  audience: 'operator',
  roles: proposers,
  needs: [],
  effect: 'write',
  request: z.object({
    /** Left out: a poll of all customers. */
    symbol: field.optional(field.symbol),
    weighting: field.oneOf(weightings),
    esQuestion: question,
    /** One option a line. */
    esOptions: options,
    enQuestion: question,
    enOptions: options,
    ptQuestion: question,
    ptOptions: options,
    recordAt: field.time,
    opensAt: field.time,
    closesAt: field.time,
    reason: field.oneOf(voteReasons),
  }),
  reply: z.object({ voteId: z.string(), approvalId: z.string() }),
  rejections: [
    r.voteSymbol,
    r.voteWeighting,
    r.voteText,
    r.voteOptions,
    r.voteTimes,
    coreRejections.roleNeeded,
    ...proposeRejections,
  ],
  summary: 'Writes a vote and proposes to publish it; another person decides. Neither is changed afterwards.',
})

export const operatorCalls = [listVotes, proposeVote] as const
