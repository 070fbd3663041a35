/** Who an account belongs to. Venues are markets, banks and chains that hold for us (`venue-simulated`, `rail-test-spei`). */
export type OwnerKind = 'customer' | 'house' | 'venue'

/** The purse of an account: what its owner keeps in it. */
export type Purse =
  | 'stock'
  | 'coin'
  | 'contract'
  | 'fees'
  | 'vat'
  | 'practice-funding'
  | 'rounding'
  | 'settlement'
  | 'custody'
  | 'payouts'
  | 'unmatched'
  | 'claims'
  | 'insurance'
  | 'owed'

/** One kind of account. An account exists for each owner, purse and asset that was ever posted to. */
interface AccountKind {
  readonly purse: Purse
  readonly owner: OwnerKind
  /** The side a balance may be on: `credit` never falls below zero, `debit` never rises above it. No exemptions. */
  readonly side: 'credit' | 'debit'
  /** Whether money may be reserved on it. */
  readonly holds: boolean
  readonly purpose: string
}

/**
 * The chart of accounts. The database holds the same rows (migration 0001) and a test compares the two, so that an
 * account of an unknown kind can be opened by nobody.
 */
export const accountKinds: readonly AccountKind[] = [
  {
    purse: 'stock',
    owner: 'customer',
    side: 'credit',
    holds: true,
    purpose: 'Cash and shares a customer trades stocks with. What we owe the customer.',
  },
  {
    purse: 'coin',
    owner: 'customer',
    side: 'credit',
    holds: true,
    purpose: 'Cash and coins of the spot market. What we owe the customer.',
  },
  {
    purse: 'contract',
    owner: 'customer',
    side: 'credit',
    holds: true,
    purpose: 'Margin for perpetual contracts. What we owe the customer.',
  },
  { purse: 'fees', owner: 'house', side: 'credit', holds: false, purpose: 'Commissions earned, before VAT.' },
  { purse: 'vat', owner: 'house', side: 'credit', holds: false, purpose: 'VAT collected for the tax authority.' },
  {
    purse: 'practice-funding',
    owner: 'house',
    side: 'credit',
    holds: false,
    purpose: 'Practice money not yet granted. Filled once; exists only in the practice market.',
  },
  {
    purse: 'rounding',
    owner: 'house',
    side: 'credit',
    holds: false,
    purpose: 'Remainders below the smallest unit, visible instead of lost.',
  },
  {
    purse: 'settlement',
    owner: 'house',
    side: 'credit',
    holds: false,
    purpose: 'Money and shares on the way between trade and settlement.',
  },
  {
    purse: 'custody',
    owner: 'venue',
    side: 'debit',
    holds: false,
    purpose: 'What a market or custodian holds for us: the other side of everything customers own.',
  },
  {
    purse: 'payouts',
    owner: 'house',
    side: 'credit',
    holds: false,
    purpose: 'Money of accepted withdrawals on its way out. Empty when every payout has arrived or come back.',
  },
  {
    purse: 'unmatched',
    owner: 'house',
    side: 'credit',
    holds: false,
    purpose: 'Money that came in and whose owner is not known yet. Owed, to whoever it turns out to belong to.',
  },
  {
    purse: 'claims',
    owner: 'house',
    side: 'debit',
    holds: false,
    purpose: 'What customers still owe after a deposit was taken back: owed to us, never netted against a balance.',
  },
  {
    purse: 'insurance',
    owner: 'house',
    side: 'credit',
    holds: false,
    purpose:
      'Insurance fund of contracts: fed by what liquidations leave, pays losses beyond bankruptcy. Anyone can see it.',
  },
  {
    purse: 'owed',
    owner: 'venue',
    side: 'credit',
    holds: false,
    purpose:
      'What a rail took back beyond what it held for us. Owed to the rail, and settled first when money comes to it.',
  },
]
