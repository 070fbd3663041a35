import { Icon, IconButton } from '@bolsillo/ui'
import { href, useLocation, useSession, useWords } from '@bolsillo/web-kit'
import Star from 'lucide-react/icons/star'
import { lazy, Suspense, useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'

const ChooseListsSheet = lazy(() =>
  import('./watchlists/choose-lists-sheet.tsx').then((sheet) => ({ default: sheet.ChooseListsSheet })),
)

export interface FollowStarProps {
  readonly symbol: string
  readonly ticker: string
  readonly followed: boolean
  /** Adds to the first list or takes out of it; tells when it could not be done. */
  readonly onToggle: (follow: boolean, onError: () => void) => void
  readonly loginPath: string
}

/**
 * Adds an instrument to the first of the customer's lists. Once it is there, the same button opens the choice among all
 * lists, which takes it out, too. A change shows at once and goes back if the call fails.
 */
export function FollowStar({ symbol, ticker, followed, onToggle, loginPath }: FollowStarProps) {
  const t = useWords<Messages>('market')
  const { token } = useSession()
  const { pathname, search } = useLocation()
  const [on, setOn] = useState(followed)
  const [isChoosing, setChoosing] = useState(false)
  const label = t(on ? 'kline.inLists' : 'kline.follow', { ticker })
  const icon = <Icon of={Star} className={on ? 'fill-current text-brand' : ''} />
  if (token === '') return <IconButton label={label} icon={icon} href={href(loginPath, { back: pathname + search })} />
  const toggle = (next: boolean): void => {
    setOn(next)
    onToggle(next, () => setOn(!next))
  }
  return (
    <>
      <IconButton label={label} pressed={on} icon={icon} onClick={() => (on ? setChoosing(true) : toggle(true))} />
      {isChoosing && (
        <Suspense>
          <ChooseListsSheet symbol={symbol} ticker={ticker} onFirst={toggle} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
