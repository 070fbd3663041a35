import { PositionTab } from '@bolsillo/trading/web'
import { Button, Dialog, EmptyState, ListRow, Note, showToast, useUi } from '@bolsillo/ui'
import { useAction, useChangeQuery, useQueryValue, useWords } from '@bolsillo/web-kit'
import Scale from 'lucide-react/icons/scale'
import { type ReactNode, useState } from 'react'
import { activePositions, contractOrders, liquidateAll } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { AccountCard } from '../account-card.tsx'
import { fundingAt, liquidationAt, marketsPath, ordersAt } from '../addresses.ts'
import { ClosedList } from '../closed-list.tsx'
import { RecentLiquidation } from '../liquidation/recent-liquidation.tsx'
import { useAccount } from '../use-account.ts'
import { PositionCard } from './position-card.tsx'
import { PositionSheet } from './position-sheet.tsx'
import { useOpenedPosition } from './use-opened-position.ts'

/** Open positions with live results, the account behind them, and one button that closes everything. */
export default function PositionPage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('contracts')
  const found = useAccount()
  const opened = useQueryValue('positionId')
  const changeQuery = useChangeQuery()
  const show = (positionId: string | undefined): void =>
    changeQuery({ positionId }, { replace: positionId === undefined })
  const current = found.data?.rows.find(({ positionId }) => positionId === opened)
  const shown = useOpenedPosition(opened, current)
  return (
    <PositionTab
      title={title}
      families={families}
      orders={{ href: ordersAt(), label: t('titles.orders') }}
      of={found}
      skeletonLines={4}
      after={
        <>
          <nav className="rounded-card bg-card px-4 shadow-card">
            <ListRow quiet href={ordersAt()} title={t('titles.orders')} />
            <ListRow quiet href={fundingAt()} title={t('positions.fundingHistory')} />
            <ListRow quiet href={liquidationAt()} title={t('positions.liquidations')} />
          </nav>
          {shown !== undefined && found.data !== undefined && (
            <PositionSheet {...shown} account={found.data.account} onClose={() => show(undefined)} />
          )}
        </>
      }
    >
      {({ rows, account }) => (
        <>
          <AccountCard account={account} />
          <RecentLiquidation />
          {rows.length === 0 ? (
            <EmptyState
              icon={Scale}
              title={t('positions.empty')}
              text={t('positions.emptyText')}
              action={{ label: t('positions.emptyAction'), href: marketsPath }}
            />
          ) : (
            rows.map((row) => <PositionCard key={row.positionId} position={row} onOpen={() => show(row.positionId)} />)
          )}
          <CloseAll some={rows.length > 0} />
        </>
      )}
    </PositionTab>
  )
}

/** Closes every position after one question, and shows the outcome of each. */
function CloseAll({ some }: { readonly some: boolean }) {
  const t = useWords<Messages>('contracts')
  const { words } = useUi()
  const [asking, setAsking] = useState(false)
  const closing = useAction(liquidateAll, { refreshes: [activePositions, contractOrders] })
  const confirm = (): void =>
    closing.mutate(
      {},
      {
        onError: ({ message }) => showToast(message === '' ? words.failed : message, { kind: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      {some && (
        <Button kind="ghost" wide onClick={() => setAsking(true)}>
          {t('positions.closeAll')}
        </Button>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('positions.closeAllAsk')}
        text={t('positions.closeAllText')}
        confirmLabel={t('positions.closeAll')}
        cancelLabel={t('positions.keep')}
        kind="danger"
        loading={closing.isPending}
        onConfirm={confirm}
      />
      {closing.error !== null && (
        <Note tone="bad">{closing.error.message === '' ? words.failed : closing.error.message}</Note>
      )}
      {closing.data !== undefined && <ClosedList rows={closing.data.rows} />}
    </>
  )
}
