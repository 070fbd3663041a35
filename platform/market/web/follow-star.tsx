import { Icon, IconButton } from '@bolsillo/ui'
import { href, useSession, useWords } from '@bolsillo/web-kit'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Messages } from '../messages/es-ES.ts'

export interface FollowStarProps {
  readonly ticker: string
  readonly followed: boolean
  /** Adds or takes out; tells when it could not be done. */
  readonly onToggle: (follow: boolean, onError: () => void) => void
  readonly loginPath: string
}

/** Follows an instrument or stops. Undo is the same button, so it answers at once and goes back if the call fails. */
export function FollowStar({ ticker, followed, onToggle, loginPath }: FollowStarProps) {
  const t = useWords<Messages>('market')
  const { token } = useSession()
  const { pathname, search } = useLocation()
  const [on, setOn] = useState(followed)
  const label = t(on ? 'kline.unfollow' : 'kline.follow', { ticker })
  const icon = <Icon of={Star} className={on ? 'fill-current text-brand' : ''} />
  if (token === '') return <IconButton label={label} icon={icon} href={href(loginPath, { back: pathname + search })} />
  const toggle = (): void => {
    setOn(!on)
    onToggle(!on, () => setOn(on))
  }
  return <IconButton label={label} pressed={on} icon={icon} onClick={toggle} />
}
