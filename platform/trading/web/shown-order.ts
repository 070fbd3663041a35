import type { EndReason, OrderEventKind, OrderState, SoldText } from '../domain/index.ts'

// What the parts of this room show of orders and fills. Products answer at least this; what a field means is written with
// the product's own shapes. Amounts, prices and quantities are decimal text, times epoch milliseconds.

export interface ShownOrder {
  readonly orderId: string
  readonly symbol: string
  readonly ticker: string
  readonly currency: string
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit' | 'stop' | 'stop-limit'
  readonly timeInForce: 'day' | 'gtc' | 'ioc' | 'fok'
  readonly postOnly?: boolean | undefined
  readonly state: OrderState
  readonly quantity?: string | undefined
  readonly amount?: string | undefined
  readonly limitPrice?: string | undefined
  readonly stopPrice?: string | undefined
  readonly takeProfitPrice?: string | undefined
  readonly stopLossPrice?: string | undefined
  readonly filledQuantity: string
  readonly averagePrice?: string | undefined
  readonly filledAmount: string
  readonly fee: string
  readonly vat: string
  /** Made up for the demonstration. */
  readonly madeUp?: boolean | undefined
  /** Of an exit: the order whose bracket it belongs to. */
  readonly parentOrderId?: string | undefined
  /** While it waits for the opening: when that is. */
  readonly opensAt?: number | undefined
}

export interface ShownFill {
  readonly fillId: string
  readonly orderId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly quantity: string
  readonly amount: string
  readonly fee: string
  readonly vat: string
  readonly currency: string
  readonly source: string
  readonly sequence: number
  readonly at: number
}

export interface ShownEvent {
  readonly kind: OrderEventKind | 'settles'
  readonly at?: number | undefined
  readonly on?: string | undefined
  readonly sellableAt?: number | undefined
  readonly done: boolean
  readonly amount?: string | undefined
  readonly price?: string | undefined
  readonly quantity?: string | undefined
  readonly sequence?: number | undefined
  readonly entrySeq?: string | undefined
  readonly reason?: EndReason | undefined
}

export interface ShownQuality {
  readonly midAtReceipt?: string | undefined
  readonly effectiveSpreadBps?: string | undefined
  readonly slippagePercent?: string | undefined
  readonly firstFillMs?: string | undefined
}

/** One order with everything about it. */
export interface ShownOrderDetails {
  readonly order: ShownOrder
  readonly fills: readonly ShownFill[]
  readonly life: readonly ShownEvent[]
  readonly linked: readonly ShownOrder[]
  /** Absent where the product does not measure it. */
  readonly quality?: ShownQuality | undefined
  /** Of a sale for money: what each fill had cost. */
  readonly sale?: { readonly parts: readonly SoldText[] } | undefined
}

/** Where a product shows its things. */
export interface TradingAddresses {
  readonly orderAt: (orderId: string) => string
  readonly ordersAt: (filter?: string) => string
  readonly chartOf: (symbol: string) => string
  readonly marketsPath: string
  readonly loginPath: string
}
