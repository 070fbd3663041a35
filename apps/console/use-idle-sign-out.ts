import { operatorLogout } from '@bolsillo/identity/console'
import { showToast } from '@bolsillo/ui'
import { useQuiet } from '@bolsillo/ui/console'
import { useAction, useKit, useWords } from '@bolsillo/web-kit'
import type { Messages } from './words/es-ES.ts'

/** Without a key or a touch for this long, it signs out; the server's own idle time is the same. */
const idleMs = 10 * 60_000

/** Signs out after a time without input. */
export function useIdleSignOut(): void {
  const t = useWords<Messages>('core')
  const { session } = useKit()
  const { mutate } = useAction(operatorLogout)
  useQuiet(idleMs, (quiet) => {
    if (!quiet) return
    mutate({}, { onSettled: () => session.clear() })
    showToast(t('idle'))
  })
}
