import { ActionTile, Card } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ListOrdered from 'lucide-react/icons/list-ordered'
import TrendingUp from 'lucide-react/icons/trending-up'
import Wallet from 'lucide-react/icons/wallet'
import { hasPage } from '../../routes.ts'
import type { Messages } from '../../words/es-ES.ts'

const actions = [
  { path: '/pages/tabbar/trade', word: 'home.actions.trade', icon: ArrowLeftRight },
  { path: '/pages/user/assets', word: 'home.actions.assets', icon: Wallet },
  { path: '/pages/stock/order', word: 'home.actions.orders', icon: ListOrdered },
  { path: '/pages/stock/income', word: 'home.actions.income', icon: TrendingUp },
] as const

/** The four things done most. Deposit, withdraw and the rest join when their rooms exist. */
export function QuickActions() {
  const t = useWords<Messages>('core')
  const shown = actions.filter(({ path }) => hasPage(path))
  if (shown.length === 0) return null
  return (
    <Card pad="none" className="grid auto-cols-fr grid-flow-col bg-transparent px-0 py-1 shadow-none">
      {shown.map(({ path, word, icon }) => (
        <ActionTile key={path} href={path} icon={icon} label={t(word)} />
      ))}
    </Card>
  )
}
