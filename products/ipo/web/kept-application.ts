import { readStored, writeStored } from '@bolsillo/web-kit'

/** What this device keeps of an application it sent: with it a file that was made up later is found out. */
export interface KeptApplication {
  readonly applicationId: string
  readonly salt: string
  /** Shares. */
  readonly quantity: string
  /** Hash of the secret, as the offering showed it while it was open. */
  readonly secretHash: string
}

const nameOf = (customer: string, offeringId: string): string => `application ${customer} ${offeringId}`

/** Kept after the session ends as well: it is what shows that an application is gone. */
export function writeKept(customer: string, offeringId: string, kept: KeptApplication): void {
  const { applicationId, salt, quantity, secretHash } = kept
  writeStored(nameOf(customer, offeringId), [applicationId, salt, quantity, secretHash].join(' '))
}

/** The last application to an offering that was sent from this device; undefined when none was. */
export function readKept(customer: string, offeringId: string): KeptApplication | undefined {
  const [applicationId = '', salt = '', quantity = '', secretHash = ''] = readStored(
    nameOf(customer, offeringId),
  ).split(' ')
  return secretHash === '' ? undefined : { applicationId, salt, quantity, secretHash }
}

/** Forgets it: who has left looks for no line. */
export const forgetKept = (customer: string, offeringId: string): void => writeStored(nameOf(customer, offeringId), '')
