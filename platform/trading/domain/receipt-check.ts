import { type Asset, decimalUnits, type Price, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import { type HashedEntry, type ParsedEntry, readHashedEntries, type Sha256, sumsToZero } from '@bolsillo/ledger/domain'
import { chargedAfter, feeScheduleOf } from './fees.ts'
import type { OrderSide } from './order.ts'
import { costOfFills } from './order-sums.ts'
import { moneyOf } from './owned/sale-figures.ts'
import type { AssetProduct } from './traded-instrument.ts'

/** What a customer's device is given to check an order: facts as texts, entries as they were hashed. */
export interface Receipt {
  readonly order: { readonly orderId: string; readonly side: OrderSide; readonly symbol: string }
  readonly fills: readonly ReceiptFill[]
  /** Of a stop that took over from the other leg of its pair: the fills of that leg. Costs are computed over both. */
  readonly earlier?: readonly ReceiptFill[] | undefined
  readonly fees: { readonly id: string; readonly currency: string }
  readonly rules: { readonly priceScale: number; readonly quantityScale: number; readonly currency: string }
  readonly entries: readonly HashedEntry[]
}

export interface ReceiptFill {
  readonly price: string
  readonly quantity: string
  readonly amount: string
  readonly fee: string
  readonly vat: string
  /** Whether it was taken from the book or waited in it: they may cost differently. */
  readonly liquidity: 'maker' | 'taker'
  readonly entryId: string
}

/** The things that are checked, in the order they are shown. */
export const receiptChecks = ['amounts', 'fees', 'vat', 'postings', 'sums', 'hashes'] as const
export type ReceiptCheck = (typeof receiptChecks)[number]

/** The names of what does not add up; empty when everything does. The totals the server sent are not trusted. */
export async function failedChecks(
  product: AssetProduct,
  receipt: Receipt,
  sha256: Sha256,
): Promise<readonly ReceiptCheck[]> {
  const { entries, areAsHashed } = await readHashedEntries(receipt.entries, sha256)
  const sums = sumsOfFills(receipt)
  const results: Readonly<Record<ReceiptCheck, boolean>> = {
    amounts: sums.amounts,
    fees: sums.fees,
    vat: sums.vat,
    postings: receipt.fills.length === 0 || postingsFit(product, receipt, entries),
    sums: entries.every((entry) => entry !== undefined && sumsToZero(entry.lines)),
    hashes: areAsHashed,
  }
  return receiptChecks.filter((check) => !results[check])
}

interface FillUnits {
  readonly liquidity: 'maker' | 'taker'
  readonly price: Price
  readonly quantity: Quantity
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly entryId: string
}

function unitsOf({ rules }: Receipt, fills: readonly ReceiptFill[], currency: Asset): readonly FillUnits[] {
  return fills.map((fill) => ({
    price: priceOf(decimalUnits(fill.price, rules.priceScale)),
    quantity: quantityOf(decimalUnits(fill.quantity, rules.quantityScale)),
    amount: decimalUnits(fill.amount, currency.scale),
    fee: decimalUnits(fill.fee, currency.scale),
    vat: decimalUnits(fill.vat, currency.scale),
    liquidity: fill.liquidity,
    entryId: fill.entryId,
  }))
}

/**
 * Goes through the fills in order: what they come to together is rounded once (buys up, sells down), so each fill's
 * amount is what it added; commission and VAT likewise follow the published schedule over the whole, and of a sale take no
 * more than the fill brings.
 */
function sumsOfFills(receipt: Receipt): { amounts: boolean; fees: boolean; vat: boolean } {
  const { side } = receipt.order
  const currency = moneyOf(receipt.rules.currency)
  const scale = { ...receipt.rules, quote: currency }
  const schedule = feeScheduleOf(receipt.fees.id)
  const result = { amounts: true, fees: true, vat: true }
  let [exact, taken] = [0n, 0n]
  let before = { amount: 0n, fee: 0n, vat: 0n }
  for (const fill of unitsOf(receipt, [...(receipt.earlier ?? []), ...receipt.fills], currency)) {
    exact += fill.price * fill.quantity
    if (fill.liquidity === 'taker') taken += fill.price * fill.quantity
    const due = costOfFills(side, exact, taken, schedule, scale)
    const { fee, vat } = chargedAfter(side, due, before, schedule)
    result.amounts &&= fill.amount === due.amount.minor - before.amount
    result.fees &&= fill.fee === fee - before.fee
    result.vat &&= fill.vat === vat - before.vat
    before = { amount: due.amount.minor, fee, vat }
  }
  return result
}

/** Whether each entry moves on the customer's accounts exactly what its fills say. */
function postingsFit(product: AssetProduct, receipt: Receipt, entries: readonly (ParsedEntry | undefined)[]): boolean {
  const currency = moneyOf(receipt.rules.currency)
  const fills = unitsOf(receipt, receipt.fills, currency)
  const { symbol } = receipt.order
  const share = product.assetOf(symbol)
  return [...new Set(fills.map(({ entryId }) => entryId))].every((entryId) => {
    const entry = entries.find((one) => one?.id === entryId)
    if (entry === undefined) return false
    const moved = (asset: string): bigint =>
      entry.lines
        .filter(({ account }) => account.startsWith('cus_') && account.endsWith(`:${product.purse}:${asset}`))
        .reduce((sum, { posted }) => sum + posted, 0n)
    const own = fills.filter((fill) => fill.entryId === entryId)
    const bought = receipt.order.side === 'buy' ? 1n : -1n
    const shares = own.reduce((sum, { quantity }) => sum + quantity, 0n) * bought
    const cash = own.reduce((sum, fill) => sum - bought * fill.amount - fill.fee - fill.vat, 0n)
    return moved(share) === shares && moved(currency.code) === cash
  })
}
