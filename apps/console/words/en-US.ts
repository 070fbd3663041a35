import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Bolsillo · Console',
  sections: 'Sections',
  signOut: 'Sign out',
  logged: 'Everything you open is kept in the journal.',
  language: 'Language',
  ended: 'Your session ended.',
}
