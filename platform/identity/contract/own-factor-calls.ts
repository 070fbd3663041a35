import { defineCall } from '@bolsillo/contract'
import { factorCallsOf } from '@bolsillo/factors/contract'

// The customer's second factors: an authenticator app, passkeys, recovery codes.

const calls = factorCallsOf({
  prefix: '',
  base: '/user',
  readers: 'restricted',
  changers: 'customer',
  needs: ['second-factor-set'],
  lastStays: false,
  limit: { times: 60, perMs: 3_600_000 },
})

export const listFactors = defineCall(calls.list)
export const challengeFactor = defineCall(calls.challenge)
export const startAuthenticator = defineCall(calls.startApp)
export const finishAuthenticator = defineCall(calls.finishApp)
export const startPasskey = defineCall(calls.startPasskey)
export const finishPasskey = defineCall(calls.finishPasskey)
export const renamePasskey = defineCall(calls.rename)
export const removeFactor = defineCall(calls.remove)
export const renewRecoveryCodes = defineCall(calls.renewRecoveryCodes)

/** All of them, by what they do. */
export const ownFactorCalls = {
  list: listFactors,
  challenge: challengeFactor,
  startApp: startAuthenticator,
  finishApp: finishAuthenticator,
  startPasskey,
  finishPasskey,
  rename: renamePasskey,
  remove: removeFactor,
  renewRecoveryCodes,
}
