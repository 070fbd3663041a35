/** What customers filter their movements by. */
export const entryGroups = ['deposits', 'withdrawals', 'trades', 'conversions', 'transfers', 'practice'] as const
type EntryGroup = (typeof entryGroups)[number]

/**
 * What an entry is to the customer whose accounts it moves: `external`, money paid in or taken out, no gain and no loss;
 * `result`, a trade or a settlement, which changes what somebody owns and their gain; `cost`, which only costs;
 * `move`, between purses or between free and reserved. `house`: it touches no customer.
 */
export const entryEffects = ['external', 'result', 'cost', 'move', 'house'] as const
type EntryEffect = (typeof entryEffects)[number]

/** What a kind of entry declares about itself: the group a customer finds it in, and what it is to the customer. */
interface EntryDeclaration {
  readonly group: EntryGroup | 'house'
  readonly effect: EntryEffect
}

const declared = <Group extends EntryDeclaration['group']>(
  group: Group,
  effect: Group extends 'house' ? 'house' : Exclude<EntryEffect, 'house'>,
): EntryDeclaration => ({ group, effect })

/**
 * Every kind of entry there is, with what it declares. Each has words in three languages (`kinds.<kind>`): a test reads the
 * kinds out of every `*-transfers.ts` and fails when one has none. A kind the database allows and nothing declares is
 * refused at start.
 */
export const entryKinds = {
  'practice-pool': declared('house', 'house'),
  'practice-grant': declared('practice', 'external'),
  'stock-order-hold': declared('trades', 'move'),
  'stock-order-release': declared('trades', 'move'),
  'stock-buy': declared('trades', 'result'),
  'stock-sell': declared('trades', 'result'),
  'offering-hold': declared('trades', 'move'),
  'offering-release': declared('trades', 'move'),
  'stock-allotment': declared('trades', 'result'),
  'spot-order-hold': declared('trades', 'move'),
  'spot-order-release': declared('trades', 'move'),
  'spot-buy': declared('trades', 'result'),
  'spot-sell': declared('trades', 'result'),
  'contract-order-hold': declared('trades', 'move'),
  'contract-order-release': declared('trades', 'move'),
  conversion: declared('conversions', 'cost'),
  'purse-transfer': declared('transfers', 'move'),
  deposit: declared('deposits', 'external'),
  'deposit-held': declared('house', 'house'),
  'deposit-return': declared('house', 'house'),
  'deposit-returned': declared('house', 'house'),
  'deposit-return-failed': declared('house', 'house'),
  'deposit-reversed': declared('deposits', 'external'),
  'deposit-limit-hold': declared('deposits', 'move'),
  'deposit-limit-release': declared('deposits', 'move'),
  'claim-paid': declared('deposits', 'external'),
  'claim-written-off': declared('house', 'house'),
  'claim-returned': declared('deposits', 'external'),
  'withdrawal-hold': declared('withdrawals', 'move'),
  'withdrawal-release': declared('withdrawals', 'move'),
  withdrawal: declared('withdrawals', 'external'),
  'withdrawal-paid': declared('withdrawals', 'external'),
  'withdrawal-return': declared('withdrawals', 'external'),
  'withdrawal-returned': declared('withdrawals', 'external'),
  'custody-sweep': declared('house', 'house'),
  'rail-debt': declared('house', 'house'),
  'rail-debt-settled': declared('house', 'house'),
  'contract-open': declared('trades', 'result'),
  'contract-close': declared('trades', 'result'),
  'contract-liquidation': declared('trades', 'result'),
  'contract-deleveraging': declared('trades', 'result'),
  'contract-margin': declared('trades', 'move'),
  'contract-funding': declared('trades', 'result'),
  'insurance-pool': declared('house', 'house'),
} as const satisfies Readonly<Record<string, EntryDeclaration>>
export type EntryKind = keyof typeof entryKinds

/** Whether a kind is one we have words for. */
export function isEntryKind(kind: string): kind is EntryKind {
  return Object.hasOwn(entryKinds, kind)
}

/** The kinds of a group. */
export function kindsOf(group: EntryGroup): readonly EntryKind[] {
  return Object.keys(entryKinds).filter(
    (kind): kind is EntryKind => isEntryKind(kind) && entryKinds[kind].group === group,
  )
}

/** Of these kinds, those that do not declare themselves. */
export function undeclaredKinds(
  kinds: readonly string[],
  declarations: Readonly<Record<string, Partial<EntryDeclaration>>> = entryKinds,
): readonly string[] {
  return kinds.filter((kind) => {
    const { group, effect } = Object.hasOwn(declarations, kind) ? (declarations[kind] ?? {}) : {}
    return group === undefined || effect === undefined || (group === 'house') !== (effect === 'house')
  })
}

/** What an entry of a kind is to the customer; undefined of no kind there is. */
export function effectOf(kind: string): EntryEffect | undefined {
  return isEntryKind(kind) ? entryKinds[kind].effect : undefined
}

/** Whether an entry of a kind may return what one of its group took before: a withdrawal that failed, or its rest. */
export function mayReturn(kind: string): boolean {
  return isEntryKind(kind) && entryKinds[kind].group === 'withdrawals'
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
