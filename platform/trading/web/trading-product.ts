import type { Call } from '@bolsillo/contract'
import type {
  authoriseOrdersCall,
  cancelOrderCall,
  fillsCall,
  oneOrderCall,
  orderReceiptCall,
  ordersCall,
  replaceOrderCall,
} from '../contract/index.ts'
import type { ProductForms } from '../domain/index.ts'
import type { OwnRefusal } from './refusal-text.ts'
import type { TradingAddresses } from './shown-order.ts'

/** A product's calls about its orders. */
export interface OrderCalls {
  readonly list: ReturnType<typeof ordersCall<string, Record<never, never>>>
  readonly fills: ReturnType<typeof fillsCall>
  readonly one: ReturnType<typeof oneOrderCall>
  readonly cancel: ReturnType<typeof cancelOrderCall>
  readonly receipt: ReturnType<typeof orderReceiptCall>
  readonly replace: ReturnType<typeof replaceOrderCall>
  readonly authorise: ReturnType<typeof authoriseOrdersCall>
  /** What a form needs: only until when no password is needed is read of it here. */
  readonly ticket: Call
  /** What else changes with an order. */
  readonly owned: Call
}

/** What a product of assets (shares, coins) declares once: its ticket, lists, receipts and charts are made of it. */
export interface TradingProduct {
  readonly calls: OrderCalls
  readonly addresses: TradingAddresses
  readonly forms: ProductForms
  /** The short name of an instrument, where only its symbol is known. */
  readonly tickerOf: (symbol: string) => string
}

/** What the form of an order shows in the words of its product. */
export interface TicketWords {
  /** The product's own refusals in words. */
  readonly refusal: OwnRefusal
  /** What is counted: `acciones`, `BTC`; and the currency in a sentence: `pesos`, `USDT`. */
  readonly unit: string
  readonly money: string
  /** What an amount of money comes to: `≈ 48 acciones`; with the unit as it is where nothing else is said. */
  readonly about?: (quantity: string) => string
  /** How many decimals of a quantity may be typed. */
  readonly quantityDecimals: number
}
