import { Card, EmptyState, Icon, ListRow, Loaded, PageFrame, Section, SkeletonRows } from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import Bitcoin from 'lucide-react/icons/bitcoin'
import FileCheck from 'lucide-react/icons/file-check'
import Inbox from 'lucide-react/icons/inbox'
import Landmark from 'lucide-react/icons/landmark'
import { listDeposits } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { channelsPath, coinsPath, offlinePath, recordsPath } from './addresses.ts'
import { DepositRow } from './deposit-row.tsx'
import { Gated } from './gate.tsx'
import { LimitCard } from './limit-card.tsx'

const latestShown = 4

/** The ways to pay in, what today has room for, and the latest deposits. */
export default function HubPage() {
  const t = useWords<Messages>('deposits')
  return (
    <PageFrame title={t('titles.recharge')}>
      <Gated>
        {(status) => (
          <>
            <Card pad="list">
              <Way href={channelsPath} icon={Landmark} title={t('hub.bank')} note={t('hub.bankNote')} />
              <Way href={coinsPath} icon={Bitcoin} title={t('hub.crypto')} note={t('hub.cryptoNote')} />
              <Way href={offlinePath} icon={FileCheck} title={t('hub.offline')} note={t('hub.offlineNote')} />
            </Card>
            <LimitCard status={status} assets={['MXN', 'USD', 'BRL']} />
          </>
        )}
      </Gated>
      <Latest />
    </PageFrame>
  )
}

function Way(props: {
  readonly href: string
  readonly icon: LucideIcon
  readonly title: string
  readonly note: string
}) {
  return (
    <ListRow
      href={props.href}
      lead={
        <span className="grid size-9 shrink-0 place-items-center rounded-[11px] bg-wash text-brand" aria-hidden="true">
          <Icon of={props.icon} size={18} />
        </span>
      }
      title={props.title}
      note={props.note}
    />
  )
}

/** The latest deposits. Customers who cannot deposit yet see the missing step instead of an empty list. */
function Latest() {
  const t = useWords<Messages>('deposits')
  const { user } = useSession()
  const latest = useCall(listDeposits, { limit: latestShown })
  const rows = latest.data?.rows ?? []
  if (rows.length === 0 && user?.idStatus !== 'succ') return null
  const more = rows.length === 0 ? {} : { more: { href: recordsPath, label: t('common.seeAll') } }
  return (
    <Section title={t('hub.latest')} {...more}>
      <Loaded of={latest} skeleton={<SkeletonRows rows={latestShown} />}>
        {(data) =>
          data.rows.length === 0 ? (
            <EmptyState icon={Inbox} title={t('hub.empty')} text={t('hub.emptyText')} className="py-5" />
          ) : (
            data.rows.map((deposit) => <DepositRow key={deposit.depositId} deposit={deposit} />)
          )
        }
      </Loaded>
    </Section>
  )
}
