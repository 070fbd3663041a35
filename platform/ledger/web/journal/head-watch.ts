import type { WebKit } from '@bolsillo/web-kit'
import { checkWitnesses, type WitnessFinding } from './check-witnesses.ts'
import { loadDeviceHash } from './device-hash.ts'
import { storedHead } from './remembered-head.ts'

export { openFork } from './fork-found.ts'

/**
 * Follows the newest signed head from the last one this device was shown, and what witnesses cosigned, as the page of the
 * journal does. It shows nothing itself: a fork is kept, and shown by whoever asks for it.
 */
export async function watchHeads({ client }: WebKit): Promise<WitnessFinding> {
  return await checkWitnesses({ ask: client.call, memory: storedHead, device: await loadDeviceHash() })
}
