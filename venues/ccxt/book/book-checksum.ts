import { crc32 } from 'node:zlib'
import { powerOfTen } from '@bolsillo/kernel'
import type { ServedMarket } from '../served-markets.ts'
import type { BookSide } from './book-side.ts'

const levelsSummed = 10

/**
 * The CRC-32 of the ten best asks, then the ten best bids, each as price and quantity without point and leading zeros
 * (Kraken, "Book checksum, WebSocket v2"). Undefined when a level has more decimals than the exchange declared.
 */
export function bookChecksum(bids: BookSide, asks: BookSide, market: ServedMarket): number | undefined {
  const { priceScale, quantityScale } = market.instrument.scale
  const priceStep = powerOfTen(priceScale - market.priceDecimals)
  const quantityStep = powerOfTen(quantityScale - market.quantityDecimals)
  let text = ''
  for (const side of [asks, bids]) {
    for (const [price, quantity] of side.top(levelsSummed)) {
      if (price % priceStep !== 0n || quantity % quantityStep !== 0n) return undefined
      // A whole number of smallest steps, written plainly, is what is left without point and leading zeros.
      text += `${price / priceStep}${quantity / quantityStep}`
    }
  }
  return crc32(text)
}
