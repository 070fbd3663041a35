import { identityRejections } from '@bolsillo/identity/contract'
import { reject } from '@bolsillo/kernel'
import type { WithdrawalsGiven } from '../deps.ts'

export const rightCode = '123456'

/** A second factor whose challenges are good once; what each was bound to is in its own id's making (see `bind`). */
export function factorsOf(): WithdrawalsGiven['factors'] {
  return {
    isSet: async () => true,
    verify: async ({ proof, purpose }) => {
      bounds.push(purpose.bound)
      if (used.has(proof.challengeId) || proof.code !== rightCode)
        return reject(identityRejections.factorWrong, { field: 'code' })
      used.add(proof.challengeId)
      return undefined
    },
  }
}
const used = new Set<string>()
/** What second factors were asked to be bound to, newest last. */
export const bounds: Readonly<Record<string, string>>[] = []

let challenges = 0
/** A challenge nobody used yet. */
export function challenge(): string {
  challenges += 1
  return `chl_${String(challenges).padStart(26, '0')}`
}
