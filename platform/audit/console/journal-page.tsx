import type { ReplyOf } from '@bolsillo/contract'
import { Age, Card, DateTime, EmptyState, ErrorState, LoadMore, Note, SkeletonRows } from '@bolsillo/ui'
import { FactTable, KeyHint, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { usePages, useWords } from '@bolsillo/web-kit'
import Link2 from 'lucide-react/icons/link-2'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { listAudit } from '../operator-contract.ts'

type Act = ReplyOf<typeof listAudit>['rows'][number]

/** Every act, newest first. Nobody can write here; reading one's colleagues is the point. */
export default function JournalPage() {
  const t = useWords<Messages>('audit')
  const [about, setAbout] = useState('')
  const pages = usePages(listAudit, about === '' ? {} : { about })
  const [chosen, setChosen] = useState<string>()
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const selected = rows.find(({ seq }) => seq === chosen) ?? rows[0]
  const end = pages.isPending ? (
    <div className="px-4">
      <SkeletonRows rows={8} />
    </div>
  ) : pages.isError ? (
    <ErrorState title={pages.error.message} onRetry={() => void pages.refetch()} />
  ) : rows.length === 0 ? (
    <EmptyState icon={ScrollText} title={t('journal.empty')} />
  ) : pages.hasNextPage ? (
    <LoadMore state={pages.isFetchingNextPage ? 'loading' : 'more'} onMore={() => void pages.fetchNextPage()} />
  ) : null
  return (
    <ReviewPanes
      title={t('journal.title')}
      aside={
        about === '' ? (
          <button type="button" onClick={() => void pages.refetch()} className="font-medium text-brand">
            {t('journal.refresh')}
          </button>
        ) : (
          <button type="button" onClick={() => setAbout('')} className="font-medium text-brand">
            {t('journal.all')}
          </button>
        )
      }
      rows={rows}
      keyOf={({ seq }) => seq}
      selected={selected?.seq}
      onSelect={setChosen}
      renderRow={(act) => (
        <QueueRow title={<ActName action={act.action} />} age={<Age at={act.at} />} note={act.actor} figure={act.seq} />
      )}
      end={end}
    >
      {selected !== undefined && <Detail act={selected} onAbout={setAbout} />}
    </ReviewPanes>
  )
}

interface ActWords {
  readonly acts: Readonly<Record<string, string>>
}

/** An act in the words of its room: `identity.sign-in` is `acts.sign-in` there. One without words shows its name. */
function ActName({ action }: { readonly action: string }) {
  const [room = '', act = ''] = action.split('.')
  const t = useWords<ActWords>(room)
  const text = t(`acts.${act}`)
  return <>{text === `acts.${act}` ? action : text}</>
}

function Detail({ act, onAbout }: { readonly act: Act; readonly onAbout: (who: string) => void }) {
  const t = useWords<Messages>('audit')
  const who = (id: string) => (
    <button type="button" onClick={() => onAbout(id)} className="break-all text-left font-medium text-brand">
      {id}
    </button>
  )
  return (
    <>
      <header>
        <h2 className="text-20">
          <ActName action={act.action} />
        </h2>
        <p className="text-second">
          <DateTime at={act.at} shows="second" /> · {t('journal.number')} {act.seq}
        </p>
      </header>
      <Card>
        <FactTable
          facts={[
            { label: t('journal.act'), value: act.action },
            { label: t('journal.actor'), value: who(act.actor) },
            { label: t('journal.subject'), value: who(act.subject) },
            ...Object.entries(act.details).map(([label, value]) => ({
              label,
              value: <span className="break-all">{value}</span>,
            })),
          ]}
        />
      </Card>
      <Card>
        <Note icon={Link2}>{t('journal.chain')}</Note>
        <p className="mt-2 break-all font-medium text-12">{act.hash}</p>
      </Card>
      <p className="mt-auto flex gap-1.5 text-second">
        {t('journal.next')} <KeyHint>J</KeyHint> {t('journal.previous')} <KeyHint>K</KeyHint>
      </p>
    </>
  )
}
