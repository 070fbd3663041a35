import type { Audit } from '@bolsillo/audit/server'
import type { Id, Instant } from '@bolsillo/kernel'
import { createSealer, type Db, type Sealer, type Services, type Tx } from '@bolsillo/server-kit'
import type { Owner, PinKind } from '../domain/index.ts'
import { createOneTimeCodes, type OneTimeCodes } from './one-time-codes.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'
import { createPins } from './pins.ts'
import type { PinPasswords } from './proofs.ts'

/** Keys of colleagues: a passkey of staff is of nobody else who works here. */
interface StaffKeys {
  readonly passkeysAt: (
    db: Db,
    host: string,
  ) => Promise<readonly { readonly id: string; readonly transports: readonly string[] }[]>
  /** Whether a key is, or ever was, of another account that still works. */
  readonly isOfAnother: (
    db: Db,
    key: { readonly publicKey: Buffer; readonly credentialId: string; readonly owner: Owner },
  ) => Promise<boolean>
}

/** What the room that keeps the accounts gives. */
interface FactorOptions {
  readonly services: Services
  readonly audit: Audit
  /** Another than the installation's own: for a simulation, in which nothing may take time of its own. */
  readonly hasher: PasswordHasher | undefined
  readonly staffKeys: StaffKeys
  /** A recovery code was used. */
  readonly onRecovery: (tx: Tx, owner: Owner, left: number, now: Instant) => Promise<void>
  /** Six digits were locked by wrong tries. */
  readonly onPinLocked: (tx: Tx, kind: PinKind, customerId: Id<'cus'>, now: Instant) => Promise<void>
}

/** What the mechanism of second factors is given; the same for customers and for staff. */
export interface FactorDeps extends Pick<FactorOptions, 'services' | 'audit' | 'staffKeys' | 'onRecovery'> {
  /** Seals the secrets of authenticator apps; not in the database. */
  readonly sealer: Sealer
  readonly recoveryKey: Uint8Array
  /** Marks the challenges of sign-ins with a passkey. */
  readonly entryKey: Uint8Array
}

/** Everything somebody proves who they are with. */
export interface Factors<CodePurpose extends string> {
  readonly hasher: PasswordHasher
  readonly codes: OneTimeCodes<CodePurpose>
  readonly pins: Readonly<Record<PinKind, PinPasswords>>
  readonly factors: FactorDeps
}

/** Makes the factors of an installation, under keys that are not in the database. */
export function createFactors<CodePurpose extends string>(options: FactorOptions): Factors<CodePurpose> {
  const { services, audit, staffKeys, onRecovery, onPinLocked } = options
  const { ids, rng } = services
  const hasher = options.hasher ?? createPasswordHasher({ rng, pepper: services.secret('password-pepper') })
  const pins = { services, audit, hasher, onPinLocked }
  return {
    hasher,
    codes: createOneTimeCodes({ ids, rng, key: services.secret('one-time-code') }),
    pins: { trade: createPins('trade', pins), withdrawal: createPins('withdrawal', pins) },
    factors: {
      services,
      audit,
      staffKeys,
      onRecovery,
      sealer: createSealer(services.secret('factor-secret'), rng),
      recoveryKey: services.secret('recovery-code'),
      entryKey: services.secret('passkey-entry'),
    },
  }
}
