/** What customers filter their movements by. */
export const entryGroups = ['deposits', 'withdrawals', 'trades', 'conversions', 'transfers', 'practice'] as const
type EntryGroup = (typeof entryGroups)[number]

/**
 * Every kind of entry there is, with the group a customer finds it in; `house` ones touch no customer. Each has words in
 * three languages (`kinds.<kind>`): a test reads the kinds out of every `*-transfers.ts` and fails when one has none.
 */
export const entryKinds = {
  'practice-pool': 'house',
  'practice-grant': 'practice',
  'stock-order-hold': 'trades',
  'stock-order-release': 'trades',
  'stock-buy': 'trades',
  'stock-sell': 'trades',
  'spot-order-hold': 'trades',
  'spot-order-release': 'trades',
  'spot-buy': 'trades',
  'spot-sell': 'trades',
  'contract-order-hold': 'trades',
  'contract-order-release': 'trades',
  conversion: 'conversions',
  'purse-transfer': 'transfers',
  deposit: 'deposits',
  'deposit-held': 'house',
  'deposit-return': 'house',
  'deposit-returned': 'house',
  'deposit-return-failed': 'house',
  'deposit-reversed': 'deposits',
  'deposit-limit-hold': 'deposits',
  'deposit-limit-release': 'deposits',
  'claim-paid': 'deposits',
  'claim-written-off': 'house',
  'claim-returned': 'deposits',
  'withdrawal-hold': 'withdrawals',
  'withdrawal-release': 'withdrawals',
  withdrawal: 'withdrawals',
  'withdrawal-paid': 'withdrawals',
  'withdrawal-return': 'withdrawals',
  'withdrawal-returned': 'withdrawals',
  'custody-sweep': 'house',
  'rail-debt': 'house',
  'rail-debt-settled': 'house',
  'contract-open': 'trades',
  'contract-close': 'trades',
  'contract-liquidation': 'trades',
  'contract-deleveraging': 'trades',
  'contract-margin': 'trades',
  'contract-funding': 'trades',
  'insurance-pool': 'house',
} as const satisfies Readonly<Record<string, EntryGroup | 'house'>>
export type EntryKind = keyof typeof entryKinds

/** Whether a kind is one we have words for. */
export function isEntryKind(kind: string): kind is EntryKind {
  return Object.hasOwn(entryKinds, kind)
}

/** The kinds of a group. */
export function kindsOf(group: EntryGroup): readonly EntryKind[] {
  return Object.keys(entryKinds).filter((kind): kind is EntryKind => isEntryKind(kind) && entryKinds[kind] === group)
}

/** What the words of a kind are filled with, made from an entry's details. */
type EntryValues = Readonly<Record<'instrument' | 'quantity' | 'source' | 'target' | 'from' | 'to' | 'way', string>>

/** The words of one kind with their values: `Compra 50 WALMEX`. Purses are named by whoever has their words. */
export function entryValues(
  details: Readonly<Record<string, string>>,
  say: { readonly quantity: (text: string) => string; readonly purse: (purse: string) => string },
): EntryValues {
  const { instrument = '', quantity = '0', source = '', target = '', from = '', to = '' } = details
  return {
    // `WALMEX.MX` is known to customers as WALMEX.
    instrument: instrument.replace(/\.[A-Z]{2}$/, ''),
    quantity: say.quantity(quantity),
    source: codeOf(source),
    target: codeOf(target),
    from: say.purse(from),
    to: say.purse(to),
    way: wayOf(details),
  }
}

/** By which way money came, as people call it: `SPEI`, `PIX`, the coin; nothing where it goes without saying. */
function wayOf({ rail = '', asset = '' }: Readonly<Record<string, string>>): string {
  if (rail.endsWith('spei')) return 'SPEI'
  if (rail.endsWith('pix')) return 'PIX'
  return rail.includes('chain') ? asset : ''
}

/** The currency of `51871.15 MXN`. */
function codeOf(amount: string): string {
  return amount.split(' ').at(-1) ?? ''
}
