import { Button } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import type { Messages } from '../../messages/es-ES.ts'
import { canUsePasskeys } from '../factors/passkeys.ts'

/** The way in for whoever has a passkey on this device; nothing where the browser knows none. */
export function PasskeyButton({ loading, onPress }: { readonly loading: boolean; readonly onPress: () => void }) {
  const t = useWords<Messages>('identity')
  if (!canUsePasskeys()) return null
  return (
    <Button kind="ghost" wide loading={loading} onClick={onPress}>
      <span className="inline-flex items-center gap-2">
        <Fingerprint size={20} aria-hidden="true" />
        {t('login.byPasskey')}
      </span>
    </Button>
  )
}
