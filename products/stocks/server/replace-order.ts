import { present } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { type Handler, onCommand } from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import { replaceFor, writePlaced } from '@bolsillo/trading/server'
import { replace } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

/** Gives an open order another price. */
export function replaceOrder(ports: StocksPorts): Handler {
  return onCommand(
    replace,
    async (request, context) => {
      const paused = refusePaused(ports.settings, 'orders', context.now)
      if (paused !== undefined) return paused
      return await replaceFor(
        { ...ports, authorisedUntil: ports.authorisations.authorisedUntil },
        request,
        {
          priceScaleOf: (symbol) => present(instrumentOf(symbol), `instrument ${symbol}`).scale.priceScale,
          write: writePlaced,
          answerOf: context.answer,
        },
        context,
      )
    },
    { writerLooks: true },
  )
}
