import { classes, Icon } from '@bolsillo/ui'
import { Link, useSession, useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartPie from 'lucide-react/icons/chart-pie'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import House from 'lucide-react/icons/house'
import UsersRound from 'lucide-react/icons/users-round'
import Wallet from 'lucide-react/icons/wallet'
import { lazy, Suspense } from 'react'
import { hasPage, homePath } from '../../routes.ts'
import type { Messages } from '../../words/es-ES.ts'
import { noticesPath } from '../notices.ts'

interface Place {
  readonly path: string
  readonly word: `tabs.${keyof Messages['tabs']}`
  readonly icon: LucideIcon
}

/** The places, in their order. */
const placesFor = (signedIn: boolean): readonly Place[] => [
  { path: homePath, word: 'tabs.home', icon: House },
  { path: '/pages/tabbar/markets', word: 'tabs.markets', icon: ChartCandlestick },
  { path: '/pages/tabbar/position', word: 'tabs.positions', icon: ChartPie },
  { path: '/pages/follow/index', word: 'tabs.follow', icon: UsersRound },
  { path: '/pages/user/assets', word: 'tabs.assets', icon: Wallet },
  { path: noticesPath(signedIn), word: 'tabs.notices', icon: Bell },
  { path: '/pages/tabbar/mine', word: 'tabs.mine', icon: CircleUserRound },
]

/** What is in the link of a place. */
function Inside({ word, icon }: Pick<Place, 'word' | 'icon'>) {
  const t = useWords<Messages>('core')
  return (
    <>
      <Icon of={icon} size={22} />
      <span className="max-w-full truncate">{t(word)}</span>
    </>
  )
}

const plainNotices = <Inside word="tabs.notices" icon={Bell} />
// The count is asked for after the page: the bell is there before, and without it when its chunk does not come.
const RailNotices = lazy(() => import('./rail-notices.tsx').catch(() => ({ default: () => plainNotices })))

/** The rail at the left of a wide screen: the places of the app, in the place of the tab bar. */
export function Rail({ current }: { readonly current: string }) {
  const t = useWords<Messages>('core')
  const signedIn = useSession().token !== ''
  return (
    <nav
      aria-label={t('tabs.label')}
      className="sticky top-0 z-30 flex h-dvh w-(--rail-width) shrink-0 flex-col items-center gap-1 overflow-y-auto border-hair border-r bg-bar py-3 [scrollbar-width:none]"
    >
      <span
        aria-hidden="true"
        className="mb-3 grid size-9 place-items-center rounded-field bg-brand font-strong text-18 text-on-fill"
      >
        B
      </span>
      <ul className="grid w-full gap-1 px-0.5">
        {placesFor(signedIn)
          .filter(({ path }) => hasPage(path))
          .map(({ path, word, icon }) => {
            const on = path === current
            return (
              <li key={path}>
                <Link
                  href={path}
                  aria-current={on ? 'page' : undefined}
                  className={classes(
                    'flex min-h-13 flex-col items-center justify-center gap-1 rounded-field py-1.5 text-11 leading-tight',
                    on ? 'bg-wash font-strong text-brand' : 'text-second hover:bg-hair hover:text-ink',
                  )}
                >
                  {signedIn && word === 'tabs.notices' ? (
                    <Suspense fallback={plainNotices}>
                      <RailNotices />
                    </Suspense>
                  ) : (
                    <Inside word={word} icon={icon} />
                  )}
                </Link>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
