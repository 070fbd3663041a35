import { createHash } from 'node:crypto'
import type { Sealer } from '@bolsillo/server-kit'
import type { PushDevice } from './device-store.ts'
import type { BrowserKeys } from './encrypt.ts'

/** Where a browser is reached, and the keys it reads with. */
export interface Subscription extends BrowserKeys {
  readonly endpoint: string
}

type Owned = Pick<PushDevice, 'id' | 'customerId'>

const aboutOf = ({ id, customerId }: Owned): string => `push-device ${id} ${customerId}`

/** What an address is known by: whoever has the address can compute it. */
export const markOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

/** Seals a subscription, bound to its row and customer: in another row it does not open. */
export function sealSubscription(sealer: Sealer, owned: Owned, { endpoint, p256dh, auth }: Subscription): Buffer {
  const content = { endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  return sealer.seal(Buffer.from(JSON.stringify(content)), aboutOf(owned))
}

/** @returns undefined when somebody altered the row or moved it, or the key is another. */
export function openSubscription(sealer: Sealer, device: Owned & Pick<PushDevice, 'sealed'>): Subscription | undefined {
  try {
    const plain = sealer.open(device.sealed, aboutOf(device)).toString('utf8')
    // Only this room seals under this key, so the shape is the one written above.
    const content = JSON.parse(plain) as Readonly<Record<'endpoint' | 'p256dh' | 'auth', string>>
    const { endpoint, p256dh, auth } = content
    return { endpoint, p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  } catch {
    return undefined
  }
}
