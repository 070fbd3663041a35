import { readProps } from '@bolsillo/settings/contract'
import { useCall, useWords } from '@bolsillo/web-kit'
import { passwordLength } from '../../domain/password-rules.ts'
import type { Messages } from '../../messages/es-ES.ts'

/** What a login password may be, by the settings in force; as they come with the program until those are read. */
export function usePasswordHint(): string {
  const t = useWords<Messages>('identity')
  const { loginPasswordMin, loginPasswordMax } = useCall(readProps, {}, { freshMs: 60_000 }).data?.props ?? {}
  return t('register.passwordHint', {
    min: textOf(loginPasswordMin) ?? passwordLength.min,
    max: textOf(loginPasswordMax) ?? passwordLength.max,
  })
}

const textOf = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined
