import { type Rejection, reject } from '@bolsillo/kernel'
import { type InboxMessage, identityRejections, type User } from './contract/index.ts'

// People with histories, for tests, stories and the gallery. Numbers and domains belong to nobody.

/** Opened her account with her phone in Mexico City; sent nothing yet. */
export const mariaNewToday: User = { id: '10482291', account: '+52 55 •••• 1907', status: 1, idStatus: 'none' }

/** Verified with his passport; signs in by e-mail from São Paulo. */
export const joaoVerified: User = { id: '55120874', account: 'jo•••@correio.example', status: 1, idStatus: 'succ' }

/** Restricted while a report is looked into: sees statements, withdraws to the bank account verified before. */
export const luisRestricted: User = { id: '73309915', account: '+52 222 ••• 4410', status: 0, idStatus: 'succ' }

/** What María reads in the practice inbox while she registers. */
export const codeForMaria: InboxMessage = {
  id: 'msg_01KAJ3N5WB0000000000000000',
  to: '+52 55 •••• 1907',
  channel: 'sms',
  title: 'Tu código para abrir la cuenta',
  text: '284615 es tu código de Bolsillo para abrir la cuenta. Vence en 10 minutos. Nadie de Bolsillo te lo va a pedir.',
  code: '284615',
  at: 1_763_700_000_000,
}

/** The trade password of everybody in tests of rooms that place orders. */
export const rightTradePassword = '246810'

/** Trade passwords as such a room asks for them: one is right, and every other one is the first wrong one. */
export const fixtureTradePasswords = {
  verify: async ({ password }: { readonly password: string }): Promise<Rejection | undefined> =>
    password === rightTradePassword
      ? undefined
      : reject(identityRejections.tradePasswordWrong, { field: 'tradePassword', values: { triesLeft: '4' } }),
}
