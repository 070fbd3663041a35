import type { ReplyOf } from '@bolsillo/contract'
import { balancesChannel } from '@bolsillo/ledger/contract'
import { entryTitle } from '@bolsillo/ledger/web'
import { DateTime, Icon, ListRow, PagedCard, useUi } from '@bolsillo/ui'
import { DrawnEmptyState } from '@bolsillo/ui/drawn'
import { useAction, useLiveEffect, usePages, useRefresh, useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import KeyRound from 'lucide-react/icons/key-round'
import LogIn from 'lucide-react/icons/log-in'
import MessageCircle from 'lucide-react/icons/message-circle'
import Repeat2 from 'lucide-react/icons/repeat-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useRef } from 'react'
import { countHappenings, listHappenings, seeHappenings } from '../contract/index.ts'
import { isShare, Moved } from './movement-sheet.tsx'
import { paths } from './paths.ts'
import { useStatementWords } from './words.ts'

type Happening = ReplyOf<typeof listHappenings>['rows'][number]

/** Everything that happened to me, newest first. What is new has a dot until the page is opened the next time. */
export function HappeningList() {
  const { t } = useStatementWords()
  const pages = usePages(listHappenings, {})
  const refresh = useRefresh()
  const see = useAction(seeHappenings, { refreshes: [countHappenings] })
  const upTo = pages.data?.pages[0]?.upTo
  const sent = useRef<string>(undefined)
  useEffect(() => {
    if (upTo === undefined || sent.current === upTo) return
    sent.current = upTo
    see.mutate({ upTo })
  })
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(listHappenings)
  })
  return (
    <PagedCard
      label={t('happenings.title')}
      pages={pages}
      keyOf={({ id }) => id}
      empty={<DrawnEmptyState drawing="notices" title={t('happenings.empty')} text={t('happenings.emptyText')} />}
    >
      {(row) => <Row row={row} />}
    </PagedCard>
  )
}

function Row({ row }: { readonly row: Happening }) {
  const { t, ledger } = useStatementWords()
  const { style } = useUi()
  const first = row.moved.toSorted((one, other) => Number(isShare(one.asset)) - Number(isShare(other.asset)))[0]
  return (
    <ListRow
      href={pathOf(row)}
      chevron={false}
      lead={
        <span className="relative shrink-0 text-second">
          <Icon of={iconOf(row.kind)} size={20} />
          {row.isNew && (
            <span className="absolute -top-1 -right-1 size-2.5 rounded-pill border-2 border-card bg-brand">
              <span className="sr-only">{t('happenings.new')}</span>
            </span>
          )}
        </span>
      }
      title={row.isAct ? <ActName action={row.kind} /> : entryTitle(ledger, row, style)}
      note={<DateTime at={row.at} />}
      {...(first === undefined ? {} : { aside: <Moved {...first} /> })}
    />
  )
}

/** Where more of it is read. */
function pathOf({ kind, isAct, details }: Happening): string {
  if (kind.startsWith('support.')) return paths.service
  if (kind === 'contracts.margin-warn')
    return `${paths.contractPositions}&positionId=${encodeURIComponent(details.position ?? '')}`
  return isAct ? paths.activity : paths.record
}

/** An act in the words of its room, as the log has it. */
function ActName({ action }: { readonly action: string }) {
  const [room = '', act = ''] = action.split('.')
  return <>{useWords<{ readonly acts: Readonly<Record<string, string>> }>(room)(`acts.${act}`)}</>
}

const icons: ReadonlyArray<readonly [RegExp, LucideIcon]> = [
  [
    /liquidation|margin-warn$|deleveraging|-fail$|-lock$|legal-hold|[.]hold$|[.]held$|restrict$|refuse$|reversed$/,
    TriangleAlert,
  ],
  [/^(?:(?:stock|spot|contract)-|stocks[.])/, ArrowLeftRight],
  [/^(?:deposit|claim|practice)/, ArrowDownToLine],
  [/^withdrawal/, ArrowUpFromLine],
  [/^conversion/, Repeat2],
  [/^identity\.sign-in/, LogIn],
  [/^identity\./, KeyRound],
  [/^kyc\./, BadgeCheck],
  [/^alerts\./, BellRing],
  [/^support\./, MessageCircle],
]

const iconOf = (kind: string): LucideIcon => icons.find(([form]) => form.test(kind))?.[1] ?? Bell
