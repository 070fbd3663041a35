import { proposeRejections } from '@bolsillo/approvals/contract'
import { coreRejections, defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { offeringReasons, offeringStages, ruleNames } from '../domain/offering.ts'
import { offeringRejections as r } from './rejections.ts'

/** Who proposes an offering. */
export const proposers: readonly OperatorRole[] = ['product', 'admin']
/** Who sees what was proposed. */
export const readers: readonly OperatorRole[] = ['support', 'compliance', 'treasury', 'product', 'auditor', 'admin']

/** The longest title, prospectus and list of risks. */
export const titleMax = 80
export const prospectusMax = 8_000
export const risksMax = 2_000

const textShape = z.object({ title: z.string(), prospectus: z.string(), risks: z.array(z.string()) })

const proposedShape = z.object({
  id: z.string(),
  symbol: z.string(),
  currency: z.string(),
  price: field.decimal,
  supply: z.string(),
  lot: z.string(),
  minimum: z.string(),
  cap: z.string(),
  rule: z.enum(ruleNames),
  opensAt: field.at,
  closesAt: field.at,
  paysAt: field.at,
  sellableAt: field.at,
  words: z.object({ 'es-ES': textShape, 'en-US': textShape, 'pt-BR': textShape }),
  secretHash: z.string(),
  writtenAt: field.at,
  writtenBy: z.string(),
  isPractice: z.boolean(),
  /** It waits for a second person. */
  isProposed: z.boolean(),
  /** Absent unless it was published. */
  stage: z.optional(z.enum(offeringStages)),
  publishedAt: z.optional(field.at),
  /** The book: sums only, whose applications they are no call says. Absent unless it was published. */
  book: z.optional(z.object({ applications: z.number(), asked: z.string(), held: field.decimal, left: z.number() })),
  /** From the allotment on. */
  allotted: z.optional(z.string()),
  /** How many of the applications were paid or released, from the allotment on. */
  settled: z.optional(z.number()),
})
export type ProposedOffering = z.output<typeof proposedShape>

export const listOfferings = defineCall({
  name: 'list-offerings',
  power: {
    'es-ES': 'Ver las ofertas de acciones y la suma de sus suscripciones',
    'en-US': 'See the offerings of shares and the sums of their applications',
    'pt-BR': 'Ver as ofertas de ações e a soma de suas reservas',
  },
  method: 'GET',
  path: '/offerings/list',
  audience: 'operator',
  roles: readers,
  needs: [],
  effect: 'read',
  request: z.object(field.pageFields(field.placeLike(/^[0-9]{1,16}-off_[0-9A-Z]{26}$/))),
  reply: field.pageOf(proposedShape),
  rejections: [],
  summary: 'Every offering that was proposed, the last first, with the sums of its applications.',
})

const shares = field.whole(1, 1_000_000_000)
const title = field.text(1, titleMax)
const prospectus = field.secret(1, prospectusMax)
const risks = field.secret(1, risksMax)

export const proposeOffering = defineCall({
  name: 'propose-offering',
  power: {
    'es-ES': 'Proponer una oferta de acciones; publicarla necesita a otra persona',
    'en-US': 'Propose an offering of shares; publishing takes another person',
    'pt-BR': 'Propor uma oferta de ações; publicar precisa de outra pessoa',
  },
  method: 'POST',
  path: '/offerings/propose',
  audience: 'operator',
  roles: proposers,
  needs: [],
  effect: 'write',
  request: z.object({
    symbol: field.symbol,
    price: field.decimal,
    supply: shares,
    lot: shares,
    minimum: shares,
    cap: shares,
    rule: field.oneOf(ruleNames),
    opensAt: field.time,
    closesAt: field.time,
    paysAt: field.time,
    sellableAt: field.time,
    esTitle: title,
    esProspectus: prospectus,
    /** One risk a line. */
    esRisks: risks,
    enTitle: title,
    enProspectus: prospectus,
    enRisks: risks,
    ptTitle: title,
    ptProspectus: prospectus,
    ptRisks: risks,
    reason: field.oneOf(offeringReasons),
  }),
  reply: z.object({ offeringId: z.string(), approvalId: z.string() }),
  rejections: [
    r.offeringSymbol,
    r.offeringPrice,
    r.offeringSizes,
    r.offeringText,
    r.offeringRisks,
    r.offeringTimes,
    coreRejections.roleNeeded,
    ...proposeRejections,
  ],
  summary: 'Writes an offering and proposes to publish it; another person decides. Neither is changed afterwards.',
})

export const operatorCalls = [listOfferings, proposeOffering] as const
