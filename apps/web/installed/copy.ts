import type { ReplyOf } from '@bolsillo/contract'
import type { portfolio } from '@bolsillo/portfolio/contract'
import type { readStatement } from '@bolsillo/statements/contract'
import { offlineCopyName, readStored, removeStored, writeStored } from '@bolsillo/web-kit'

/** Three days: a weekend without a network. What is older says nothing any more, and stays on no device. */
const keptForMs = 3 * 86_400_000
const rowsMax = 100

type Portfolio = ReplyOf<typeof portfolio>
type Statement = ReplyOf<typeof readStatement>

type KeptStatement = Pick<Statement, 'from' | 'to' | 'at'> & {
  readonly accounts: ReadonlyArray<Pick<Statement['accounts'][number], 'purse' | 'asset' | 'opening' | 'closing'>>
}

/** What a device keeps of one customer to show without a network: figures, and nothing that names the customer or opens anything. */
export interface OfflineCopy {
  /** The number of the customer it is of. */
  readonly of: string
  /** When it was kept, by this device's clock: its age is counted by the same one. */
  readonly keptAt: number
  /** The moment of the figures, by the server's clock. */
  readonly at: number
  readonly currency: string
  readonly total?: string
  readonly holdings: ReadonlyArray<
    Pick<Portfolio['holdings'][number], 'kind' | 'asset' | 'symbol' | 'name' | 'quantity' | 'value'>
  >
  readonly statement?: KeptStatement
}

/** What is kept of replies. */
export function copyOf(
  of: string,
  keptAt: number,
  found: Portfolio,
  statement: KeptStatement | undefined,
): OfflineCopy {
  const { at, currency, total, holdings } = found
  return {
    of,
    keptAt,
    at,
    currency,
    ...(total === undefined ? {} : { total: total.value }),
    holdings: holdings
      .filter(({ quantity }) => /[1-9]/.test(quantity))
      .slice(0, rowsMax)
      .map(({ kind, asset, symbol, name, quantity, value }) => ({ kind, asset, symbol, name, quantity, value })),
    ...(statement === undefined ? {} : { statement: statementOf(statement) }),
  }
}

function statementOf({ from, to, at, accounts }: KeptStatement): KeptStatement {
  return {
    from,
    to,
    at,
    accounts: accounts
      .slice(0, rowsMax)
      .map(({ purse, asset, opening, closing }) => ({ purse, asset, opening, closing })),
  }
}

/** Keeps a copy in place of the one before. */
export function writeCopy(copy: OfflineCopy): void {
  writeStored(offlineCopyName, JSON.stringify(copy))
}

/** The copy of a customer. One of another customer, or one that is too old, is removed instead. */
export function readCopy(customer: string | undefined, now: number): OfflineCopy | undefined {
  const text = readStored(offlineCopyName)
  if (text === '') return undefined
  const copy = parsed(text)
  if (copy !== undefined && copy.of === customer && Math.abs(now - copy.keptAt) <= keptForMs) return copy
  removeStored(offlineCopyName)
  return undefined
}

function parsed(text: string): OfflineCopy | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const is = typeof value === 'object' && value !== null && 'of' in value && 'keptAt' in value && 'holdings' in value
    return is ? (value as OfflineCopy) : undefined
  } catch {
    return undefined
  }
}
