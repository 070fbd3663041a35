import { readStored, writeStored } from '@bolsillo/web-kit'

/** A ballot as the device that cast it keeps it: enough to make its receipt again. */
export interface OwnBallot {
  readonly option: number
  readonly weight: string
  readonly nonce: string
  readonly receipt: string
}

/** Kept after the session ends as well: it is what shows that a ballot is gone. */
const nameOf = (customer: string, voteId: string): string => `ballot ${customer} ${voteId}`

/** What this device keeps of a customer's ballot; undefined when it was cast on another one. */
export function readOwnBallot(customer: string, voteId: string): OwnBallot | undefined {
  const text = readStored(nameOf(customer, voteId))
  const [option = '', weight = '', nonce = '', receipt = ''] = text.split(' ')
  return receipt === '' ? undefined : { option: Number(option), weight, nonce, receipt }
}

/** Keeps it. */
export function writeOwnBallot(customer: string, voteId: string, ballot: OwnBallot): void {
  const { option, weight, nonce, receipt } = ballot
  writeStored(nameOf(customer, voteId), `${option} ${weight} ${nonce} ${receipt}`)
}

/** 32 random bytes of this device, as 64 hex digits. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
