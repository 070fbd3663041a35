import type { LucideIcon } from 'lucide-react'
import Repeat2 from 'lucide-react/icons/arrow-left-right'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartPie from 'lucide-react/icons/chart-pie'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import House from 'lucide-react/icons/house'

/** The five tabs; which set and why: docs/decisions. A tab whose room does not exist yet is left out. */
export const tabs = [
  { path: '/pages/tabbar/home', word: 'tabs.home', icon: House },
  { path: '/pages/tabbar/markets', word: 'tabs.markets', icon: ChartCandlestick },
  { path: '/pages/tabbar/trade', word: 'tabs.trade', icon: Repeat2 },
  { path: '/pages/tabbar/position', word: 'tabs.positions', icon: ChartPie },
  { path: '/pages/tabbar/mine', word: 'tabs.mine', icon: CircleUserRound },
] as const satisfies ReadonlyArray<{ readonly path: string; readonly word: string; readonly icon: LucideIcon }>
