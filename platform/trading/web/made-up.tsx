import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'

/** Stands under every line of the past the demonstration began with. */
export function MadeUp() {
  const t = useWords<Messages>('trading')
  return <span className="block text-warnink">{t('madeUp')}</span>
}
