import { type Id, instant } from '@bolsillo/kernel'
import { fixtureId } from '../../fixtures.ts'
import { type AccountId, accountId } from '../account.ts'
import type { EntryKind } from '../entry-kinds.ts'
import type { JournalEntry, Posting } from '../journal-entry.ts'

// Entries of every kind as rooms make them, and what somebody would make of them who wants money from nothing.

const [maria, jorge] = [fixtureId('cus', 1), fixtureId('cus', 2)]
const owners: Readonly<Record<string, string>> = {
  M: maria,
  J: jorge,
  H: 'house',
  V: 'venue-simulated',
  R: 'rail-test-spei',
  S: 'rail-test-pix',
}

/** `M stock MXN -100 hold-100`: an owner, a purse, an asset, what is posted, what is held. */
function posting(text: string, holdNo: number): Posting {
  const [owner = '', purse = '', asset = '', ...amounts] = text.split(' ')
  const held = amounts.find((amount) => amount.startsWith('hold'))
  const posted = amounts.find((amount) => !amount.startsWith('hold'))
  const account = accountId(owners[owner] ?? owner, purse as 'stock', asset)
  const moved = { account, posted: BigInt(posted ?? 0), held: BigInt(held?.slice('hold'.length) ?? 0) }
  return held === undefined ? moved : { ...moved, holdId: fixtureId('hld', holdNo) }
}

interface Example {
  readonly actor: string
  readonly reference: string
  readonly details?: Readonly<Record<string, string>>
  readonly lines: readonly string[]
}

const ofOrder = { actor: maria, reference: `order:${fixtureId('ord', 1)}` } as const
const ofPosition = { actor: 'desk', reference: `position:${fixtureId('pos', 1)}` } as const
const ofDeposit = { actor: 'deposits', reference: `deposit:${fixtureId('dep', 1)}` } as const
const ofWithdrawal = { actor: 'withdrawals', reference: `withdrawal:${fixtureId('wdr', 1)}` } as const
const ofApplication = { actor: 'offerings', reference: `application:${fixtureId('sub', 1)}` } as const
const onRail = (externalId: string) => ({ details: { rail: 'test-spei', externalId } })
const operator = fixtureId('opr', 1)

const bought = (purse: string, asset: string, cash: string): readonly string[] => [
  ...[`M ${purse} ${cash} -100 hold-100`, `M ${purse} ${cash} -3`, `V custody ${cash} 99`, `H rounding ${cash} 1`],
  ...[`H fees ${cash} 2`, `H vat ${cash} 1`, `V custody ${asset} -5`, `M ${purse} ${asset} 5`],
]
const sold = (purse: string, asset: string, cash: string): readonly string[] => [
  ...[`M ${purse} ${asset} -5 hold-5`, `V custody ${asset} 5`, `V custody ${cash} -100`, `M ${purse} ${cash} 97`],
  ...[`H fees ${cash} 2`, `H vat ${cash} 1`],
]
const settled = ['M contract USDT -40', 'V custody USDT 35', 'H fees USDT 4', 'H vat USDT 1', 'M contract USDT hold-9']

