import { assert, type Id, isId } from '@bolsillo/kernel'
import { type MarginMode, marginModes } from './position.ts'
import { type Trigger, type TriggerKind, triggerSources } from './triggers.ts'

export type OrderCause = 'customer' | 'take-profit' | 'stop-loss' | 'liquidation'

/** What a contract order says beyond what every order says. Kept with the order as one word. */
export interface OrderTerms {
  readonly mode: MarginMode
  /** Hundredths. */
  readonly leverage: bigint
  readonly cause: OrderCause
  /** Shown as a market order: its limit is only how far it may slip. */
  readonly atMarket: boolean
  /** What is reserved for it is counted at this price: for a sale, higher than its limit. */
  readonly reservePrice: bigint
  /** The mark it was accepted at: what it loses against it is reserved, too. Undefined for what closes. */
  readonly markPrice?: bigint | undefined
  readonly exits: readonly Pick<Trigger, 'kind' | 'price' | 'on'>[]
  readonly liquidationId: Id<'liq'> | undefined
  /** The customer had passed the questions before leverage when it was sent. Passed stays passed. */
  readonly passed?: boolean | undefined
}

const passedWord = 'passed'

const causes: Readonly<Record<string, OrderCause>> = {
  c: 'customer',
  t: 'take-profit',
  s: 'stop-loss',
  l: 'liquidation',
}
const letterOf = (cause: OrderCause): string => Object.entries(causes).find(([, one]) => one === cause)?.[0] ?? 'c'

/** `isolated.1000.c.m.2512300.k-2500000.t-2600000-mark.s-2400000-last.passed` */
export function writeTerms(terms: OrderTerms): string {
  const exits = terms.exits.map(({ kind, price, on }) => `${kind === 'take-profit' ? 't' : 's'}-${price}-${on}`)
  const head = [terms.mode, terms.leverage, letterOf(terms.cause), terms.atMarket ? 'm' : 'l', terms.reservePrice]
  const mark = terms.markPrice === undefined ? [] : [`k-${terms.markPrice}`]
  const passed = terms.passed === true ? [passedWord] : []
  const liquidation = terms.liquidationId === undefined ? [] : [terms.liquidationId]
  return [...head, ...mark, ...exits, ...passed, ...liquidation].join('.')
}

/** Reads what `writeTerms` wrote. Asserts that it is that: nobody else writes it. */
export function readTerms(text: string | undefined): OrderTerms {
  const [mode, leverage = '', cause = '', shown, reserve = '', ...rest] = (text ?? '').split('.')
  const known = marginModes.find((one) => one === mode)
  const why = causes[cause]
  assert(known !== undefined && why !== undefined, `no terms of a contract order: ${text}`)
  const liquidation = rest.find((part) => isId('liq', part))
  const mark = rest.find((part) => part.startsWith('k-'))?.slice('k-'.length)
  return {
    mode: known,
    leverage: BigInt(leverage),
    cause: why,
    atMarket: shown === 'm',
    reservePrice: BigInt(reserve),
    markPrice: mark === undefined ? undefined : BigInt(mark),
    exits: rest.flatMap((part) => exitOf(part)),
    liquidationId: liquidation !== undefined && isId('liq', liquidation) ? liquidation : undefined,
    // Orders stored without the flag: leverage above 1× is only accepted from customers who passed.
    passed: rest.includes(passedWord) || BigInt(leverage) > 100n,
  }
}

function exitOf(part: string): OrderTerms['exits'] {
  const [letter, price = '', source] = part.split('-')
  const kind: TriggerKind | undefined = letter === 't' ? 'take-profit' : letter === 's' ? 'stop-loss' : undefined
  const on = triggerSources.find((one) => one === source)
  return kind === undefined || on === undefined ? [] : [{ kind, price: BigInt(price), on }]
}
