import { createHash } from 'node:crypto'
import { type Id, type Instant, idOfBytes } from '@bolsillo/kernel'
import type { Db, Language, Tx } from '@bolsillo/server-kit'
import type { RoomDeps } from './deps.ts'
import { findDevices, type PushDevice } from './device-store.ts'

/** A notice to a customer, in words, for every device of theirs. */
export interface PushNotice {
  /** What happened, once for ever: the same key goes to a device once. */
  readonly key: string
  readonly customerId: Id<'cus'>
  readonly language: Language
  readonly title: string
  readonly text: string
  /** The page of the app it opens: `/pages/user/alerts`. */
  readonly path: string
  readonly at: Instant
  /** It wakes a device that saves power. */
  readonly urgent: boolean
}

/** Notices to devices, as one channel among others. */
export interface PushChannel {
  readonly channel: 'push'
  /** Stores one message for each device of the customer, in the transaction of its cause. @returns how many are new. */
  readonly queue: (tx: Tx, notice: PushNotice) => Promise<number>
  /** Whether the customer has a device that is sent notices. */
  readonly reaches: (db: Db, customerId: Id<'cus'>) => Promise<boolean>
}

/** Stores a notice for these devices. @returns for how many it is new. */
export async function queueTo(
  { toDevice, services: { log } }: Pick<RoomDeps, 'toDevice' | 'services'>,
  tx: Tx,
  devices: readonly PushDevice[],
  { key, ...notice }: PushNotice,
): Promise<number> {
  let stored = 0
  for (const { id: deviceId, service } of devices) {
    const message = {
      ...notice,
      id: messageId(key, deviceId),
      to: { kind: 'device' as const, deviceId },
      shownTo: service,
      path: ownPath(notice.path),
    }
    if (await toDevice(tx, message)) stored += 1
  }
  log.debug({ devices: devices.length, stored }, 'notice queued for devices')
  return stored
}

/** The channel over the devices of each customer. None where the rail is off. */
export function pushChannel(deps: RoomDeps): PushChannel {
  return {
    channel: 'push',
    queue: async (tx, notice) => {
      if (deps.hosts.length === 0) return 0
      // A device is sent what happens from the moment its owner turned it on: not, a second later, their own signing in.
      const devices = (await findDevices(tx, notice.customerId)).filter(({ since }) => since <= notice.at)
      return await queueTo(deps, tx, devices, notice)
    },
    reaches: async (db, customerId) => (await findDevices(db, customerId)).length > 0,
  }
}

/** One message for a key and a device: whoever queues it again stores nothing. */
function messageId(key: string, deviceId: string): Id<'msg'> {
  const bytes = createHash('sha256').update(`push\n${key}\n${deviceId}`).digest()
  return idOfBytes('msg', new Uint8Array(bytes.subarray(0, 16)))
}

/** A notice opens pages of the app only: anything else opens home. The worker looks again. */
function ownPath(path: string): string {
  return /^\/pages\/[\w/-]+(?:\?[\w.=&%-]*)?$/.test(path) ? path : '/pages/tabbar/home'
}
