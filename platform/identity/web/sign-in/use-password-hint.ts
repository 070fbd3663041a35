import { useSetting } from '@bolsillo/settings/web'
import { useWords } from '@bolsillo/web-kit'
import { identitySettings } from '../../domain/identity-settings.ts'
import type { PasswordLength } from '../../domain/password-rules.ts'
import type { Messages } from '../../messages/es-ES.ts'

/** The bounds of a new login password, by the settings in force: the server holds it to the same. */
export function usePasswordLength(): PasswordLength {
  const min = useSetting(identitySettings.loginPasswordMin)
  const max = useSetting(identitySettings.loginPasswordMax)
  return { min, max }
}

/** What a login password may be, in words. */
export function usePasswordHint(): string {
  const t = useWords<Messages>('identity')
  return t('register.passwordHint', { ...usePasswordLength() })
}
