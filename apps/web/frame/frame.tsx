import type { Page } from '@bolsillo/contract'
import { DeskSlotsContext } from '@bolsillo/trading/web'
import { classes, Ribbon, TabBar, useFromWidth } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import Repeat2 from 'lucide-react/icons/arrow-left-right'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartPie from 'lucide-react/icons/chart-pie'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import House from 'lucide-react/icons/house'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { isKeptPage } from '../installed/build.ts'
import { hasPage, rooms } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { LineBanner } from './line-banner.tsx'
import type DeskSidesPart from './wide/desk-sides.tsx'

// Only wide screens have a rail and a list of instruments; phones never load them.
const loadSides = () =>
  // Without a network the chunk does not come: the page is shown without them.
  import('./wide/desk-sides.tsx').catch((): { readonly default: typeof DeskSidesPart } => ({ default: () => <></> }))
const DeskSides = lazy(loadSides)
const Held = lazy(() => import('./wide/held.tsx'))
// They come together with the page, not after it.
if (window.matchMedia('(width >= 1024px)').matches) void loadSides()
/** A part the page works without: while its chunk does not come, nothing is in its place; with the network it is tried again. */
const dispensable = <Props,>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  lazy(() =>
    load()
      .catch(() => new Promise((online) => window.addEventListener('online', online, { once: true })).then(load))
      .catch((): { readonly default: ComponentType<Props> } => ({ default: () => null })),
  )
// The source of prices is requested after the page; until then the ribbon shows its most common text.
const MarketRibbon = dispensable(() => import('./market-ribbon.tsx'))
// Rarely shows anything, so it loads after the page.
const PausesBanner = dispensable(() => import('./pauses-banner.tsx'))

const instrumentPages = new Set(Object.values(rooms).map(({ family }) => family?.chartOf('').split('?')[0]))

const deskSlots = {
  held: (
    <Suspense fallback={null}>
      <Held />
    </Suspense>
  ),
}
const noSlots = {}

/**
 * The frame of a page: the ribbon, and the tab bar of tab pages; from 1024 px up a rail in its place. The page has the same
 * place in it at every width, so that nothing typed is lost when a tablet is turned.
 */
export function Frame({ page, children }: { readonly page: Page<ComponentType>; readonly children: ReactNode }) {
  // Before somebody is in, there is nowhere else to go.
  const isDesk = useFromWidth('desk') && page.frame !== 'bare'
  const isInstrument = instrumentPages.has(page.path)
  const isWorkspace = isDesk && isInstrument
  const isTab = page.frame === 'tab'
  return (
    <div className="flex min-h-dvh bg-page" data-workspace={isWorkspace ? '' : undefined}>
      {isDesk && (
        <Suspense fallback={<div className="w-(--rail-width) shrink-0" />}>
          <DeskSides path={page.path} isInstrument={isInstrument} />
        </Suspense>
      )}
      <div
        className={classes(
          'flex min-w-0 flex-1 flex-col',
          isDesk && 'relative',
          isWorkspace && 'h-dvh overflow-hidden',
        )}
      >
        <Suspense fallback={<Ribbon />}>
          <MarketRibbon />
        </Suspense>
        <Suspense fallback={null}>
          <PausesBanner />
        </Suspense>
        <DeskSlotsContext value={isDesk ? deskSlots : noSlots}>{children}</DeskSlotsContext>
        {isTab && !isDesk && <Tabs current={page.path} />}
      </div>
      {!isKeptPage && (
        // Comes with the page: a phone that loses its network cannot ask for it any more.
        <LineBanner above={isTab ? 'tabs' : 'footer'} />
      )}
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
