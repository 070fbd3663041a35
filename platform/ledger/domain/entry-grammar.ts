import { present } from '@bolsillo/kernel'
import { type AccountParts, readAccountId } from './account.ts'
import { type EntryKind, isEntryKind } from './entry-kinds.ts'
import type { JournalEntry, Posting } from './journal-entry.ts'

// What an entry of each kind may do (decision 77). The database holds the same rows (migration 0015) and refuses what a room
// posts against them; what the desk writes in bulk the follower holds against them within a second. The checker has a copy
// of its own, written from the rooms' "Money moves".

/**
 * One thing a posting does, as `<owner>.<purse> <sign>`: `customer.stock +` credits a customer's stock purse,
 * `rail.custody -` is money a rail begins to hold for us, `customer.coin hold+` reserves, `hold-` releases.
 */
export type Line = string

/** Who may cause an entry: the customer whose accounts it moves, or a process of ours or one of the staff. */
type EntryActor = 'own' | 'house' | 'either'

/**
 * What makes a cause single: `subject`, what the entry belongs to; `movement`, the movement on the rail's statement (else
 * nothing), `arrival` the same, else the subject; `instant`, the position and the instant of funding; `entry`, the entry
 * itself, which its subject names; `pool`, one of the fixed ids of the practice market; `fill`, a fill of the order in
 * the same block; `many`, an order, position or claim that may move often.
 */
type EntryCause = 'subject' | 'movement' | 'arrival' | 'instant' | 'entry' | 'pool' | 'fill' | 'many'

/**
 * What the customer's sums by asset must look like: `buy` gains exactly one asset, `sell` gives one, `swap` gives one and
 * gains one within one purse.
 */
type EntryShape = 'any' | 'buy' | 'sell' | 'swap'

/** The grammar of one kind of entry. */
interface EntryRule {
  readonly actor: EntryActor
  /** What the subject begins with: `order:ord_`. */
  readonly subject: string
  /** Everything its postings may do. */
  readonly lines: readonly Line[]
  /** What they must do: one of each group. */
  readonly needs: readonly (readonly Line[])[]
  readonly customersMax: number
  readonly assetsMax: number
  readonly shape: EntryShape
  readonly cause: EntryCause
}

/** `customer.stock +-` means both signs. */
function linesOf(...texts: readonly string[]): readonly Line[] {
  return texts.flatMap((text) => {
    const [account = '', signs = ''] = text.split(' ')
    const isHold = signs.startsWith('hold')
    return [...(isHold ? signs.slice('hold'.length) : signs)].map((sign) => `${account} ${isHold ? 'hold' : ''}${sign}`)
  })
}

function rule(
  given: Partial<EntryRule> & Pick<EntryRule, 'subject' | 'cause'>,
  ...lines: readonly string[]
): EntryRule {
  const all = linesOf(...lines)
  const plain = { actor: 'house', needs: [], customersMax: 1, assetsMax: 1, shape: 'any' } as const
  return { ...plain, lines: all, ...given }
}

const order = { subject: 'order:ord_', actor: 'own', cause: 'many' } as const
const deposit = { subject: 'deposit:dep_', customersMax: 1 } as const
const withdrawal = { subject: 'withdrawal:wdr_' } as const
const application = { subject: 'application:sub_', cause: 'subject' } as const
const margin = { subject: '(order:ord_|position:pos_)', cause: 'many' } as const

const orderHold = (purse: string) =>
  rule({ ...order, needs: [linesOf(`customer.${purse} hold+`)] }, `customer.${purse} hold+`)
const orderRelease = (purse: string) =>
  rule({ ...order, needs: [linesOf(`customer.${purse} hold-`)] }, `customer.${purse} hold-`)
const fill = (purse: string, shape: 'buy' | 'sell') =>
  rule(
    { ...order, cause: 'fill', assetsMax: 2, shape, needs: [linesOf(`venue.custody ${shape === 'buy' ? '-' : '+'}`)] },
    ...[`customer.${purse} +-`, `customer.${purse} hold-`, 'venue.custody +-', 'house.fees +', 'house.vat +'],
    'house.rounding +-',
  )
const settlement = (given: Partial<EntryRule>) =>
  rule(
    { ...margin, ...given },
    ...['customer.contract +-', 'customer.contract hold+-', 'venue.custody +-'],
    ...['house.fees +', 'house.vat +', 'house.insurance +-'],
  )

