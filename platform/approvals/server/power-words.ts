import type { Language } from '@bolsillo/server-kit'

/** What each call of staff is for, as customers read it in the list of powers. A call without words is a red test. */
export const powerWords: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'list-approvals': {
    'es-ES': 'Ver qué propuestas esperan a una segunda persona',
    'en-US': 'See which proposals wait for a second person',
    'pt-BR': 'Ver quais propostas esperam uma segunda pessoa',
  },
}
