import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'

/** Since when a change counts: the close of the trading day before, 24 hours ago, or midnight of the world's clock. */
export type Span = 'close' | 'day24' | 'midnight'

/** Says above a list since when the changes in it count. */
export function ChangeSpan({ of }: { readonly of: Span }) {
  const t = useWords<Messages>('market')
  return <p className="pt-1 text-right text-12 text-second">{t(`spans.${of}`)}</p>
}
