import { type OwnRefusal, ownRefusals } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import { stocksRejections } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

const isOwn = ownRefusals(stocksRejections)

/** This room's own refusals in words, as the server would say them. */
export function useStockRefusal(): OwnRefusal {
  const t = useWords<Messages>('stocks')
  return (name, values) => (isOwn(name) ? t(`rejections.${name}`, values) : undefined)
}
