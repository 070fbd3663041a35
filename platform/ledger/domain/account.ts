import { assert, type Id, isId } from '@bolsillo/kernel'
import { accountKinds, type OwnerKind, type Purse } from './chart-of-accounts.ts'

/**
 * The name of an account: `<owner>:<purse>:<asset>`, as `cus_…:stock:MXN` or `house:fees:MXN`. The asset is the last
 * part and may hold colons itself (`STK:WALMEX.MX`).
 */
export type AccountId = `${string}:${Purse}:${string}`

/** The parts of an account's name, with what the chart of accounts says about it. */
export interface AccountParts {
  readonly owner: string
  readonly ownerKind: OwnerKind
  readonly purse: Purse
  /** Code of the asset the account counts: `MXN`, `STK:WALMEX.MX`. */
  readonly asset: string
  /** `credit`: posted ≥ 0. `debit`: posted ≤ 0 (what somebody holds for us). */
  readonly side: 'credit' | 'debit'
  /** Whether money may be reserved on it. */
  readonly holds: boolean
}

/** The longest account name the ledger takes. */
const accountIdLengthMax = 96

const assetShape = /^[A-Z][A-Z0-9]{1,11}(:[A-Z0-9][A-Z0-9&*./-]{0,31})?$/
/** Markets, and the rails money travels on: both hold for us. */
const venueShape = /^(?:venue|rail)-[a-z][a-z0-9-]{0,30}$/

function ownerKindOf(owner: string): OwnerKind | undefined {
  if (owner === 'house') return 'house'
  if (venueShape.test(owner)) return 'venue'
  return isId('cus', owner) ? 'customer' : undefined
}

// The same names come in every batch; reading each again would cost more than posting to it.
const known = new Map<string, AccountParts>()
const knownMax = 200_000

/** Reads an account's name; undefined unless the chart of accounts knows this purse for this kind of owner. */
export function readAccountId(text: string): AccountParts | undefined {
  const found = known.get(text)
  if (found !== undefined) return found
  const parts = parseAccountId(text)
  if (parts === undefined) return undefined
  if (known.size >= knownMax) known.clear()
  known.set(text, parts)
  return parts
}

function parseAccountId(text: string): AccountParts | undefined {
  const [first, second] = [text.indexOf(':'), text.indexOf(':', text.indexOf(':') + 1)]
  if (first < 0 || second < 0 || text.length > accountIdLengthMax) return undefined
  const owner = text.slice(0, first)
  const ownerKind = ownerKindOf(owner)
  const kind = accountKinds.find((row) => row.purse === text.slice(first + 1, second) && row.owner === ownerKind)
  const asset = text.slice(second + 1)
  if (ownerKind === undefined || kind === undefined || !assetShape.test(asset)) return undefined
  return { owner, ownerKind, purse: kind.purse, asset, side: kind.side, holds: kind.holds }
}

/** Whether a text names an account the chart knows. */
export function isAccountId(text: string): text is AccountId {
  return readAccountId(text) !== undefined
}

/** The parts of an account name that is known to be one. Asserts it. */
export function accountParts(account: AccountId): AccountParts {
  const parts = readAccountId(account)
  assert(parts !== undefined, `not an account: ${account}`)
  return parts
}

/** The account of an owner, purse and asset code. Asserts that the chart of accounts has it. */
export function accountId(owner: string, purse: Purse, asset: string): AccountId {
  const account: AccountId = `${owner}:${purse}:${asset}`
  assert(isAccountId(account), `the chart of accounts has no ${account}`)
  return account
}

/** A customer's account in one of the purses customers have. */
export function customerAccount(customerId: Id<'cus'>, purse: 'stock' | 'coin' | 'contract', asset: string): AccountId {
  return accountId(customerId, purse, asset)
}
