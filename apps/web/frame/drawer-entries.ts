import type { LucideIcon } from 'lucide-react'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CircleHelp from 'lucide-react/icons/circle-help'
import Eye from 'lucide-react/icons/eye'
import FileText from 'lucide-react/icons/file-text'
import Globe from 'lucide-react/icons/globe'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import Landmark from 'lucide-react/icons/landmark'
import ListMinus from 'lucide-react/icons/list-minus'
import ListPlus from 'lucide-react/icons/list-plus'
import MapPin from 'lucide-react/icons/map-pin'
import Megaphone from 'lucide-react/icons/megaphone'
import Newspaper from 'lucide-react/icons/newspaper'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Repeat from 'lucide-react/icons/repeat'
import Scale from 'lucide-react/icons/scale'
import Shield from 'lucide-react/icons/shield'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Smartphone from 'lucide-react/icons/smartphone'
import TrendingUp from 'lucide-react/icons/trending-up'
import Vote from 'lucide-react/icons/vote'
import Wallet from 'lucide-react/icons/wallet'
import type { Messages } from '../words/es-ES.ts'
import { marketMadePath } from './market-made-path.ts'
import { noticesPath } from './notices.ts'

interface DrawerEntry {
  readonly path: string
  /** With its query, when it has one. */
  readonly href: string
  readonly word: `drawer.${keyof Omit<Messages['drawer'], 'status' | 'tags' | 'tagText'>}`
  readonly icon: LucideIcon
  /** Opens without a session; others lead an anonymous visitor to the login page first. */
  readonly isPublic: boolean
  /** Only while the customer's automatic subscription is open (`openAutoApply` is 1). */
  readonly needsAutoApply?: boolean
  /** Whom it is for, when not for both. */
  readonly only?: 'customer' | 'visitor'
}

const entry = (
  path: string,
  word: DrawerEntry['word'],
  icon: LucideIcon,
  rest: Partial<DrawerEntry> = {},
): DrawerEntry => ({ path, href: path, word, icon, isPublic: false, ...rest })

/** The rows of the drawer: the specification's, in its order, then ours. Those whose page does not exist are hidden. */
export const drawerEntries: readonly DrawerEntry[] = [
  entry('/pages/wallet/bankList', 'drawer.banks', Landmark, { href: '/pages/wallet/bankList?type=2' }),
  entry('/pages/user/security', 'drawer.security', Shield),
  entry('/pages/recharge/rechargeRecord', 'drawer.deposits', ListPlus),
  entry('/pages/withdraw/withdrawRecord', 'drawer.withdrawals', ListMinus),
  entry('/pages/fundsDetail/stockFundsDetail', 'drawer.movements', ReceiptText),
  entry('/pages/user/ipoSwitch', 'drawer.autoSubscription', Repeat, { needsAutoApply: true }),
  entry('/pages/user/assets', 'drawer.assets', Wallet),
  entry('/pages/exchange/index', 'drawer.exchange', ArrowRightLeft),
  entry('/pages/fundsDetail/index', 'drawer.statements', FileText),
  entry('/pages/user/proof', 'drawer.proof', ShieldCheck),
  entry('/pages/common/journal', 'drawer.journal', Eye, { isPublic: true }),
  entry('/pages/stock/income', 'drawer.income', TrendingUp),
  entry(marketMadePath, 'drawer.made', Scale, { isPublic: true }),
  entry(noticesPath(true), 'drawer.notices', Bell, { only: 'customer' }),
  entry('/pages/user/alerts', 'drawer.alerts', BellRing, { only: 'customer' }),
  entry(noticesPath(false), 'drawer.inbox', Inbox, { isPublic: true, only: 'visitor' }),
  entry('/pages/notice/list', 'drawer.firm', Megaphone, { isPublic: true }),
  entry('/pages/news/list', 'drawer.news', Newspaper, { isPublic: true }),
  entry('/pages/stockIPO/ipoList', 'drawer.offerings', CalendarDays, { isPublic: true }),
  entry('/pages/stock/vote', 'drawer.votes', Vote, { isPublic: true }),
  entry('/pages/system/choose-location', 'drawer.places', MapPin, { isPublic: true }),
  entry('/pages/common/download', 'drawer.install', Smartphone, { isPublic: true }),
  entry('/pages/common/lang', 'drawer.language', Globe, { isPublic: true }),
  entry('/pages/user/service', 'drawer.help', CircleHelp, { only: 'customer' }),
  entry('/pages/common/service', 'drawer.help', CircleHelp, { isPublic: true, only: 'visitor' }),
  entry('/pages/user/about', 'drawer.about', Info, { isPublic: true }),
]

/** The two buttons at the top. */
export const depositPath = '/pages/recharge/offlineRecharge'
export const withdrawPath = '/pages/withdraw/bankWithdraw'

/** The entries shown: those whose page exists and that are for them, and automatic subscription only where it is open. */
export function visibleEntries(
  entries: readonly DrawerEntry[],
  hasPage: (path: string) => boolean,
  { openAutoApply, signedIn }: { readonly openAutoApply: 0 | 1; readonly signedIn: boolean },
): readonly DrawerEntry[] {
  const visitor = signedIn ? 'customer' : 'visitor'
  return entries.filter(
    ({ path, needsAutoApply = false, only = visitor }) =>
      hasPage(path) && only === visitor && (openAutoApply === 1 || !needsAutoApply),
  )
}

/** Where an entry leads: for an anonymous visitor of one that is not public, to the login page and then there. */
export function entryHref({ href, isPublic }: DrawerEntry, signedIn: boolean, loginPath: string): string {
  return signedIn || isPublic ? href : `${loginPath}?back=${encodeURIComponent(href)}`
}
