import {
  type Asset,
  coins,
  currencies,
  decimalUnits,
  divide,
  shareBps,
  writeDecimal,
  writePercent,
} from '@bolsillo/kernel'

/** What a fill sold, and what that had cost on average, fees and VAT included. */
export interface SoldPart {
  readonly quantity: bigint
  /** How much of it was bought here. The rest came in ways that have no cost (a deposit). */
  readonly known: bigint
  /** What the known part had cost, by the money it was paid in. */
  readonly cost: ReadonlyMap<string, bigint>
}

/** What a fill of a sale brought, and what it sold. */
interface SoldFill {
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly part: SoldPart
}

/** What fills of a sale came to, in minor units. */
interface SaleFigures {
  readonly gross: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** What came in: the gross less fee and VAT. */
  readonly net: bigint
  /** Units whose cost is known, and those whose cost is not. */
  readonly known: bigint
  readonly unknown: bigint
  /** What the known part had cost, by money. */
  readonly cost: ReadonlyMap<string, bigint>
  /**
   * What came in for the known part less its cost. Undefined where nothing of it was bought here, and where it was paid in
   * another money: what a rate did is no result of the sale.
   */
  readonly result: bigint | undefined
}

/**
 * What a sale brought and gained, of its fills and of what they had cost: on the server and on the phone alike. Where only a
 * part was bought here, the result counts that part's share of what came in, half to even, each fill by itself.
 */
export function saleFigures(currency: string, fills: readonly SoldFill[]): SaleFigures {
  const sum = (pick: (fill: SoldFill) => bigint): bigint => fills.reduce((total, fill) => total + pick(fill), 0n)
  const cost = new Map<string, bigint>()
  for (const { part } of fills)
    for (const [code, minor] of part.cost) if (minor !== 0n) cost.set(code, (cost.get(code) ?? 0n) + minor)
  const [gross, fee, vat] = [sum(({ amount }) => amount), sum((fill) => fill.fee), sum((fill) => fill.vat)]
  const known = sum(({ part }) => part.known)
  const counted = sum(({ amount, fee: charged, vat: tax, part }) =>
    part.known === part.quantity
      ? amount - charged - tax
      : divide((amount - charged - tax) * part.known, part.quantity, 'half-even'),
  )
  const isOfOneMoney = [...cost.keys()].every((code) => code === currency)
  return {
    ...{ gross, fee, vat, net: gross - fee - vat, known, cost },
    unknown: sum(({ part }) => part.quantity - part.known),
    result: known === 0n || !isOfOneMoney ? undefined : counted - (cost.get(currency) ?? 0n),
  }
}

/** A fill of a sale as texts. */
interface FillText {
  readonly fillId: string
  readonly quantity: string
  readonly amount: string
  readonly fee: string
  readonly vat: string
}

/** What a fill had cost, as texts. */
export interface SoldText {
  readonly fillId: string
  readonly known: string
  readonly cost: ReadonlyArray<{ readonly currency: string; readonly amount: string }>
}

/** What a sale gained, as texts. */
export interface SaleTexts {
  /** How much of it has no known cost; undefined when all of it has one. */
  readonly unknown: string | undefined
  readonly cost: ReadonlyArray<{ readonly currency: string; readonly amount: string }>
  readonly result: string | undefined
  /** The result as a part of the cost. */
  readonly resultPercent: string | undefined
}

/** Finer than the lot of anything traded. */
const quantityScale = 12

/** What came in net of an order that sold, of its own sums. */
export function netOf(order: {
  readonly currency: string
  readonly filledAmount: string
  readonly fee: string
  readonly vat: string
}): string {
  const { scale } = moneyOf(order.currency)
  const [gross, fee, vat] = [order.filledAmount, order.fee, order.vat].map((text) => decimalUnits(text, scale))
  return writeDecimal((gross ?? 0n) - (fee ?? 0n) - (vat ?? 0n), scale)
}

/** What a sale gained, from what a customer's device was given. Undefined unless every fill says what it had cost. */
export function saleOf(
  currency: string,
  fills: readonly FillText[],
  parts: readonly SoldText[],
): SaleTexts | undefined {
  const { scale } = moneyOf(currency)
  const units = (text: string): bigint => decimalUnits(text, scale)
  const sold = fills.flatMap(({ fillId, quantity, amount, fee, vat }): readonly SoldFill[] => {
    const part = parts.find((one) => one.fillId === fillId)
    if (part === undefined) return []
    const cost = new Map(part.cost.map((one) => [one.currency, decimalUnits(one.amount, moneyOf(one.currency).scale)]))
    const [whole, known] = [quantity, part.known].map((text) => decimalUnits(text, quantityScale))
    return [
      {
        ...{ amount: units(amount), fee: units(fee), vat: units(vat) },
        part: { quantity: whole ?? 0n, known: known ?? 0n, cost },
      },
    ]
  })
  if (sold.length === 0 || sold.length !== fills.length) return undefined
  const figures = saleFigures(currency, sold)
  const { result } = figures
  const paid = figures.cost.get(currency) ?? 0n
  return {
    unknown: figures.unknown === 0n ? undefined : writeDecimal(figures.unknown, quantityScale),
    cost: [...figures.cost].map(([code, minor]) => ({
      currency: code,
      amount: writeDecimal(minor, moneyOf(code).scale),
    })),
    result: result === undefined ? undefined : writeDecimal(result, scale),
    resultPercent: result === undefined || paid === 0n ? undefined : writePercent(shareBps(result, paid)),
  }
}

/** A money by its code: a currency or a coin something is paid in. */
export function moneyOf(code: string): Asset {
  return Object.values({ ...currencies, ...coins }).find((asset) => asset.code === code) ?? currencies.MXN
}
