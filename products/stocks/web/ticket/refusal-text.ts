import type { OwnRefusal } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import { stocksRejections } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'

type OwnName = keyof Messages['rejections'] & string

const ownNames: readonly string[] = Object.values(stocksRejections).map(({ name }) => name)

function isOwn(name: string): name is OwnName {
  return ownNames.includes(name)
}

/** This room's own refusals in words, as the server would say them. */
export function useStockRefusal(): OwnRefusal {
  const t = useWords<Messages>('stocks')
  return (name, values) => (isOwn(name) ? t(`rejections.${name}`, values) : undefined)
}
