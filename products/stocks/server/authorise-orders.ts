import { type Handler, onCommand } from '@bolsillo/server-kit'
import { authorise } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

/** Lets orders of this session pass without the trade password for some minutes. */
export function authoriseOrders({ authorisations, tradePasswords }: StocksPorts): Handler {
  return onCommand(authorise, ({ tradePassword }, context) =>
    authorisations.authorise(tradePasswords, tradePassword, context),
  )
}
