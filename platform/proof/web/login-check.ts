import type { WebKit } from '@bolsillo/web-kit'
import { readProof } from '../contract/index.ts'
import { readLastCheck } from './remembered.ts'
import { runCheck } from './use-proof-check.ts'

/** Checks the newest proof after signing in, unless this browser has found this customer's part of it right before. */
export async function checkAfterSignIn({ client, session }: WebKit): Promise<void> {
  const newest = await client.call(readProof, {})
  if (newest.kind !== 'reply') return
  const last = readLastCheck()
  const isDone = last?.customerNumber === session.read().user?.id && last?.hash === newest.data.hash && last.sound
  if (!isDone) await runCheck(client, session.read().user?.id)
}
