import { Button, Icon } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState, useSyncExternalStore } from 'react'
import type { Messages } from '../words/about/es-ES.ts'
import { onNewer, readIsNewer } from './worker-link.ts'

/** Says that a newer version is ready. The page is loaded again when its reader says so, never by itself: a form may be open. */
export function UpdatePrompt() {
  const t = useWords<Messages>('about')
  const isNewer = useSyncExternalStore(onNewer, readIsNewer)
  const [isLater, setIsLater] = useState(false)
  if (!isNewer || isLater) return null
  return (
    <div
      role="status"
      className="over-column pointer-events-none fixed right-auto bottom-[calc(var(--tab-bar-height)+0.75rem+env(safe-area-inset-bottom))] z-40 px-4"
    >
      <div className="pointer-events-auto mx-auto flex w-full max-w-(--page-width) animate-[rise_160ms_ease-out] flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-card border border-hair bg-card p-3 pl-4 shadow-lg">
        <p className="flex min-w-40 flex-1 items-center gap-2 font-strong text-14">
          <Icon of={RefreshCw} size={18} className="shrink-0 text-brand" />
          {t('update.ready')}
        </p>
        <div className="flex gap-1">
          <Button kind="plain" size="medium" onClick={() => setIsLater(true)}>
            {t('update.later')}
          </Button>
          <Button size="medium" onClick={() => location.reload()}>
            {t('update.now')}
          </Button>
        </div>
      </div>
    </div>
  )
}
