import { type Rejection, reject } from '@bolsillo/kernel'
import { identityRejections } from './contract/index.ts'

/** The trade password of everybody in tests of rooms that place orders. */
export const rightTradePassword = '246810'

/** Trade passwords as such a room asks for them: one is right, and every other one is the first wrong one. */
export const fixtureTradePasswords = {
  verify: async ({ password }: { readonly password: string }): Promise<Rejection | undefined> =>
    password === rightTradePassword
      ? undefined
      : reject(identityRejections.tradePasswordWrong, { field: 'tradePassword', values: { triesLeft: '4' } }),
}
