import type { Language } from './words.ts'

/** Each language named in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  'es-ES': 'Español',
  'en-US': 'English',
  'pt-BR': 'Português',
}
