import type { ReplyOf } from '@bolsillo/contract'
import {
  Age,
  Card,
  DateTime,
  DefinitionList,
  EmptyState,
  ErrorState,
  Icon,
  ListRow,
  LoadMore,
  PageFrame,
  Segmented,
  Sheet,
  SkeletonRows,
  useUi,
} from '@bolsillo/ui'
import { usePages, useWords } from '@bolsillo/web-kit'
import Building2 from 'lucide-react/icons/building-2'
import Eye from 'lucide-react/icons/eye'
import ScrollText from 'lucide-react/icons/scroll-text'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { listOwnActivity } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { OwnLogCard } from './own-log-card.tsx'

type Act = ReplyOf<typeof listOwnActivity>['rows'][number]

const icons = { you: UserRound, staff: Eye, house: Building2 } as const

/** The customer's own log: what they did, and what anybody, staff included, did about them. */
export default function ActivityPage() {
  const t = useWords<Messages>('audit')
  const { Link } = useUi()
  const pages = usePages(listOwnActivity, {})
  const [shown, setShown] = useState<'all' | 'staff'>('all')
  const [open, setOpen] = useState<Act>()
  const acts = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const rows = acts.filter(({ by }) => shown === 'all' || by === 'staff')
  return (
    <PageFrame title={t('title')}>
      <p className="px-1 text-13 text-second">
        {t('own.intro')}{' '}
        <Link href="/pages/common/staffPowers" className="font-medium text-brand">
          {t('own.powers')}
        </Link>
      </p>
      <Segmented
        label={t('title')}
        value={shown}
        onChange={setShown}
        choices={[
          { value: 'all', label: t('own.all') },
          { value: 'staff', label: t('own.byStaff') },
        ]}
      />
      <Card pad="list">
        {pages.isPending && <SkeletonRows rows={8} />}
        {pages.isError && <ErrorState title={pages.error.message} onRetry={() => void pages.refetch()} />}
        {pages.data !== undefined && rows.length === 0 && <EmptyState icon={ScrollText} title={t('empty')} />}
        {rows.map((act) => (
          <ListRow
            key={act.seq}
            onClick={() => setOpen(act)}
            lead={<Icon of={icons[act.by]} size={20} className="shrink-0 text-second" />}
            title={<ActName action={act.action} />}
            note={<Who act={act} />}
            aside={
              <span className="font-plain text-12 text-second">
                <Age at={act.at} />
              </span>
            }
          />
        ))}
        {pages.hasNextPage && (
          <LoadMore state={pages.isFetchingNextPage ? 'loading' : 'more'} onMore={() => void pages.fetchNextPage()} />
        )}
      </Card>
      <OwnLogCard />
      <Sheet
        open={open !== undefined}
        onOpenChange={() => setOpen(undefined)}
        title={open === undefined ? '' : <ActName action={open.action} />}
      >
        {open !== undefined && <Details act={open} />}
      </Sheet>
    </PageFrame>
  )
}

interface ActWords {
  readonly acts: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>>
}

/** An act in the words of its room: `files.view` is `acts.view` there. One without words shows its name. */
function ActName({ action }: { readonly action: string }) {
  const [room = '', act = ''] = action.split('.')
  const text = useWords<ActWords>(room)(`acts.${act}`)
  return <>{text === `acts.${act}` ? action : text}</>
}

function Who({ act }: { readonly act: Act }) {
  const t = useWords<Messages>('audit')
  return <>{act.by === 'staff' ? t('own.staff', { name: act.name ?? act.actor }) : t(`own.${act.by}`)}</>
}

/** A reason in the words of the room whose act it was. */
function ReasonName({ action, reason }: { readonly action: string; readonly reason: string }) {
  const text = useWords<ActWords>(action.split('.')[0] ?? '')(`reasons.${reason}`)
  return <>{text === `reasons.${reason}` ? reason : text}</>
}

function Details({ act }: { readonly act: Act }) {
  const t = useWords<Messages>('audit')
  const { case: caseId, reason } = act.details
  const long = (text: string) => <span className="break-all">{text}</span>
  return (
    <DefinitionList
      facts={[
        { label: t('journal.actor'), value: <Who act={act} /> },
        { label: t('journal.act'), value: <DateTime at={act.at} shows="second" /> },
        ...(reason === undefined
          ? []
          : [{ label: t('own.reason'), value: <ReasonName action={act.action} reason={reason} /> }]),
        ...(caseId === undefined ? [] : [{ label: t('own.case'), value: long(caseId) }]),
        { label: t('journal.number'), value: act.seq },
        ...(act.hash === undefined ? [] : [{ label: t('own.fingerprint'), value: long(act.hash.slice(0, 16)) }]),
      ]}
    />
  )
}