/** One sound entry of every kind. */
const examples: Readonly<Record<EntryKind, Example>> = {
  'practice-pool': {
    actor: 'ledger',
    reference: 'practice:pool',
    lines: ['H practice-funding MXN 9', 'V custody MXN -9'],
  },
  'insurance-pool': { actor: 'desk', reference: 'insurance:pool', lines: ['H insurance USDT 9', 'V custody USDT -9'] },
  'practice-grant': {
    actor: maria,
    reference: `practice:${maria}`,
    lines: ['H practice-funding MXN -9', 'M stock MXN 9', 'H practice-funding USDT -7', 'M coin USDT 7'],
  },
  'stock-order-hold': { ...ofOrder, lines: ['M stock MXN hold100'] },
  'stock-order-release': { ...ofOrder, lines: ['M stock MXN hold-100'] },
  'stock-buy': { ...ofOrder, lines: bought('stock', 'STK:WALMEX.MX', 'MXN') },
  'stock-sell': { ...ofOrder, lines: sold('stock', 'STK:WALMEX.MX', 'MXN') },
  'spot-order-hold': { ...ofOrder, lines: ['M coin USDT hold100'] },
  'spot-order-release': { ...ofOrder, lines: ['M coin USDT hold-100'] },
  'spot-buy': { ...ofOrder, lines: bought('coin', 'BTC', 'USDT') },
  'spot-sell': { ...ofOrder, lines: sold('coin', 'BTC', 'USDT') },
  'contract-order-hold': { ...ofOrder, lines: ['M contract USDT hold100'] },
  'contract-order-release': { ...ofOrder, lines: ['M contract USDT hold-100'] },
  'contract-open': { ...ofOrder, lines: ['M contract USDT -5 hold20', 'H fees USDT 4', 'H vat USDT 1'] },
  'contract-close': { ...ofOrder, lines: settled },
  'contract-liquidation': { ...ofPosition, lines: [...settled, 'M contract USDT -2', 'H insurance USDT 2'] },
  'contract-deleveraging': { ...ofPosition, lines: settled },
  'offering-hold': { ...ofApplication, actor: maria, lines: ['M stock MXN hold9'] },
  'offering-release': { ...ofApplication, lines: ['M stock MXN hold-9'] },
  'stock-allotment': {
    ...ofApplication,
    lines: ['M stock MXN -5 hold-9', 'V custody MXN 5', 'M stock STK:WALMEX.MX 2', 'V custody STK:WALMEX.MX -2'],
  },
  'contract-margin': { ...ofPosition, actor: maria, lines: ['M contract USDT hold5'] },
  'contract-funding': {
    ...ofPosition,
    details: { instrument: 'BTC-PERP', instant: '1' },
    lines: ['M contract USDT -5', 'V custody USDT 7', 'H insurance USDT -2'],
  },
  conversion: {
    actor: maria,
    reference: `conversion:${fixtureId('fxq', 1)}`,
    lines: [
      'M stock MXN -99',
      'V custody MXN 99',
      'M stock MXN -1',
      'H fees MXN 1',
      'M stock USD 5',
      'V custody USD -5',
    ],
  },
  'purse-transfer': { actor: maria, reference: 'transfer:', lines: ['M stock MXN -5', 'M coin MXN 5'] },
  deposit: { ...ofDeposit, ...onRail('a1'), lines: ['M stock MXN 9', 'R custody MXN -9'] },
  'deposit-held': { ...ofDeposit, ...onRail('a2'), lines: ['H unmatched MXN 9', 'R custody MXN -9'] },
  'deposit-return': { ...ofDeposit, lines: ['H unmatched MXN -9', 'H payouts MXN 9'] },
  'deposit-returned': { ...ofDeposit, ...onRail('a3'), lines: ['H payouts MXN -9', 'R custody MXN 9'] },
  'deposit-return-failed': { ...ofDeposit, lines: ['H payouts MXN -9', 'H unmatched MXN 9'] },
  'deposit-reversed': {
    ...ofDeposit,
    ...onRail('a4'),
    lines: ['M stock MXN -5', 'H claims MXN -4', 'R custody MXN 9'],
  },
  'deposit-limit-hold': { actor: 'limits', reference: ofDeposit.reference, lines: ['M stock MXN hold4'] },
  'deposit-limit-release': { actor: 'limits', reference: ofDeposit.reference, lines: ['M stock MXN hold-4'] },
  'claim-paid': { ...ofDeposit, actor: operator, lines: ['M stock MXN -4', 'H claims MXN 4'] },
  'claim-written-off': { ...ofDeposit, actor: operator, lines: ['H fees MXN -4', 'H claims MXN 4'] },
  'claim-returned': {
    ...ofDeposit,
    ...onRail('a5'),
    lines: ['R custody MXN -9', 'H claims MXN 4', 'M stock MXN 2', 'J stock MXN 2', 'H unmatched MXN 1'],
  },
  'withdrawal-hold': { ...ofWithdrawal, actor: maria, lines: ['M stock MXN hold9'] },
  'withdrawal-release': { ...ofWithdrawal, actor: maria, lines: ['M stock MXN hold-9'] },
  withdrawal: { ...ofWithdrawal, actor: operator, lines: ['M stock MXN -8 hold-8', 'H payouts MXN 8'] },
  'withdrawal-paid': {
    ...ofWithdrawal,
    ...onRail('a6'),
    lines: ['H payouts MXN -8', 'R custody MXN 8', 'M stock MXN -1 hold-1', 'H fees MXN 1'],
  },
  'withdrawal-return': { ...ofWithdrawal, lines: ['H payouts MXN -8', 'M stock MXN 8 hold-1'] },
  'withdrawal-returned': { ...ofWithdrawal, ...onRail('a7'), lines: ['M stock MXN 8', 'R custody MXN -8'] },
  'custody-sweep': { actor: 'payments', reference: 'custody:MXN', lines: ['V custody MXN 5', 'R custody MXN -5'] },
  'rail-debt': { actor: 'payments', reference: 'rail:test-spei', lines: ['R owed MXN 5', 'R custody MXN -5'] },
  'rail-debt-settled': { actor: 'payments', reference: 'rail:test-spei', lines: ['R owed MXN -5', 'R custody MXN 5'] },
}
const pools: Readonly<Partial<Record<EntryKind, number>>> = { 'practice-pool': 1, 'insurance-pool': 2 }

