import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'

/** The note under every line of the demonstration's generated past. */
export function MadeUp() {
  const t = useWords<Messages>('trading')
  return <span className="block text-warnink">{t('madeUp')}</span>
}
