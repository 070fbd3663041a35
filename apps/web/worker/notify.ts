import { noticeOf, ownPath } from './notices.ts'
import type { WorkerScope } from './scope.ts'

type Scope = Pick<WorkerScope, 'addEventListener' | 'clients' | 'location' | 'navigator' | 'registration'>

/** Shows notices that come while the app is closed, and opens the app where they lead. */
export function listenForNotices(scope: Scope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data?.text())))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, event.notification.data))
  })
}

async function show({ registration, navigator }: Scope, text: string | undefined): Promise<void> {
  const { title, options } = noticeOf(text, navigator.language)
  await registration.showNotification(title, options)
  // How many are unseen the app writes when it is open: until then only that there is something.
  await navigator.setAppBadge?.().catch(() => undefined)
}

/** Opens a page of the app: in the window that is open, in a new one otherwise. */
async function open({ clients, location }: Scope, data: unknown): Promise<void> {
  const path = ownPath(typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ url }) => new URL(url).origin === location.origin)
  if (page === undefined) return void (await clients.openWindow(path))
  try {
    await page.focus()
    const { pathname, search } = new URL(page.url)
    if (pathname + search !== path) await page.navigate(path)
  } catch {
    await clients.openWindow(path)
  }
}
