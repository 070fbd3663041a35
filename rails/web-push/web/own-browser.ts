import { sha256 } from '@bolsillo/web-kit'

/** Whether this browser can be sent notices, before anybody has asked it to. */
type Ability = 'unsupported' | 'install' | 'denied' | 'able'

/** What this browser can do now. Nothing is asked of its owner. */
export function ability(): Ability {
  const isStandalone = window.matchMedia('(display-mode: standalone)').matches
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && isTouched())
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    return isApple && !isStandalone ? 'install' : 'unsupported'
  }
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** An iPad says it is a Mac; no Mac has a screen that is touched. */
const isTouched = (): boolean => navigator.maxTouchPoints > 1

/** What the server knows this browser by; empty where it is not subscribed. */
export async function ownMark(): Promise<string> {
  const subscription = await ownSubscription().catch(() => null)
  return subscription === null ? '' : await sha256(subscription.endpoint)
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (ability() !== 'able') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** What the server needs to write to this browser. */
interface Subscribed {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** The worker starts some seconds after the first page. */
const readyWithinMs = 20_000

/** Asks the owner of this browser, and subscribes it. To be called by a press: browsers ask at no other time. */
export async function subscribe(key: string): Promise<Subscribed | 'denied' | 'notReady' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const registration = await within(readyWithinMs, navigator.serviceWorker.ready)
  if (registration === undefined) return 'notReady'
  const { pushManager } = registration
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    const subscription = await pushManager.subscribe(options).catch(async () => {
      // It is subscribed with a key this server has no more.
      await (await pushManager.getSubscription())?.unsubscribe()
      return await pushManager.subscribe(options)
    })
    const { endpoint, keys } = subscription.toJSON()
    const { p256dh, auth } = keys ?? {}
    return endpoint === undefined || p256dh === undefined || auth === undefined ? 'failed' : { endpoint, p256dh, auth }
  } catch {
    return 'failed'
  }
}

/** Ends the subscription of this browser: its push service takes nothing for it any more. */
export async function unsubscribe(): Promise<void> {
  await (await ownSubscription())?.unsubscribe().catch(() => undefined)
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))])
}