/** The grammar of every kind of entry there is. */
export const entryGrammar: Readonly<Record<EntryKind, EntryRule>> = {
  'practice-pool': rule(
    { subject: 'practice:pool$', cause: 'pool', customersMax: 0, assetsMax: 64 },
    ...['house.practice-funding +', 'venue.custody -'],
  ),
  'insurance-pool': rule(
    { subject: 'insurance:pool$', cause: 'pool', customersMax: 0 },
    ...['house.insurance +', 'venue.custody -'],
  ),
  'practice-grant': rule(
    { subject: 'practice:cus_', actor: 'own', cause: 'subject', assetsMax: 64 },
    ...['house.practice-funding -', 'customer.stock +', 'customer.coin +'],
  ),
  'stock-order-hold': orderHold('stock'),
  'stock-order-release': orderRelease('stock'),
  'stock-buy': fill('stock', 'buy'),
  'stock-sell': fill('stock', 'sell'),
  'offering-hold': rule(
    { ...application, actor: 'own', needs: [linesOf('customer.stock hold+')] },
    'customer.stock hold+',
  ),
  'offering-release': rule(
    { ...application, actor: 'either', needs: [linesOf('customer.stock hold-')] },
    'customer.stock hold-',
  ),
  // The allotment, its payment and the release of the rest in one.
  'stock-allotment': rule(
    {
      ...application,
      ...{ assetsMax: 2, shape: 'buy' },
      needs: [linesOf('venue.custody -'), linesOf('customer.stock hold-')],
    },
    ...['customer.stock +-', 'customer.stock hold-', 'venue.custody +-'],
  ),
  'spot-order-hold': orderHold('coin'),
  'spot-order-release': orderRelease('coin'),
  'spot-buy': fill('coin', 'buy'),
  'spot-sell': fill('coin', 'sell'),
  'contract-order-hold': orderHold('contract'),
  'contract-order-release': orderRelease('contract'),
  'contract-open': settlement({ actor: 'own' }),
  'contract-close': settlement({ actor: 'own' }),
  'contract-liquidation': settlement({}),
  'contract-deleveraging': settlement({}),
  'contract-margin': rule({ ...margin, actor: 'own', subject: 'position:pos_' }, 'customer.contract hold+-'),
  'contract-funding': rule(
    { subject: 'position:pos_', cause: 'instant' },
    ...['customer.contract +-', 'customer.contract hold+-', 'venue.custody +-', 'house.insurance -'],
  ),
  conversion: rule(
    { subject: 'conversion:fxq_', actor: 'own', cause: 'subject', assetsMax: 2, shape: 'swap' },
    ...['customer.stock +-', 'customer.coin +-', 'customer.contract +-', 'venue.custody +-'],
    ...['house.fees +', 'house.rounding +'],
  ),
  'purse-transfer': rule(
    { subject: 'transfer:ent_', actor: 'own', cause: 'entry' },
    ...['customer.stock +-', 'customer.coin +-', 'customer.contract +-'],
  ),
  deposit: rule(
    { ...deposit, cause: 'arrival', needs: [linesOf('rail.custody -', 'house.unmatched -')] },
    ...['customer.stock +', 'customer.coin +', 'rail.custody -', 'house.unmatched -'],
  ),
  'deposit-held': rule({ ...deposit, cause: 'movement', customersMax: 0 }, ...['house.unmatched +', 'rail.custody -']),
  'deposit-return': rule({ ...deposit, cause: 'many', customersMax: 0 }, 'house.unmatched -', 'house.payouts +'),
  'deposit-returned': rule(
    { ...deposit, cause: 'movement', customersMax: 0 },
    ...['house.payouts -', 'rail.custody +', 'house.unmatched +', 'house.claims -'],
  ),
  'deposit-return-failed': rule({ ...deposit, cause: 'many', customersMax: 0 }, 'house.payouts -', 'house.unmatched +'),
  'deposit-reversed': rule(
    { ...deposit, cause: 'movement', needs: [linesOf('rail.custody +')] },
    ...['customer.stock -', 'customer.coin -', 'house.unmatched -', 'house.claims -', 'rail.custody +'],
  ),
  'deposit-limit-hold': rule(
    { subject: '[a-z-]+:', cause: 'many' },
    ...['customer.stock hold+', 'customer.coin hold+'],
  ),
  'deposit-limit-release': rule(
    { subject: '[a-z-]+:', cause: 'many' },
    ...['customer.stock hold-', 'customer.coin hold-'],
  ),
  'claim-paid': rule(
    { subject: '(deposit:dep_|withdrawal:wdr_)', cause: 'many', needs: [linesOf('house.claims +')] },
    ...['customer.stock -', 'customer.coin -', 'house.claims +'],
  ),
  'claim-written-off': rule(
    { subject: '(deposit:dep_|withdrawal:wdr_)', cause: 'many', customersMax: 0 },
    ...['house.fees -', 'house.claims +'],
  ),
  'claim-returned': rule(
    { ...deposit, cause: 'movement', customersMax: 64, needs: [linesOf('rail.custody -', 'house.unmatched -')] },
    ...[
      'house.unmatched +-',
      'rail.custody -',
      'house.claims +',
      'house.fees +',
      'customer.stock +',
      'customer.coin +',
    ],
  ),
  'withdrawal-hold': rule(
    { ...withdrawal, actor: 'own', cause: 'subject' },
    ...['customer.stock hold+', 'customer.coin hold+'],
  ),
  'withdrawal-release': rule(
    { ...withdrawal, actor: 'either', cause: 'subject' },
    ...['customer.stock hold-', 'customer.coin hold-'],
  ),
  // Versions before took fee and VAT here, where they are now earned with the payment.
  withdrawal: rule(
    { ...withdrawal, cause: 'subject', needs: [linesOf('house.payouts +')] },
    ...['customer.stock -', 'customer.coin -', 'customer.stock hold-', 'customer.coin hold-'],
    ...['house.payouts +', 'house.fees +', 'house.vat +'],
  ),
  'withdrawal-paid': rule(
    { ...withdrawal, cause: 'movement', needs: [linesOf('house.payouts -'), linesOf('rail.custody +')] },
    ...['customer.stock +-', 'customer.coin +-', 'customer.stock hold-', 'customer.coin hold-'],
    ...['house.payouts -', 'rail.custody +', 'house.fees +', 'house.vat +', 'house.claims -'],
  ),
  'withdrawal-return': rule(
    { ...withdrawal, cause: 'subject', needs: [linesOf('house.payouts -')] },
    ...['customer.stock +', 'customer.coin +', 'customer.stock hold-', 'customer.coin hold-'],
    ...['house.payouts -', 'house.fees -', 'house.vat -'],
  ),
  'withdrawal-returned': rule(
    { ...withdrawal, cause: 'movement', needs: [linesOf('rail.custody -')] },
    ...['customer.stock +', 'customer.coin +', 'rail.custody -', 'house.unmatched +', 'house.claims +', 'house.fees +'],
  ),
  'custody-sweep': rule(
    { subject: '[a-z-]+:', actor: 'either', cause: 'many', customersMax: 0 },
    ...['venue.custody +-', 'rail.custody +-'],
  ),
  'rail-debt': rule({ subject: 'rail:', cause: 'many', customersMax: 0 }, 'rail.owed +', 'rail.custody -'),
  'rail-debt-settled': rule({ subject: 'rail:', cause: 'many', customersMax: 0 }, 'rail.owed -', 'rail.custody +'),
}

