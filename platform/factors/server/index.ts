export * from './attempts.ts'
export { codesSentTo, lockCodesOf } from './code-store.ts'
export { createFactors, type FactorDeps, type Factors } from './deps.ts'
export type { PasswordHasher } from './password-hasher.ts'
export { findPin, lockPin, savePin } from './pin-store.ts'
export * from './proofs.ts'
export * from './randomness.ts'
export { askFactor, confirmIfSet, passkeyOrderOf, proofOf } from './second-factors/ask-factor.ts'
export { factorUseCases } from './second-factors/factor-acts.ts'
export {
  confirmAuthenticator,
  countRecoveryCodes,
  findPasskeyByCredential,
  hasFactor,
} from './second-factors/factor-store.ts'
export { factorsOf, finishPasskey, startAuthenticator, startPasskey } from './second-factors/manage-factors.ts'
export { askEntry, confirmEntry, type EntryPlace, readEntry } from './second-factors/passkey-entry.ts'
export { takeRecoveryCode, verifyFactor } from './second-factors/verify-factor.ts'
export { sameBytes } from './secrets.ts'
export { sweepFactors } from './sweep.ts'
