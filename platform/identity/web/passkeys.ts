import type { z } from '@bolsillo/contract'
import type { challengeReply, passkeyOrder } from '../domain/calls/factor-shapes.ts'

export type FactorChallenge = z.output<typeof challengeReply>
export type PasskeyOrder = z.output<typeof passkeyOrder>

/** Whether this browser can use passkeys at all. */
export function canUsePasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}

/** Asks the device to sign a challenge. @returns the answer as text, or undefined when its owner gave up. */
export async function signWithPasskey(question: NonNullable<FactorChallenge['passkey']>): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = { ...question, allowCredentials: question.allowCredentials.map(credentialOf) }
  const answer = await startAuthentication({ optionsJSON }).catch(() => undefined)
  return answer === undefined ? undefined : JSON.stringify(answer)
}

/** Asks the device to make a passkey. @returns the answer as text, or undefined when its owner gave up. */
export async function makePasskey(order: PasskeyOrder): Promise<string | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = { ...order, excludeCredentials: order.excludeCredentials.map(credentialOf) }
  const answer = await startRegistration({ optionsJSON }).catch(() => undefined)
  return answer === undefined ? undefined : JSON.stringify(answer)
}

// Left out rather than undefined, as the browser wants it.
function credentialOf({ id, type, transports }: PasskeyOrder['excludeCredentials'][number]) {
  return { id, type, ...(transports === undefined ? {} : { transports: [...transports] }) }
}
