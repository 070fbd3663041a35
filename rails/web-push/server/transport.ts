import {
  findSignedOut,
  type MessageOutcome,
  type MessageTransport,
  type TransportMessage,
} from '@bolsillo/identity/server'
import { plusMs } from '@bolsillo/kernel'
import { randomBytes, transaction } from '@bolsillo/server-kit'
import type { WebPushDeps } from './deps.ts'
import { findDevice, type PushDevice } from './device-store.ts'
import { encryptTo, keyPairOf, plainMax } from './encrypt.ts'
import { readEndpoint } from './push-services.ts'
import { removeDevice } from './remove-device.ts'
import { openSubscription, type Subscription } from './subscription.ts'

const answerMs = 15_000
/** How long a push service keeps a notice for a device that is off. */
const keptForMs = 24 * 3_600_000
const cause = { cause: 'job:message-outbox.deliver' }

const refused: MessageOutcome = { kind: 'refused', problem: 'address-refused' }

/** The transport for notices to devices: each is encrypted to the browser it goes to, so that its service reads none of it. */
export function createPushTransport(deps: WebPushDeps): MessageTransport {
  return {
    channel: 'push',
    send: async (message) => {
      if (message.to.kind !== 'device') return refused
      const { sql, log } = deps.services
      const device = await findDevice(sql, message.to.deviceId)
      // Removed since: whoever removed it wants no notice there.
      if (device === undefined) return refused
      if (!device.isNewest) return await forget(deps, device, 'push.replace')
      if ((await findSignedOut(sql, [device])).size > 0) return await forget(deps, device, 'push.sign-out')
      const subscription = openSubscription(deps.sealer, device)
      if (subscription === undefined) {
        log.error({ device: device.id }, 'a device was altered in the database and is sent nothing')
        return { kind: 'refused', problem: 'altered' }
      }
      const url = readEndpoint(subscription.endpoint, deps.hosts)
      if (url === undefined) return refused
      const status = await post(deps, url, subscription, message)
      return status === 404 || status === 410 ? await forget(deps, device, 'push.gone') : outcomeOf(status)
    },
  }
}

async function forget(
  deps: WebPushDeps,
  device: PushDevice,
  action: 'push.gone' | 'push.replace' | 'push.sign-out',
): Promise<MessageOutcome> {
  const { sql, clock } = deps.services
  const by = { at: clock.now(), actor: 'push', action } as const
  await transaction(sql, (tx) => removeDevice(deps, tx, device, by), cause)
  return refused
}

/** @returns the status of the answer; undefined where none came. Its text is the other side's, and nobody reads it. */
async function post(
  { services: { clock, rng }, vapid }: WebPushDeps,
  url: URL,
  subscription: Subscription,
  message: TransportMessage,
): Promise<number | undefined> {
  const now = clock.now()
  const own = { keys: keyPairOf(() => randomBytes(rng, 32)), salt: randomBytes(rng, 16) }
  const body = encryptTo(subscription, payloadOf(message), own)
  const ttlMs = Math.max(0, plusMs(message.at, keptForMs) - now)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      headers: {
        authorization: vapid.authorization(url.origin, now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.floor(ttlMs / 1000)),
        urgency: message.urgent === true ? 'high' : 'normal',
        // Sent again it takes the place of the one before, where that waits for the device.
        topic: message.id.slice('msg_'.length),
      },
      body: new Uint8Array(body),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return undefined
  }
}

/**
 * What an answer comes to. Services are independent of each other, so none of them holds up the channel: what one does not
 * take now is tried again by itself.
 */
function outcomeOf(status: number | undefined): MessageOutcome {
  if (status === undefined) return { kind: 'later', problem: 'unreachable' }
  if (status >= 200 && status < 300) return { kind: 'sent' }
  // A clock that is wrong, or a key the browser did not subscribe with.
  if (status === 401 || status === 403) return { kind: 'later', problem: 'sender-refused' }
  if (status === 429 || status >= 500) return { kind: 'later', problem: 'busy' }
  if (status === 400 || status === 413) return { kind: 'refused', problem: 'content-refused' }
  return status < 400 ? { kind: 'later', problem: 'unreachable' } : refused
}

const titleMax = 120
const textMax = 700

// Line breaks, other controls, and the marks that turn the direction of writing and so disguise a text.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The first letters of a text, none of them cut in half. */
function shortened(text: string, max: number): string {
  const letters = [...text.replace(unprintable, ' ').trim()]
  return letters.length <= max ? letters.join('') : `${letters.slice(0, max - 1).join('')}…`
}

/** The content of a notice, as the worker of the app reads it (`apps/web/worker/notices.ts`). It always fits. */
function payloadOf({ id, title, text, path, language }: TransportMessage): Buffer {
  const content = (max: number): Buffer =>
    Buffer.from(
      JSON.stringify({ id, title: shortened(title, titleMax), text: shortened(text, max), path, language }),
      'utf8',
    )
  const whole = content(textMax)
  return whole.length <= plainMax ? whole : content(Math.floor(textMax / 4))
}
