import type { Rejection } from '@bolsillo/kernel'
import { useRefusalText } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import { stocksRejections } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'

type OwnName = keyof Messages['rejections'] & string

const ownNames: readonly string[] = Object.values(stocksRejections).map(({ name }) => name)

function isOwn(name: string): name is OwnName {
  return ownNames.includes(name)
}

/** The text of a refusal found on this phone, as the server would say it. */
export function useStockRefusalText(): (problem: Rejection) => string {
  const t = useWords<Messages>('stocks')
  return useRefusalText((name, values) => (isOwn(name) ? t(`rejections.${name}`, values) : undefined))
}
