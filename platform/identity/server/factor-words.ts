import type { Language } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'

const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const

/** A factor as its owner is told of it: a passkey by the name they gave it, the app by what it is. */
export function factorWord(language: Language, passkeyName: string): string {
  const { authenticator, passkey } = words[language].factors
  return passkeyName === '' ? authenticator : `${passkey} ${passkeyName}`
}
