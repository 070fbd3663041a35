import { useWords } from '@bolsillo/web-kit'
import type { WireDestination } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

type Named = Pick<WireDestination, 'kind' | 'label' | 'bank' | 'network'>

/** What a destination is called: the customer's own word for it, else its bank or network, else its kind. */
export function useDestinationName(): (destination: Named) => string {
  const t = useWords<Messages>('withdrawals')
  return ({ label, bank, network, kind }) =>
    label ?? bank ?? (network === undefined ? t(`kinds.${kind}`) : t(`networks.${network}`))
}

export function DestinationName({ destination }: { readonly destination: Named }) {
  return <>{useDestinationName()(destination)}</>
}
