import { field, z } from '@bolsillo/contract'

// What customers and staff send and get about second factors: the same for both.

/** How somebody shows they hold their second factor. Rooms whose calls ask for one take these fields. */
export const factorProofFields = {
  /** The challenge this answers. */
  challengeId: field.id('chl'),
  /** Six digits of the authenticator app; where an account is being recovered, a recovery code. */
  code: field.optional(field.text(1, 20)),
  /** The browser's answer: JSON text of a `PublicKeyCredential`. */
  assertion: field.optional(field.text(2, 8000)),
}

/** The same where it is needed only by somebody who has a factor; named apart from other codes of the call. */
export const optionalProofFields = {
  challengeId: field.optional(field.id('chl')),
  factorCode: field.optional(field.text(1, 20)),
  assertion: field.optional(field.text(2, 8000)),
}

export const challengeFields = {
  /** What is to be confirmed: `withdraw`, `add-destination`, `change-password`, … */
  action: z.string('wrong-type').check(z.regex(/^[a-z][a-z-]{2,39}$/, 'malformed')),
  /** What is shown with it, as the JSON text of an object of texts. Any change of it makes the challenge void. */
  bound: field.optional(field.text(2, 4000)),
}

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** For `navigator.credentials.get`. */
export const passkeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
})

/** For a sign-in with a passkey alone: nobody is named yet, so the device shows the passkeys it has for this site. */
export const entryQuestion = z.object({ question: passkeyQuestion, expiresAt: field.at })
/** The browser's answer to it: JSON text of a `PublicKeyCredential` with its user handle. */
export const entryAssertion = field.text(2, 8000)

export const challengeReply = z.object({
  challengeId: z.string(),
  expiresAt: field.at,
  /** Whether a code of an app answers it. */
  authenticator: z.boolean(),
  /** What a passkey of this host would sign; absent when there is none. */
  passkey: z.optional(passkeyQuestion),
})

/** For `navigator.credentials.create`. */
export const passkeyOrder = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
})

export const factorsReply = z.object({
  authenticator: z.object({ set: z.boolean(), since: z.optional(field.at) }),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Where it works. */
      host: z.string(),
      createdAt: field.at,
      lastUsedAt: z.optional(field.at),
    }),
  ),
  recoveryCodesLeft: z.number(),
})

/** Shown once. */
export const recoveryCodes = z.array(z.string())

export const passkeyName = field.text(1, 40)
/** Which factor: the app, or a passkey. */
export const factorName = z.union([z.literal('authenticator'), field.id('pky')], 'malformed')
