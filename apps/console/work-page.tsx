import { isLate, listWork, StaffNews } from '@bolsillo/approvals/console'
import type { ReplyOf } from '@bolsillo/contract'
import { Age, Card, EmptyState, ErrorState, Pill, SkeletonRows, useUi } from '@bolsillo/ui'
import { ConsolePage, DataTable } from '@bolsillo/ui/console'
import { titled, useCall, useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { Messages } from './words/es-ES.ts'

type Row = ReplyOf<typeof listWork>['rows'][number]

const secondMs = 1000
const minuteMs = 60_000
const hourMs = 3_600_000

/** What waits in one's queues, the latest first. */
export default function WorkPage() {
  const t = useWords<Messages>('core')
  const work = useCall(listWork, {})
  const now = work.data?.now ?? 0
  const waiting = (work.data?.rows ?? []).filter(({ count }) => count > 0)
  const overdue = (row: Row): number => (row.oldestAt === undefined ? -row.slaMs : now - row.oldestAt - row.slaMs)
  const rows = [...waiting].sort((a, b) => overdue(b) - overdue(a))
  return (
    <ConsolePage title={t('work.title')} note={t('work.note')}>
      <StaffNews />
      {work.isPending ? (
        <Card>
          <SkeletonRows rows={5} />
        </Card>
      ) : work.isError ? (
        <ErrorState title={work.error.message} onRetry={() => void work.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('work.empty')} text={t('work.emptyText')} />
      ) : (
        <WorkTable rows={rows} now={now} />
      )}
      {work.data !== undefined && work.data.ownOpen > 0 && (
        <p className="text-second">{t('work.own', { count: String(work.data.ownOpen) })}</p>
      )}
    </ConsolePage>
  )
}

function WorkTable({ rows, now }: { readonly rows: readonly Row[]; readonly now: number }) {
  const t = useWords<Messages>('core')
  const { Link } = useUi()
  const within = (ms: number): string =>
    ms < minuteMs
      ? t('work.seconds', { count: String(Math.round(ms / secondMs)) })
      : ms < 2 * hourMs
        ? t('work.minutes', { count: String(Math.round(ms / minuteMs)) })
        : t('work.hours', { count: String(Math.round(ms / hourMs)) })
  return (
    <Card pad="none">
      <DataTable
        label={t('work.title')}
        rows={rows}
        keyOf={({ path }) => path}
        columns={[
          {
            title: t('work.queue'),
            cell: ({ path, titleKey }) => (
              <Link href={path} className="font-medium text-brand">
                {titled(titleKey)}
              </Link>
            ),
          },
          { title: t('work.count'), align: 'right', cell: ({ count }) => <b>{count}</b> },
          {
            title: t('work.oldest'),
            align: 'right',
            cell: ({ oldestAt }) => (oldestAt === undefined ? '' : <Age at={oldestAt} />),
          },
          { title: t('work.due'), align: 'right', cell: ({ slaMs }) => within(slaMs) },
          {
            title: '',
            align: 'right',
            cell: (row) =>
              isLate(row, now) ? <Pill tone="bad">{t('work.late')}</Pill> : <Pill tone="good">{t('work.onTime')}</Pill>,
          },
        ]}
      />
    </Card>
  )
}
