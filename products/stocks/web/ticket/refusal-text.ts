import type { Rejection } from '@bolsillo/kernel'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { useWords } from '@bolsillo/web-kit'
import { stocksRejections } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useSaid } from '../said.ts'

type OwnName = keyof Messages['rejections'] & string
type DeskName = keyof TradingMessages['rejections'] & string

const ownNames: readonly string[] = Object.values(stocksRejections).map(({ name }) => name)

function isOwn(name: string): name is OwnName {
  return ownNames.includes(name)
}

/** Rejections a form can show without asking the server are this room's or the desk's: nobody else makes any here. */
function isDesk(name: string): name is DeskName {
  return !isOwn(name)
}

// Values that are amounts or prices are said as figures, and times as moments.
const times: readonly string[] = ['opensAt', 'sellableAt']

/** The text of a refusal found on this phone, as the server would say it. */
export function useRefusalText(): (problem: Rejection) => string {
  const own = useWords<Messages>('stocks')
  const desk = useWords<TradingMessages>('trading')
  const said = useSaid()
  return ({ spec: { name }, values = {} }) => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (times.includes(key)) return [key, value === '' ? '' : said.moment(Number(value))]
        return [key, /^\d+(\.\d+)?$/.test(value) ? said.price(value) : value]
      }),
    )
    if (isOwn(name)) return own(`rejections.${name}`, shown)
    return isDesk(name) ? desk(`rejections.${name}`, shown) : name
  }
}
