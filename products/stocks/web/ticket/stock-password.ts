import { type OrderPassword, useOrderPassword } from '@bolsillo/trading/web'
import { useKit, useRefresh } from '@bolsillo/web-kit'
import { authorise, ticket } from '../../contract.ts'

/** The trade password of an order of shares: typed, or covered for some minutes by this room's call. */
export function useStockPassword(authorisedUntil: number | undefined): OrderPassword {
  const { client } = useKit()
  const refresh = useRefresh()
  return useOrderPassword(authorisedUntil, async (tradePassword) => {
    const answer = await client.call(authorise, { tradePassword }, client.newKey())
    if (answer.kind === 'unknown') return undefined
    if (answer.kind === 'rejected') return { refused: answer.message }
    refresh(ticket)
    return { until: answer.data.until }
  })
}