/**
 * Kinds the desk writes, beside the acts of its orders and positions: the follower checks those, because nobody may slow an
 * order down by what takes a thousandth of a second.
 */
export const deskKinds: ReadonlySet<string> = new Set(
  Object.keys(entryGrammar).filter((kind) => /^(stock|spot|contract)-/.test(kind) || kind === 'custody-sweep'),
)

/** The fixed ids of the entries that fill the practice market: each can be made once. */
const poolIds = /^ent_0{22}P00[1-3]$/

/** What the grammar looks at of an entry. */
export type GrammarEntry = Pick<JournalEntry, 'id' | 'kind' | 'actor' | 'reference' | 'details' | 'postings'>

/** Everything a posting does. Rails and markets are both `venue` owners in the chart of accounts. */
function linesOfPosting({ account, posted, held }: Pick<Posting, 'account' | 'posted' | 'held'>): readonly Line[] {
  const parts = readAccountId(account)
  if (parts === undefined) return ['unknown']
  const name = `${ownerWord(parts)}.${parts.purse}`
  return [
    ...(posted === 0n ? [] : [`${name} ${posted > 0n ? '+' : '-'}`]),
    ...(held === 0n ? [] : [`${name} hold${held > 0n ? '+' : '-'}`]),
  ]
}

const ownerWord = ({ owner, ownerKind }: AccountParts): string =>
  ownerKind === 'venue' && owner.startsWith('rail-') ? 'rail' : ownerKind

/** Why the grammar allows no such entry; undefined when it does. */
export function grammarProblem(entry: GrammarEntry): string | undefined {
  if (!isEntryKind(entry.kind)) return `there is no kind ${entry.kind}`
  const found = entryGrammar[entry.kind]
  const problem =
    lineProblem(entry, found) ?? actorProblem(entry, found) ?? sumsProblem(entry, found) ?? causeProblem(entry, found)
  return problem === undefined ? undefined : `${entry.kind} ${problem}`
}

