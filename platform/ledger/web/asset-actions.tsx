import { ActionTile, Card, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import type { Messages } from '../messages/es-ES.ts'

const actions = [
  { path: '/pages/recharge/recharge', word: 'actions.deposit', icon: ArrowDownToLine },
  { path: '/pages/withdraw/withdraw', word: 'actions.withdraw', icon: ArrowUpFromLine },
  { path: '/pages/exchange/exchange', word: 'actions.convert', icon: ArrowRightLeft },
  { path: '/pages/exchange/stock', word: 'actions.transfer', icon: ArrowLeftRight },
] as const

/** What one does with money: those whose page the app has. */
export function AssetActions() {
  const t = useWords<Messages>('ledger')
  const { hasPage = () => true } = useUi()
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
