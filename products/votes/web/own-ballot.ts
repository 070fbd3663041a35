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

const sentNameOf = (customer: string, voteId: string): string => `ballots sent ${customer} ${voteId}`
/** Tries to send that are kept: whoever has no connection presses often. */
const sentMax = 10

function readBallot(text: string): OwnBallot | undefined {
  const [option = '', weight = '', nonce = '', receipt = ''] = text.split(' ')
  return receipt === '' ? undefined : { option: Number(option), weight, nonce, receipt }
}

const writeBallot = ({ option, weight, nonce, receipt }: OwnBallot): string => `${option} ${weight} ${nonce} ${receipt}`

/**
 * What this device keeps of a customer's ballot: the one the server took; or, when its answer was lost, the one that was sent
 * and has the receipt the server names. Undefined when it was cast on another device.
 */
export function readOwnBallot(customer: string, voteId: string, named: string | undefined): OwnBallot | undefined {
  const sent = readStored(sentNameOf(customer, voteId)).split('\n').map(readBallot)
  return (
    readBallot(readStored(nameOf(customer, voteId))) ?? sent.find((one) => one !== undefined && one.receipt === named)
  )
}

/** Keeps what is about to be sent: no proof yet, because it may be refused. */
export function writeSentBallot(customer: string, voteId: string, ballot: OwnBallot): void {
  const name = sentNameOf(customer, voteId)
  const before = readStored(name)
    .split('\n')
    .filter((line) => line !== '')
  writeStored(name, [...before, writeBallot(ballot)].slice(-sentMax).join('\n'))
}

/** Keeps a ballot the server took. */
export function writeOwnBallot(customer: string, voteId: string, ballot: OwnBallot): void {
  writeStored(nameOf(customer, voteId), writeBallot(ballot))
}

/** 32 random bytes of this device, as 64 hex digits. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
