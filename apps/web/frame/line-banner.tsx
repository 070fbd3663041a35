import { Icon } from '@bolsillo/ui'
import { useIsLive, useWords } from '@bolsillo/web-kit'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Messages } from '../words/es-ES.ts'

/** A connection lost for less than this is not reported. */
const patienceMs = 4000

function listenOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the live line was up once and has been down for a while. */
function useLostLine(): boolean {
  const isLive = useIsLive()
  const [wasLive, setWasLive] = useState(false)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (isLive) {
      setWasLive(true)
      setLost(false)
      return
    }
    if (!wasLive) return
    const timer = setTimeout(() => setLost(document.visibilityState === 'visible'), patienceMs)
    return () => clearTimeout(timer)
  }, [isLive, wasLive])
  return lost
}

interface LineBannerProps {
  /** What the banner must not cover at the bottom of the page: the tabs, or the page's own buttons. */
  readonly above: 'tabs' | 'footer'
}

const places = {
  tabs: 'bottom-[calc(var(--tab-bar-height)+env(safe-area-inset-bottom))]',
  footer: 'bottom-[calc(4.75rem+env(safe-area-inset-bottom))]',
} as const

/** Says over the page that the phone is offline, or that live prices stopped. Nothing moves for it. */
export function LineBanner({ above }: LineBannerProps) {
  const t = useWords<Messages>('core')
  const isOnline = useSyncExternalStore(listenOnline, () => navigator.onLine)
  const lost = useLostLine()
  return (
    <div role="status" className={`pointer-events-none fixed inset-x-0 z-20 desk:bottom-0 ${places[above]}`}>
      {(!isOnline || lost) && (
        <p className="flex animate-[appear_160ms_ease-out] items-center justify-center gap-1.5 bg-ink px-4 py-1.5 text-12 text-page">
          <Icon of={WifiOff} size={14} />
          {t(isOnline ? 'reconnecting' : 'offline')}
        </p>
      )}
    </div>
  )
}
