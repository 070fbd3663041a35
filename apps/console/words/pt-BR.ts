import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Bolsillo · Console',
  sections: 'Seções',
  signOut: 'Sair',
  logged: 'Tudo o que você abre fica no diário.',
  language: 'Idioma',
  ended: 'Sua sessão terminou.',
}
