import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Instant, Rng } from '@bolsillo/kernel'
import { base32 } from '@scure/base'
import { generateURI, verifySync } from 'otplib'
import { factorRules } from '../../domain/index.ts'
import { randomBytes } from '../randomness.ts'

/** 160 bits: what RFC 4226 asks for, and a whole number of base 32 letters. */
const secretBytes = 20
const nonceBytes = 12
const tagBytes = 16
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

/** Seals a secret for the database. The owner is bound in: a row copied to another owner opens nothing. */
export function sealSecret(key: Uint8Array, rng: Rng, owner: string, secret: string): Buffer {
  const nonce = randomBytes(rng, nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** @throws when the bytes were changed or belong to another owner. */
export function openSecret(key: Uint8Array, owner: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
