import { decimalUnits, rescale, shareBps, writeDecimal, writePercent } from '@bolsillo/kernel'

/** What a holding is worth at a price, and what it gained, as texts. */
interface AtPrice {
  readonly value: string
  readonly unrealised: string
  /** Left out where nothing was paid. */
  readonly unrealisedPercent?: string
}

/** Decimals of a text. */
const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** A holding at a price, half to even: what follows a price on a screen moves with it, and not with the next answer. */
export function heldAtPrice(
  { quantity, cost }: { readonly quantity: string; readonly cost: string },
  last: string,
  moneyScale: number,
): AtPrice {
  const [quantityScale, priceScale] = [scaleOf(quantity), scaleOf(last)]
  const exact = decimalUnits(quantity, quantityScale) * decimalUnits(last, priceScale)
  const worth = rescale(exact, quantityScale + priceScale, moneyScale, 'half-even')
  const paid = decimalUnits(cost, moneyScale)
  const gained = worth - paid
  return {
    value: writeDecimal(worth, moneyScale),
    unrealised: writeDecimal(gained, moneyScale),
    ...(paid === 0n ? {} : { unrealisedPercent: writePercent(shareBps(gained, paid)) }),
  }
}
