import { field, z } from '@bolsillo/contract'
import { applicationStates, offeringStages, ruleNames } from '../domain/offering.ts'

/** What the allotment was made of and came to: whoever has it and the list makes it again. */
const allotmentShape = z.object({
  allottedAt: field.at,
  /** How many applications there were, of how many shares, and how many shares were allotted. */
  applications: z.number(),
  asked: z.string(),
  allotted: z.string(),
  /** Root of the tree of the applications: an act of the journal had it before the public value was known. */
  root: z.string(),
  /** The secret whose hash was published with the offering; 64 hex digits. */
  secret: z.string(),
  /** The act of the journal that has the root. */
  closingAct: z.string(),
  /** The number of acts the public value is the tree’s root of, and that value: the journal’s consistency calls give it again. */
  publicNumber: z.string(),
  publicValue: z.string(),
  seed: z.string(),
})

/** An application as its customer sees it. */
export const applicationShape = z.object({
  id: z.string(),
  offeringId: z.string(),
  symbol: z.string(),
  ticker: z.string(),
  title: z.string(),
  currency: z.string(),
  /** Of one share. */
  price: field.decimal,
  /** Shares that were asked for. */
  quantity: z.string(),
  /** Price times quantity: exactly this is held until the application ends. */
  amount: field.decimal,
  state: z.enum(applicationStates),
  appliedAt: field.at,
  closesAt: field.at,
  paysAt: field.at,
  /** From when on the shares may be sold. */
  sellableAt: field.at,
  /** It may be left without cost. */
  canLeave: z.boolean(),
  leftAt: z.optional(field.at),
  /** Shares; absent before the allotment. */
  allotted: z.optional(z.string()),
  /** What was paid and what was released by the one entry of the allotment; absent before it. */
  paid: z.optional(field.decimal),
  released: z.optional(field.decimal),
  settledAt: z.optional(field.at),
  /** The customer's line in the published list is SHA-256 of this salt and the id of the application. */
  salt: z.string(),
  line: z.string(),
})

/** An offering as its list has it. Amounts are of the offering's currency. */
export const offeringShape = z.object({
  id: z.string(),
  stage: z.enum(offeringStages),
  symbol: z.string(),
  ticker: z.string(),
  /** The name of the company. */
  name: z.string(),
  title: z.string(),
  currency: z.string(),
  priceDecimals: z.number(),
  price: field.decimal,
  supply: z.string(),
  lot: z.string(),
  minimum: z.string(),
  /** The most of one person. */
  cap: z.string(),
  rule: z.enum(ruleNames),
  opensAt: field.at,
  closesAt: field.at,
  paysAt: field.at,
  /** After `paysAt`: shares of the allotment are locked until then. */
  sellableAt: field.at,
  publishedAt: field.at,
  /** Made up by the practice market: nobody offers these shares. */
  isPractice: z.boolean(),
  /** Of the practice market's made-up applicants, how many and of how many shares; absent where there are none. */
  simulated: z.optional(z.object({ applications: z.number(), asked: z.string() })),
  /** SHA-256 of the secret, published with the offering. */
  secretHash: z.string(),
  allotment: z.optional(allotmentShape),
  /** Of whoever is signed in: the application that was not left. */
  own: z.optional(applicationShape),
})

/** What the prospectus says, in the language asked for. */
export const prospectusShape = z.object({
  /** Plain text, paragraphs parted by an empty line. */
  text: z.string(),
  risks: z.array(z.string()),
  /** SHA-256 over terms and words of all languages: an application names it. */
  hash: z.string(),
})
