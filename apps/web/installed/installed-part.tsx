import { countHappenings } from '@bolsillo/statements/contract'
import { currentLanguage, useCall, useLanguage, useSession } from '@bolsillo/web-kit'
import { type ReactNode, useEffect, useState } from 'react'
import { UpdatePrompt } from './update-prompt.tsx'
import { useKeepCopy } from './use-keep-copy.ts'
import { startWorker } from './worker-link.ts'

/** What an installed app has beyond a page: the worker, the prompt of a newer version, the kept figures, the number on the icon. */
export default function InstalledPart(): ReactNode {
  const language = useLanguage()
  const [hasWorker, setHasWorker] = useState(false)
  useEffect(() => followManifest(language), [language])
  // Once: the words of a language chosen later come when it is.
  useEffect(() => void startWorker(currentLanguage()).then(setHasWorker), [])
  useBadge()
  return (
    <>
      <UpdatePrompt />
      {hasWorker && <Keeper />}
    </>
  )
}

/** Without a worker no page opens offline: then nothing is kept either. */
function Keeper(): ReactNode {
  useKeepCopy()
  return null
}

/** The manifest in a language: the name, the shortcuts and the description of what is installed. */
function followManifest(language: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  const wanted = language === 'es-ES' ? '/manifest.webmanifest' : `/manifest-${language}.webmanifest`
  if (link !== null && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted)
}

const everyMs = 60_000

/** Whether the app was opened from its icon: only then does anybody see a number on it. */
function isInstalled(): boolean {
  return 'setAppBadge' in navigator && window.matchMedia('(display-mode: standalone)').matches
}

/** Shows on the app's icon how many notices the customer has not seen. Nothing of it stays after signing out. */
function useBadge(): void {
  const { token } = useSession()
  const isShown = token !== '' && isInstalled()
  const { unseen = 0, notices = 0 } = useCall(countHappenings, {}, { enabled: isShown, everyMs }).data ?? {}
  const count = unseen + notices
  useEffect(() => {
    if (!isInstalled()) return
    // A phone may refuse numbers on icons.
    navigator.setAppBadge(isShown ? count : 0).catch(() => undefined)
  }, [isShown, count])
}
