import { type Refusal, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'

/** What a form says when it was refused, or when nobody knows. */
export function useRefusalText(): (error: Refusal | null) => string | undefined {
  const t = useWords<Messages>('deposits')
  return (error) => {
    if (error === null) return undefined
    return error.outcome === 'rejected' ? error.message : t('common.unknown')
  }
}
