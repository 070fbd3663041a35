import { z } from '@bolsillo/contract'
import type { StoredPasskey } from './factor-store.ts'

// The library reads certificates of every maker of keys and takes a while to load: only who uses a passkey waits for it.
const library = () => import('@simplewebauthn/server')

/** A passkey as its maker answered, ready to be kept. */
interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  /** What it says its device's model is (AAGUID); all zeros where it does not say. */
  readonly model: string
}

const attestationShape = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.optional(z.array(z.string())),
  }),
})
const assertionShape = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.optional(z.string()),
  }),
})
const clientDataShape = z.object({ challenge: z.string() })

function parsed<Shape extends z.ZodMiniType>(shape: Shape, text: string): z.output<Shape> | undefined {
  try {
    const reading = z.safeParse(shape, JSON.parse(text))
    return reading.success ? reading.data : undefined
  } catch {
    return undefined
  }
}

/** What an answer to a sign-in says of itself, before any of it is believed. */
export interface AssertionClaims {
  readonly credentialId: string
  /** The challenge it says it signed. */
  readonly nonce: string
  /** Whom the device keeps the passkey for: the id we gave when it was made. */
  readonly owner: string
}

/** Undefined: it is no answer, or one of a key that knows nobody. */
export function claimsOf(assertion: string): AssertionClaims | undefined {
  const reading = parsed(assertionShape, assertion)
  const handle = reading?.response.userHandle
  if (reading === undefined || handle === undefined) return undefined
  const client = parsed(clientDataShape, Buffer.from(reading.response.clientDataJSON, 'base64url').toString('utf8'))
  const owner = Buffer.from(handle, 'base64url').toString('utf8')
  return client === undefined ? undefined : { credentialId: reading.id, nonce: client.challenge, owner }
}

/** The credential an answer says it is of. */
export function credentialIdOf(assertion: string): string | undefined {
  return parsed(assertionShape, assertion)?.id
}

/** The host a page's origin belongs to: what a passkey is bound to. */
export function hostOf(origin: string): string {
  return new URL(origin).hostname
}

/** Checks what a browser made of a request for a new passkey. Undefined: it is not what was asked for. */
export async function checkNewPasskey(answer: {
  readonly attestation: string
  readonly nonce: string
  readonly origin: string
}): Promise<NewPasskey | undefined> {
  const reading = parsed(attestationShape, answer.attestation)
  if (reading === undefined) return undefined
  const { transports = [], ...made } = reading.response
  const { verifyRegistrationResponse } = await library()
  // The library throws for everything a stranger may have written into the answer: all of it means "not this one".
  const checked = await verifyRegistrationResponse({
    response: { ...reading, response: made },
    expectedChallenge: answer.nonce,
    expectedOrigin: answer.origin,
    expectedRPID: hostOf(answer.origin),
    requireUserVerification: true,
  }).catch(() => undefined)
  if (checked?.verified !== true) return undefined
  const { credential, aaguid: model } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transports.filter((name) => /^[a-z-]{2,20}$/.test(name)).slice(0, 8),
    model,
  }
}

/** Checks a passkey's answer to a challenge. @returns its new counter, or undefined when the answer is not right. */
export async function checkAssertion(answer: {
  readonly assertion: string
  readonly nonce: string
  readonly origin: string
  readonly passkey: StoredPasskey
}): Promise<number | undefined> {
  const reading = parsed(assertionShape, answer.assertion)
  const { passkey, origin } = answer
  if (reading === undefined || passkey.host !== hostOf(origin)) return undefined
  const { userHandle: _, ...signed } = reading.response
  const response = { ...reading, response: signed }
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: answer.nonce,
    expectedOrigin: origin,
    expectedRPID: passkey.host,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  return checked?.verified === true ? checked.authenticationInfo.newCounter : undefined
}