function lineProblem({ postings }: GrammarEntry, { lines, needs }: EntryRule): string | undefined {
  const done = new Set(postings.flatMap(linesOfPosting))
  for (const line of done) if (!lines.includes(line)) return `may not do ${line}`
  const missing = needs.find((group) => !group.some((line) => done.has(line)))
  return missing === undefined ? undefined : `must do ${missing.join(' or ')}`
}

function customersOf(postings: readonly Posting[]): readonly string[] {
  const parts = postings.flatMap(({ account }) => readAccountId(account) ?? [])
  return [...new Set(parts.filter(({ ownerKind }) => ownerKind === 'customer').map(({ owner }) => owner))]
}

function actorProblem({ postings, actor }: GrammarEntry, rule: EntryRule): string | undefined {
  const customers = customersOf(postings)
  if (customers.length > rule.customersMax) return `moves ${customers.length} customers`
  const isCustomer = actor.startsWith('cus_')
  if (rule.actor === 'own' && !isCustomer) return `is caused by its customer, not by ${actor}`
  if (rule.actor === 'house' && isCustomer) return 'is not caused by a customer'
  const isOwn = customers.length === 0 || (customers.length === 1 && customers[0] === actor)
  return isCustomer && !isOwn ? 'moves another customer than the one who caused it' : undefined
}

function sumsProblem({ postings }: GrammarEntry, { assetsMax, shape }: EntryRule): string | undefined {
  const assets = new Set<string>()
  const purses = new Set<string>()
  const own = new Map<string, bigint>()
  for (const { account, posted } of postings) {
    const { asset, ownerKind, purse } = present(readAccountId(account), account)
    assets.add(asset)
    if (ownerKind !== 'customer') continue
    purses.add(purse)
    own.set(asset, (own.get(asset) ?? 0n) + posted)
  }
  if (assets.size > assetsMax) return `moves ${assets.size} assets`
  const gained = [...own.values()].filter((sum) => sum > 0n).length
  const given = [...own.values()].filter((sum) => sum < 0n).length
  const isAllowed = {
    any: true,
    buy: gained === 1,
    sell: given > 0 && gained <= 1,
    swap: gained === 1 && given === 1 && purses.size === 1,
  }[shape]
  return isAllowed ? undefined : `is no ${shape}`
}

// The subjects are few, and entries many.
const subjectShapes = new Map<string, RegExp>()

function subjectShape(subject: string): RegExp {
  const known = subjectShapes.get(subject)
  if (known !== undefined) return known
  const shape = new RegExp(`^${subject}`)
  subjectShapes.set(subject, shape)
  return shape
}

function causeProblem(entry: GrammarEntry, { subject, cause }: EntryRule): string | undefined {
  const { id, reference, actor, details, postings } = entry
  if (!subjectShape(subject).test(reference)) return `does not belong to ${reference}`
  if (cause === 'entry' && reference !== `transfer:${id}`) return `is not the transfer ${reference}`
  if (cause === 'pool' && !poolIds.test(id)) return 'is made once, with an id of its own'
  if (subject === 'practice:cus_' && reference !== `practice:${actor}`) return `is not the grant of ${actor}`
  if (cause === 'instant' && details.instant === undefined) return 'names no instant'
  if (cause !== 'movement' && cause !== 'arrival') return undefined
  const rails = new Set(
    postings.flatMap(({ account }) => {
      const owner = readAccountId(account)?.owner ?? ''
      return owner.startsWith('rail-') ? [owner] : []
    }),
  )
  const { rail = '', externalId = '' } = details
  for (const owner of rails)
    if (owner !== `rail-${rail}` || externalId === '') return `names no movement of ${owner.slice('rail-'.length)}`
  return undefined
}

/**
 * What may happen once, as a text; undefined where a cause may have several entries. Of one movement on a rail's statement
 * there is one entry, whatever its kind: one key for what arrives, another for what leaves.
 */
export function onceKeyOf({ kind, reference, details, postings }: GrammarEntry): string | undefined {
  if (!isEntryKind(kind)) return undefined
  const { cause } = entryGrammar[kind]
  if (cause === 'subject') return `${kind} ${reference}`
  if (cause === 'instant') return `${kind} ${reference} ${details.instant ?? ''}`
  if (cause !== 'movement' && cause !== 'arrival') return undefined
  const done = new Set(postings.flatMap(linesOfPosting))
  const { rail = '', externalId = '' } = details
  if (done.has('rail.custody -')) return `arrived ${rail} ${externalId}`
  if (done.has('rail.custody +')) return `left ${rail} ${externalId}`
  return cause === 'arrival' ? `${kind} ${reference}` : undefined
}
