import type { Language } from '@bolsillo/server-kit'

interface LetterWords {
  readonly practice: string
  readonly never: string
  readonly why: string
  readonly open: string
}

/** What every letter says beside its message. */
export const letterWords: Readonly<Record<Language, LetterWords>> = {
  'es-ES': {
    practice: 'Mercado de práctica: el dinero no es real',
    never: 'Nadie de Bolsillo te pide tu contraseña ni un código.',
    why: 'Recibes este correo porque alguien usó esta dirección en Bolsillo. No hace falta que respondas.',
    open: 'Abrir en Bolsillo',
  },
  'en-US': {
    practice: 'Practice market: the money is not real',
    never: 'No one from Bolsillo asks for your password or a code.',
    why: 'You receive this email because someone used this address at Bolsillo. You do not need to reply.',
    open: 'Open in Bolsillo',
  },
  'pt-BR': {
    practice: 'Mercado de prática: o dinheiro não é real',
    never: 'Ninguém da Bolsillo pede sua senha nem um código.',
    why: 'Você recebe este e-mail porque alguém usou este endereço na Bolsillo. Não é preciso responder.',
    open: 'Abrir na Bolsillo',
  },
}
