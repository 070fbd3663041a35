import type { Page } from '@bolsillo/contract'
import { Ribbon, TabBar, useFromWidth } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import Repeat2 from 'lucide-react/icons/arrow-left-right'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartPie from 'lucide-react/icons/chart-pie'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import House from 'lucide-react/icons/house'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { hasPage } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'

// Only wide screens have a rail and a list of instruments; phones never load them.
const loadDesk = () =>
  import('./wide/desk-frame.tsx').catch(() => ({
    // Without a network the chunk does not come: the page is shown without its frame, and the next one tries again.
    default: ({ children }: { readonly children: ReactNode }) => (
      <div className="flex min-h-dvh flex-col">{children}</div>
    ),
  }))
const DeskFrame = lazy(loadDesk)
// It comes together with the page, not after it.
if (window.matchMedia('(width >= 1024px)').matches) void loadDesk()
// The source of prices is requested after the page; until then the ribbon shows its most common text.
const MarketRibbon = lazy(() => import('./market-ribbon.tsx'))
// Rarely show anything, so they load after the page.
const LineBanner = lazy(() => import('./line-banner.tsx'))
const PausesBanner = lazy(() => import('./pauses-banner.tsx'))

/** The frame of a page: the ribbon, and the tab bar of tab pages; from 1024 px up a rail in its place. */
export function Frame({ page, children }: { readonly page: Page<ComponentType>; readonly children: ReactNode }) {
  const isDesk = useFromWidth('desk')
  const content = (
    <>
      <Suspense fallback={<Ribbon />}>
        <MarketRibbon />
      </Suspense>
      <Suspense fallback={null}>
        <PausesBanner />
      </Suspense>
      {children}
    </>
  )
  // Before somebody is in, there is nowhere else to go.
  if (isDesk && page.frame !== 'bare') {
    return (
      <Suspense fallback={<div className="flex min-h-dvh flex-col pl-(--rail-width)">{content}</div>}>
        <DeskFrame path={page.path}>{content}</DeskFrame>
      </Suspense>
    )
  }
  return (
    <div className="flex min-h-dvh flex-col bg-page">
      {content}
      {page.frame === 'tab' && <Tabs current={page.path} />}
      <Suspense fallback={null}>
        <LineBanner above={page.frame === 'tab' ? 'tabs' : 'footer'} />
      </Suspense>
    </div>
  )
}

function Tabs({ current }: { readonly current: string }) {
  const t = useWords<Messages>('core')
  return (
    <TabBar
      label={t('tabs.label')}
      current={current}
      items={tabs
        .filter(({ path }) => hasPage(path))
        .map(({ path, word, icon }) => ({ href: path, label: t(word), icon }))}
    />
  )
}

/** The five tabs; which set and why: docs/decisions. A tab whose room does not exist yet is left out. */
const tabs = [
  { path: '/pages/tabbar/home', word: 'tabs.home', icon: House },
  { path: '/pages/tabbar/markets', word: 'tabs.markets', icon: ChartCandlestick },
  { path: '/pages/tabbar/trade', word: 'tabs.trade', icon: Repeat2 },
  { path: '/pages/tabbar/position', word: 'tabs.positions', icon: ChartPie },
  { path: '/pages/tabbar/mine', word: 'tabs.mine', icon: CircleUserRound },
] as const satisfies ReadonlyArray<{ readonly path: string; readonly word: string; readonly icon: LucideIcon }>
