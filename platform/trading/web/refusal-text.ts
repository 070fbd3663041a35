import type { Rejection, RejectionSpec } from '@bolsillo/kernel'
import { useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { formRejections, tradingRejections } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Tells a room's own refusals, whose words it has, from all others. */
export function ownRefusals<Name extends string>(
  rejections: Readonly<Record<string, RejectionSpec<Name>>>,
): (name: string | undefined) => name is Name {
  const names = new Set<string | undefined>(Object.values(rejections).map(({ name }) => name))
  return (name): name is Name => names.has(name)
}

const isDesk = ownRefusals({ ...tradingRejections, ...formRejections })

// Values that are amounts or prices are said as figures, and times as moments.
const times: readonly string[] = ['opensAt', 'sellableAt']

/** Says a rejection of the product's own by its name, its values already as figures; undefined when it is not one. */
export type OwnRefusal = (name: string, values: Readonly<Record<string, string>>) => string | undefined

/** The text of a refusal found on this phone, as the server would say it: the product's own, else the desk's. */
export function useRefusalText(own: OwnRefusal): (problem: Rejection) => string {
  const desk = useWords<Messages>('trading')
  const said = useSaid()
  return ({ spec: { name }, values = {} }) => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (times.includes(key)) return [key, value === '' ? '' : said.moment(Number(value))]
        return [key, /^\d+(\.\d+)?$/.test(value) ? said.price(value) : value]
      }),
    )
    return own(name, shown) ?? (isDesk(name) ? desk(`rejections.${name}`, shown) : name)
  }
}
