import {
  Card,
  DateTime,
  EmptyState,
  Icon,
  ListRow,
  LoadedPages,
  LoadMore,
  Pill,
  Section,
  Segmented,
  SkeletonCard,
  type Tone,
} from '@bolsillo/ui'
import { useGo, useLiveEffect, usePages, useRefresh, useWords } from '@bolsillo/web-kit'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ListMinus from 'lucide-react/icons/list-minus'
import Undo2 from 'lucide-react/icons/undo-2'
import { listCoinWithdrawals, listWithdrawals, type WireWithdrawal, withdrawalsChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { formAt, type Kind, recordAt, recordsAt } from './addresses.ts'
import { useDestinationName } from './destinations/destination-name.tsx'
import { useSaid } from './said.ts'

const tones: Readonly<Record<WireWithdrawal['state'], Tone>> = {
  'under-review': 'warning',
  doing: 'brand',
  complete: 'good',
  fail: 'bad',
  cancelled: 'quiet',
}

/** A withdrawal's state in a word. */
export function StatePill({ state }: { readonly state: WireWithdrawal['state'] }) {
  const t = useWords<Messages>('withdrawals')
  return <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
}

/** Every withdrawal of cash or of coins, newest first; moves by itself. */
export function RecordList({ kind }: { readonly kind: Kind }) {
  const t = useWords<Messages>('withdrawals')
  const go = useGo()
  const refresh = useRefresh()
  const call = kind === 'cash' ? listWithdrawals : listCoinWithdrawals
  const pages = usePages(call, {})
  useLiveEffect(withdrawalsChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(call)
  })
  return (
    <>
      <Segmented
        label={t('titles.records')}
        value={kind}
        onChange={(next) => go(recordsAt(next), {}, { replace: true })}
        choices={[
          { value: 'cash', label: t('record.cash') },
          { value: 'coin', label: t('record.coins') },
        ]}
      />
      <LoadedPages of={pages} skeleton={<SkeletonCard lines={6} />}>
        {(rows) => {
          if (rows.length === 0) {
            return (
              <Card>
                <EmptyState
                  icon={ListMinus}
                  title={t('record.empty')}
                  action={{ label: t('record.emptyAction'), href: formAt(kind) }}
                />
              </Card>
            )
          }
          return (
            <>
              <Section title={t('titles.records')}>
                {rows.map((row) => (
                  <RecordRow key={row.withdrawalId} kind={kind} row={row} />
                ))}
              </Section>
              {pages.hasNextPage && (
                <LoadMore
                  state={pages.isFetchingNextPage ? 'loading' : 'more'}
                  onMore={() => void pages.fetchNextPage()}
                />
              )}
            </>
          )
        }}
      </LoadedPages>
    </>
  )
}

function RecordRow({ kind, row }: { readonly kind: Kind; readonly row: WireWithdrawal }) {
  const said = useSaid()
  const nameOf = useDestinationName()
  return (
    <ListRow
      href={recordAt(kind, row.withdrawalId)}
      lead={
        <span className="grid size-9 shrink-0 place-items-center rounded-pill bg-wash text-brand">
          <Icon of={row.returned ? Undo2 : ArrowUpRight} size={18} />
        </span>
      }
      title={nameOf(row.destination)}
      note={<DateTime at={row.requestedAt} />}
      aside={said.amount(row.amount, row.asset)}
      asideNote={<StatePill state={row.state} />}
      chevron={false}
    />
  )
}
