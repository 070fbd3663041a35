/** What Chromium's browsers hand to a page that may be installed: it asks the owner of the phone. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallPrompt | undefined
const listeners = new Set<() => void>()

function set(next: InstallPrompt | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the app for the page that explains it: nobody is asked in between. */
export function listenForOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => set(undefined))
}

/** Whether the browser offers to install the app now. */
export const hasOffer = (): boolean => offer !== undefined

/** Calls the listener when the offer comes or goes. @returns what ends it. */
export function onOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has the browser ask whether to install. An offer is good for one question. */
export async function askToInstall(): Promise<void> {
  const asked = offer
  set(undefined)
  await asked?.prompt()
}
