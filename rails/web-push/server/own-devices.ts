import { deviceInMessages } from '@bolsillo/identity/domain'
import { deviceOfSession } from '@bolsillo/identity/server'
import { reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { RoomDeps } from './deps.ts'
import { findDevices, insertDevice, lockDevices, type PushDevice } from './device-store.ts'
import { readKeys } from './encrypt.ts'
import { readEndpoint } from './push-services.ts'
import { queueTo } from './queue.ts'
import { removeDevice } from './remove-device.ts'
import { markOf, sealSubscription } from './subscription.ts'

const { off, service: serviceRejection, keys: keysRejection, tooMany, unknown } = calls.pushRejections
const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }
/** Where a test notice leads: the page it was asked for on. */
const ownPath = '/pages/user/deviceNotices'

const writeDevice = ({ id, device, service, since, mark }: PushDevice) => ({
  ...{ deviceId: id, device, service, addedAt: since, mark },
})

/** See the contract. */
export const listPushDevices = useCase(
  calls.listPushDevices,
  async (_, { db, customer }, { hosts, vapid }: RoomDeps) => ({
    ...(hosts.length === 0 ? {} : { key: vapid.publicKey }),
    most: calls.devicesMost,
    rows: (await findDevices(db, customer.customerId)).map(writeDevice),
  }),
)

/** See the contract. */
export const addPushDevice = useCase(
  calls.addPushDevice,
  async ({ endpoint, p256dh, auth }, { tx, customer, caller, now }, deps: RoomDeps) => {
    const { customerId, sessionId } = customer
    if (deps.hosts.length === 0) return reject(off)
    const url = readEndpoint(endpoint, deps.hosts)
    if (url === undefined) return reject(serviceRejection, { field: 'endpoint' })
    const keys = readKeys(p256dh, auth)
    if (typeof keys === 'string') return reject(keysRejection, { field: keys })
    await lockDevices(tx, customerId)
    const own = await findDevices(tx, customerId)
    const mark = markOf(endpoint)
    const before = own.filter((one) => one.mark === mark)
    if (own.length - before.length >= calls.devicesMost) {
      return reject(tooMany, { values: { max: String(calls.devicesMost) } })
    }
    // Added again, it is of the present session: signing out of that removes it.
    for (const one of before) await removeDevice(deps, tx, one, { at: now, actor: customerId, action: 'push.replace' })
    const id = deps.services.ids.next('psh')
    const device: PushDevice = {
      ...{ id, customerId, sessionId, mark, since: now, service: url.host },
      deviceHash: await deviceOfSession(tx, sessionId),
      device: deviceInMessages(caller.device),
      sealed: sealSubscription(deps.sealer, { id, customerId }, { endpoint, ...keys }),
    }
    await insertDevice(tx, device)
    const details = { device: device.device, session: sessionId }
    await deps.audit.record(tx, { at: now, actor: customerId, action: 'push.add', subject: customerId, details })
    return writeDevice(device)
  },
)

/** See the contract. */
export const removePushDevice = useCase(
  calls.removePushDevice,
  async ({ deviceId }, { tx, customer: { customerId }, now }, deps: RoomDeps) => {
    const device = (await findDevices(tx, customerId)).find(({ id }) => id === deviceId)
    if (device !== undefined) {
      await removeDevice(deps, tx, device, { at: now, actor: customerId, action: 'push.remove' })
    }
    return {}
  },
)

/** See the contract. */
export const testPushDevice = useCase(
  calls.testPushDevice,
  async ({ deviceId }, { tx, customer, caller, now }, deps: RoomDeps) => {
    if (deps.hosts.length === 0) return reject(off)
    const device = (await findDevices(tx, customer.customerId)).find(({ id }) => id === deviceId)
    if (device === undefined) return reject(unknown, { field: 'deviceId' })
    const { title, text } = words[caller.language].test
    await queueTo(deps, tx, [device], {
      ...{ key: `test ${deps.services.ids.next('msg')}`, customerId: customer.customerId, language: caller.language },
      ...{ title, text, path: ownPath, at: now, urgent: true },
    })
    return {}
  },
)
