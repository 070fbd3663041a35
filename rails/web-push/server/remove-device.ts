import type { Instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { WebPushGiven } from './deps.ts'
import { deleteDevice, type PushDevice } from './device-store.ts'

/** Removes a device and records it in its customer's log. One that is gone already leaves no second act. */
export async function removeDevice(
  { audit }: Pick<WebPushGiven, 'audit'>,
  tx: Tx,
  device: PushDevice,
  by: {
    readonly at: Instant
    readonly actor: string
    /** `push.gone`: its push service knows it no more. `push.sign-out`: it was signed out. */
    readonly action: 'push.remove' | 'push.gone' | 'push.sign-out' | 'push.replace'
  },
): Promise<void> {
  if (!(await deleteDevice(tx, device))) return
  await audit.record(tx, { ...by, subject: device.customerId, details: { device: device.device } })
}
