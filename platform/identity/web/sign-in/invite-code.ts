import { readStored, removeStored, writeStored } from '@bolsillo/web-kit'
import { readInviteCode } from '../../domain/invite-code.ts'

// An invitation is a link to any page: its code is kept until an account was opened with it.

const storedName = 'inviteCode'
const shape = /^[A-Z0-9]{4,16}$/

/** Keeps the invite code of the address the app was opened with, if it has one. */
export function keepInviteCode(search: string): void {
  const code = readInviteCode(new URLSearchParams(search).get(storedName) ?? '')
  if (code !== undefined && shape.test(code)) writeStored(storedName, code)
}

/** The code a registration starts with: the invitation's. */
export const keptInviteCode = (): string => readStored(storedName)

/** Removes the code: it was used. */
export const dropInviteCode = (): void => removeStored(storedName)
