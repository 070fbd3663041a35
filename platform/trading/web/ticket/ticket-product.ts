import type { FormFacts, TicketInput, TicketType, TicketVerdict, TimeInForce } from '../../domain/index.ts'
import type { OwnRefusal } from '../refusal-text.ts'

/** What a product says and does differently in the form of an order. */
export interface TicketProduct {
  /** Judges a form as the server will. */
  readonly judge: (input: TicketInput, facts: FormFacts) => TicketVerdict
  /** The product's own refusals in words. */
  readonly refusal: OwnRefusal
  /** What is counted: `acciones`, `BTC`; and the currency in a sentence: `pesos`, `USDT`. */
  readonly unit: string
  readonly money: string
  /** How many decimals of a quantity may be typed. */
  readonly quantityDecimals: number
  /** Whether an order may ask not to take from the book. */
  readonly postOnly: boolean
  /** How long an order of a type waits when nothing else is said. */
  readonly timeOf: (type: TicketType) => TimeInForce
}
