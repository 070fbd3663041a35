import type { WebKit } from '@bolsillo/web-kit'
import { loadDeviceHash } from './device-hash.ts'
import { followNewestHead, type HeadStanding } from './follow-head.ts'
import { noteStanding } from './fork-found.ts'
import { storedHead } from './remembered-head.ts'

/**
 * Follows the newest signed head from the last one this device was shown, as the page of the proof does. Says nothing:
 * what it finds is noted, and a fork is told by whoever listens.
 */
export async function watchHeads({ client }: WebKit): Promise<HeadStanding> {
  const standing = await followNewestHead({ ask: client.call, memory: storedHead, device: await loadDeviceHash() })
  noteStanding(standing)
  return standing
}
