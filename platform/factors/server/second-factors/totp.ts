import type { Instant, Rng } from '@bolsillo/kernel'
import { randomBytes } from '@bolsillo/server-kit'
import { base32 } from '@scure/base'
import { generateURI, verifySync } from 'otplib'
import { factorRules } from '../../domain/index.ts'

/** 160 bits: what RFC 4226 asks for, and a whole number of base 32 letters. */
const secretBytes = 20
const issuer = 'Bolsillo'

/** A new secret, as an authenticator app takes it. */
export function newTotpSecret(rng: Rng): string {
  return base32.encode(randomBytes(rng, secretBytes))
}

/** The address of a QR code an authenticator app reads. */
export function totpUri(secret: string, label: string): string {
  return generateURI({ issuer, label, secret })
}

/** The time step a code is of, or undefined when it is of none that is taken: wrong, too old, or used before. */
export function totpStep(secret: string, code: string, now: Instant, lastStep: number): number | undefined {
  const checked = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    period: factorRules.stepSeconds,
    epochTolerance: factorRules.toleranceSeconds,
    afterTimeStep: lastStep,
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}

/** What a sealed secret is about: a row copied to another owner opens nothing. */
export const aboutSecret = (owner: string): string => `authenticator ${owner}`
