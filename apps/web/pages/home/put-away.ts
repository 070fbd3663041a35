import { readStored, writeStored } from '@bolsillo/web-kit'

const nameOf = (userId: string): string => `firstSteps:${userId}`

/** Whether the first steps were put away on this phone, or are done: then nothing of them is loaded. */
export function arePutAway(userId: string | undefined): boolean {
  return userId !== undefined && readStored(nameOf(userId)) !== ''
}

/** Puts them away for good. */
export function putAway(userId: string): void {
  writeStored(nameOf(userId), 'away')
}
