import { Amount, DateTime, EmptyState, PagedCard, PageFrame, SkeletonRows, useMasked } from '@bolsillo/ui'
import { Link, usePages, useWords } from '@bolsillo/web-kit'
import ListOrdered from 'lucide-react/icons/list-ordered'
import { listOwnIpos } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { orderAt } from './addresses.ts'
import { type Application, StatePill, useSharesWords } from './offering-words.tsx'
import { offeringsPath } from './paths.ts'

const everyMs = 15_000

/** One's own applications, the last first. */
export function OwnPage() {
  const t = useWords<Messages>('ipo')
  const pages = usePages(listOwnIpos, {}, { everyMs })
  return (
    <PageFrame title={t('ownTitle')}>
      <PagedCard
        label={t('ownTitle')}
        pages={pages}
        keyOf={({ id }) => id}
        skeleton={<SkeletonRows rows={3} />}
        empty={
          <EmptyState
            icon={ListOrdered}
            title={t('empty.own')}
            text={t('empty.ownText')}
            action={{ label: t('empty.ownAction'), href: offeringsPath }}
          />
        }
      >
        {(row) => <Row row={row} />}
      </PagedCard>
    </PageFrame>
  )
}

/** One application: of what, its state, what was asked for or allotted, and the money. */
function Row({ row }: { readonly row: Application }) {
  const t = useWords<Messages>('ipo')
  const masked = useMasked()
  const sharesWords = useSharesWords()
  const { id, title, ticker, state, quantity, amount, allotted, paid, leftAt, currency, appliedAt } = row
  const [word, money] =
    paid !== undefined ? (['paid', paid] as const) : ([leftAt === undefined ? 'held' : 'released', amount] as const)
  return (
    <Link href={orderAt(id)} className="block min-h-12 py-3 active:opacity-70">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="block break-words font-strong">{title}</span>
          <span className="block text-12 text-second">{ticker}</span>
        </span>
        <StatePill state={state} />
      </span>
      <span className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-second">
        <span>
          {t(allotted === undefined ? 'result.asked' : 'result.allotted')} {sharesWords(allotted ?? quantity)}
        </span>
        <span>
          {t(`result.${word}`)}{' '}
          <Amount masked={masked} value={money} currency={currency} className="font-strong text-ink" />
        </span>
      </span>
      <span className="mt-0.5 block text-12 text-second">
        {t('result.appliedAt')} <DateTime at={appliedAt} />
      </span>
    </Link>
  )
}
