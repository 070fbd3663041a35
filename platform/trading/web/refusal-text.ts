import { fillText, type Rejection, type RejectionSpec } from '@bolsillo/kernel'
import { useSaid, useUi } from '@bolsillo/ui'
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

// Times are shown as moments.
const times: readonly string[] = ['opensAt', 'sellableAt']

/** The words of a rejection of the product's own by its name, not filled yet; undefined when it is not one. */
export type OwnRefusal = (name: string) => string | undefined

/** The text of a refusal found on this phone, as the server writes it: the product's own, else the desk's. */
export function useRefusalText(own: OwnRefusal): (problem: Rejection) => string {
  const desk = useWords<Messages>('trading')
  const said = useSaid()
  const { style } = useUi()
  return ({ spec: { name }, values = {} }) => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        const isMoment = times.includes(key) && value !== ''
        return [key, isMoment ? said.moment(Number(value)) : value]
      }),
    )
    return fillText(own(name) ?? (isDesk(name) ? desk(`rejections.${name}`) : name), shown, style)
  }
}