/** A sound entry of a kind. `number` makes its id. */
export function exampleEntry(kind: EntryKind, number: number): JournalEntry {
  const { lines, reference, details = {}, actor } = examples[kind]
  const pool = pools[kind]
  const id = (pool === undefined ? fixtureId('ent', number) : `ent_${'0'.repeat(22)}P00${pool}`) as Id<'ent'>
  return {
    ...{ id, kind, actor, details, at: instant(1_770_000_000_000) },
    reference: reference === 'transfer:' ? `transfer:${id}` : reference,
    postings: lines.map((line, at) => posting(line, 100 * number + at)),
  }
}

export const exampleKinds = Object.keys(examples) as readonly EntryKind[]

/** Draws whole numbers below a bound. */
export type Draw = (below: number) => number

/** One of these. */
const oneOf = <T>(draw: Draw, all: readonly T[]): T => all[draw(all.length)] as T

const otherAccount = (draw: Draw, account: AccountId): AccountId => {
  const asset = account.split(':').slice(2).join(':')
  const customers = [maria, jorge].flatMap((owner) =>
    (['stock', 'coin', 'contract'] as const).map((purse) => [owner, purse] as const),
  )
  const house = (
    ['fees', 'vat', 'practice-funding', 'rounding', 'payouts', 'unmatched', 'claims', 'insurance'] as const
  ).map((purse) => ['house', purse] as const)
  const others = ['venue-simulated', 'rail-test-spei', 'rail-test-pix'].map((owner) => [owner, 'custody'] as const)
  const [owner, purse] = oneOf(draw, [...customers, ...house, ...others])
  return accountId(owner, purse, asset)
}

/**
 * Makes something else of an entry, keeping what the ledger itself asks of one: sums of zero, chart of accounts, shapes. One of:
 * another account, the signs turned, another kind, actor, subject or movement, a pair of lines more, or a line taken from
 * somebody else.
 */
export function forgedEntry(draw: Draw, entry: JournalEntry): JournalEntry {
  const at = draw(entry.postings.length)
  const replaced = (make: (posting: Posting) => Posting): readonly Posting[] =>
    entry.postings.map((line, place) => (place === at ? make(line) : line))
  switch (draw(8)) {
    case 0:
      return { ...entry, postings: replaced((line) => otherLine(draw, line)) }
    case 1:
      return { ...entry, postings: entry.postings.map((line) => ({ ...line, posted: -line.posted, held: -line.held })) }
    case 2:
      return { ...entry, kind: oneOf(draw, [...exampleKinds, 'goodwill', 'correction']) }
    case 3:
      return { ...entry, actor: oneOf(draw, [maria, jorge, 'desk', operator, 'payments']) }
    case 4:
      return {
        ...entry,
        reference: oneOf(
          draw,
          Object.values(examples)
            .map(({ reference }) => reference)
            .filter((text) => text !== 'transfer:'),
        ),
      }
    case 5:
      return { ...entry, details: oneOf(draw, [{}, { rail: 'test-pix', externalId: 'x' }, { rail: 'test-spei' }]) }
    case 6: {
      const { account } = entry.postings[at] as Posting
      const amount = BigInt(1 + draw(9))
      const [one, other] = [otherAccount(draw, account), otherAccount(draw, account)]
      const pair = [
        { account: one, posted: amount, held: 0n },
        { account: other, posted: -amount, held: 0n },
      ]
      return { ...entry, postings: [...entry.postings, ...pair] }
    }
    default:
      return {
        ...entry,
        postings: entry.postings.map((line) => ({ ...line, account: line.account.replace(maria, jorge) as AccountId })),
      }
  }
}

function otherLine(draw: Draw, line: Posting): Posting {
  const account = otherAccount(draw, line.account)
  // Only customers' accounts reserve anything.
  return account.startsWith('cus_')
    ? { ...line, account }
    : { account, posted: line.posted === 0n ? 1n : line.posted, held: 0n }
}
