import { readStored, writeStored } from '@bolsillo/web-kit'

// That a receipt was checked is a fact of this device alone: the check is made here, and nobody is sent its outcome.

const nameOf = (userId: string): string => `checkedReceipt:${userId}`

/** Remembers that this customer checked a receipt here and found it in order. */
export function noteCheckedReceipt(userId: string): void {
  writeStored(nameOf(userId), 'yes')
}

/** Whether this customer ever checked a receipt on this device. */
export function hasCheckedReceipt(userId: string): boolean {
  return readStored(nameOf(userId)) === 'yes'
}
