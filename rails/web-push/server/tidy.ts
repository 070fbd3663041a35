import { findSignedOut } from '@bolsillo/identity/server'
import { type Job, transaction } from '@bolsillo/server-kit'
import type { WebPushDeps } from './deps.ts'
import { findDevicesAfter } from './device-store.ts'
import { removeDevice } from './remove-device.ts'

const minuteMs = 60_000
const atOnce = 1_000

/** Removes devices that were signed out. Nothing is sent to them meanwhile: the transport looks too. */
export const tidy = (deps: WebPushDeps): Job => ({
  name: 'web-push.tidy',
  everyMs: minuteMs,
  run: async ({ sql, clock }) => {
    for (let after = ''; ; ) {
      const devices = await findDevicesAfter(sql, after, atOnce)
      const out = await findSignedOut(sql, devices)
      const by = { at: clock.now(), actor: 'push', action: 'push.sign-out' } as const
      for (const device of devices.filter(({ id }) => out.has(id))) {
        await transaction(sql, (tx) => removeDevice(deps, tx, device, by), { cause: 'job:web-push.tidy' })
      }
      const last = devices.at(-1)
      if (last === undefined || devices.length < atOnce) return
      after = last.id
    }
  },
})
