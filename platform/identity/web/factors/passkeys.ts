import type { z } from '@bolsillo/contract'
import type { challengeReply, passkeyOrder, passkeyQuestion } from '@bolsillo/factors/contract'

export type FactorChallenge = z.output<typeof challengeReply>
export type PasskeyQuestion = z.output<typeof passkeyQuestion>
type PasskeyOrder = z.output<typeof passkeyOrder>

/** Whether this browser can use passkeys at all. */
export function canUsePasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}

/** Asks the device to sign a challenge. @returns the answer as text, or undefined when its owner gave up. */
export async function signWithPasskey(question: PasskeyQuestion): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = { ...question, allowCredentials: question.allowCredentials.map(credentialOf) }
  const answer = await startAuthentication({ optionsJSON }).catch(() => undefined)
  return answer === undefined ? undefined : JSON.stringify(answer)
}

/** Whether this browser offers passkeys where a name is typed, among what it remembers of this site. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  return (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/** Lets the browser offer passkeys beside the field of the name. @returns the answer, or undefined when it was ended. */
export async function offerPasskeys(question: PasskeyQuestion): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = { ...question, allowCredentials: [] }
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => undefined)
  return answer === undefined ? undefined : JSON.stringify(answer)
}

/** Ends an offer that is still open. */
export async function endOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
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
