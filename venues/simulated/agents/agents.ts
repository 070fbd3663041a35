import { present } from '@bolsillo/kernel'
import type { AgentBook, Side } from './agent-book.ts'
import { type Aim, type BestPrices, createMarketMaker, type MarketMaker } from './market-maker.ts'
import { createTakers } from './takers.ts'

/**
 * What the agents of an instrument see in one step: fair value, spread and activity, never whose orders are in the
 * book.
 */
export interface AgentView {
  readonly step: number
  /** Simulated seconds since the last step. */
  readonly seconds: number
  readonly fair: number
  readonly halfSpread: number
  readonly tick: number
  readonly spacing: number
  readonly expectedOrders: number
  readonly parentsPerSecond: number
  /** Changes every few minutes. */
  readonly epoch: number
}

/** The agents of one instrument. */
export interface Agents {
  readonly act: (view: AgentView) => void
  readonly leave: () => void
  /** A maker's resting order traded. `undoable`: against a customer, in a batch that may yet fail. */
  readonly filled: (agent: number, side: Side, orderNumber: number, quantity: number, undoable: boolean) => void
  /** Takes back what makers hold from undoable fills since `settle`. */
  readonly revert: () => void
  readonly settle: () => void
}

const makers = 2
const takerNumbers = { noise: 11, trend: 12, reversal: 13, informed: 14, worked: 15 }
/** Makers work off half of what they hold in about four minutes. */
const fadePerSecond = 0.997
/** A level of a maker is this many average trades. */
const levelTrades = 2.5

export function createAgents(
  book: AgentBook,
  seed: number,
  { lot, tradeVolume }: { readonly lot: number; readonly tradeVolume: number },
): Agents {
  const crew: MarketMaker[] = []
  for (let agent = 1; agent <= makers; agent += 1) crew.push(createMarketMaker(book, agent, seed))
  const takers = createTakers(book, takerNumbers, seed)
  let undoable: { readonly maker: MarketMaker; readonly quantity: number }[] = []

  const act = (view: AgentView): void => {
    const { step, seconds, fair, halfSpread, tick, expectedOrders, parentsPerSecond } = view
    takers.act({ step, seconds, expectedOrders, fair, halfSpread, tick, size: tradeVolume, lot, parentsPerSecond })
    const keep = fadePerSecond ** seconds
    const aims: Aim[] = crew.map((maker, i) => {
      maker.fade(keep)
      // The second maker is a little wider and works on a grid of its own, as competitors do.
      const spacing = view.spacing + i * tick
      const size = Math.max(lot, tradeVolume * levelTrades)
      return { fair, halfSpread: halfSpread * (1 + 0.35 * i), tick, spacing, size, lot, epoch: view.epoch }
    })
    crew.forEach((maker, i) => {
      maker.withdraw(present(aims[i], 'an aim'))
    })
    crew.forEach((maker, i) => {
      maker.quote(present(aims[i], 'an aim'), bestOfMakers())
    })
  }
  const bestOfMakers = (): BestPrices => {
    const all = crew.map((maker) => maker.best())
    const asks = all.flatMap(({ ask }) => (ask > 0 ? [ask] : []))
    return { bid: Math.max(0, ...all.map(({ bid }) => bid)), ask: asks.length === 0 ? 0 : Math.min(...asks) }
  }

  return {
    act,
    leave: () => {
      for (const maker of crew) maker.leave()
    },
    filled: (agent, side, orderNumber, quantity, mayBeUndone) => {
      const maker = present(crew[agent - 1], 'the maker of a resting order')
      maker.filled(side, orderNumber, quantity)
      if (mayBeUndone) undoable.push({ maker, quantity: side === 'buy' ? quantity : -quantity })
    },
    revert: () => {
      for (const { maker, quantity } of undoable) maker.release(quantity)
      undoable = []
    },
    settle: () => {
      undoable = []
    },
  }
}
