import { writeCsv } from '@bolsillo/kernel'
import { Age, Card, DateTime, EmptyState, Note, showToast, TextField } from '@bolsillo/ui'
import { FactTable, KeyHint, QueueEnd, QueueRefresh, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { saveFile, useKit, usePages, useSearchParams, useWords } from '@bolsillo/web-kit'
import Link2 from 'lucide-react/icons/link-2'
import ScrollText from 'lucide-react/icons/scroll-text'
import { type FormEvent, useState } from 'react'
import { listAudit } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Act, ActName, DetailValue, useDetailName, useIdName } from './act-words.tsx'

interface Filter {
  readonly about: string
  readonly action: string
  readonly caseId: string
}

const caseShape = /^[a-z]{3}_[0-9A-Z]{26}$/
const isCustomer = (about: string): boolean => about.startsWith('cus_')

const requestOf = ({ about, action, caseId }: Filter) => ({
  ...(about === '' ? {} : { about }),
  ...(isCustomer(about) && caseShape.test(caseId) ? { caseId } : {}),
  ...(action === '' ? {} : { action }),
})

/** Every act, newest first. Nobody can write here; reading one's colleagues is the point. */
export default function JournalPage() {
  const t = useWords<Messages>('audit')
  // Pages of other rooms lead here, to one person's acts.
  const [query] = useSearchParams()
  const [filter, setFilter] = useState<Filter>({
    about: query.get('about')?.slice(0, 80) ?? '',
    action: query.get('action')?.slice(0, 60) ?? '',
    caseId: '',
  })
  const request = requestOf(filter)
  const pages = usePages(listAudit, request)
  const idName = useIdName()
  const [chosen, setChosen] = useState<string>()
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const selected = rows.find(({ seq }) => seq === chosen) ?? rows[0]
  return (
    <ReviewPanes
      title={t('journal.title')}
      aside={
        <span className="flex gap-4">
          <QueueRefresh label={t('journal.refresh')} pages={pages} />
          <ExportButton filter={filter} />
        </span>
      }
      tools={
        <FilterForm key={`${filter.about} ${filter.action} ${filter.caseId}`} filter={filter} onFilter={setFilter} />
      }
      rows={rows}
      keyOf={({ seq }) => seq}
      selected={selected?.seq}
      onSelect={setChosen}
      renderRow={(act) => (
        <QueueRow
          title={<ActName action={act.action} />}
          age={<Age at={act.at} />}
          note={idName(act.actor)}
          figure={act.seq}
        />
      )}
      end={<QueueEnd pages={pages} empty={<EmptyState icon={ScrollText} title={t('journal.empty')} />} />}
    >
      {selected !== undefined && <Detail act={selected} onFilter={(change) => setFilter({ ...filter, ...change })} />}
    </ReviewPanes>
  )
}

/** By whom or about whom, and what. Empty fields ask for everything. */
function FilterForm({ filter, onFilter }: { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }) {
  const t = useWords<Messages>('audit')
  const [about, setAbout] = useState(filter.about)
  const [action, setAction] = useState(filter.action)
  const [caseId, setCaseId] = useState(filter.caseId)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onFilter({ about: about.trim(), action: action.trim(), caseId: caseId.trim() })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <TextField label={t('journal.filterAbout')} value={about} onChange={setAbout} maxLength={80} />
      {isCustomer(about.trim()) && (
        <TextField label={t('journal.filterCase')} value={caseId} onChange={setCaseId} maxLength={40} />
      )}
      <TextField label={t('journal.filterAction')} value={action} onChange={setAction} maxLength={60} />
      <span className="flex items-center justify-between">
        <button type="submit" className="py-1 font-medium text-brand">
          {t('journal.find')}
        </button>
        {(filter.about !== '' || filter.action !== '') && (
          <button
            type="button"
            onClick={() => onFilter({ about: '', action: '', caseId: '' })}
            className="py-1 font-medium text-brand"
          >
            {t('journal.all')}
          </button>
        )}
      </span>
    </form>
  )
}

/** The most acts one file holds; more are for the database itself. */
const exportPagesMax = 50
const exportPageRows = 100

/** Saves what the filter shows as CSV; no cell of it is ever a formula. */
function ExportButton({ filter }: { readonly filter: Filter }) {
  const t = useWords<Messages>('audit')
  const { client } = useKit()
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const acts: Act[] = []
    let cursor: string | undefined
    for (let page = 0; page < exportPagesMax; page += 1) {
      const place = cursor === undefined ? {} : { cursor }
      const answer = await client.call(listAudit, { ...requestOf(filter), ...place, limit: exportPageRows })
      if (answer.kind !== 'reply') break
      acts.push(...answer.data.rows)
      cursor = answer.data.next
      if (cursor === undefined) break
    }
    const head = (['number', 'at', 'act', 'actor', 'subject', 'details', 'hash'] as const).map((name) =>
      t(`journal.${name}`),
    )
    saveFile('bolsillo-journal.csv', 'text/csv', writeCsv([head, ...acts.map(cellsOf)]))
    showToast(t('journal.exported', { count: String(acts.length) }))
    setBusy(false)
  }
  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => void run()}
      className="-my-1 py-1 font-medium text-brand disabled:opacity-50"
    >
      {t('journal.export')}
    </button>
  )
}

const cellsOf = ({ seq, at, action, actor, subject, details, hash = '' }: Act): readonly string[] => [
  seq,
  new Date(at).toISOString(),
  action,
  actor,
  subject,
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; '),
  hash,
]

function Detail({ act, onFilter }: { readonly act: Act; readonly onFilter: (change: Partial<Filter>) => void }) {
  const t = useWords<Messages>('audit')
  const detailName = useDetailName()
  const who = (id: string) => <Who id={id} onFilter={onFilter} />
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
            {
              label: t('journal.act'),
              value: (
                <button
                  type="button"
                  onClick={() => onFilter({ action: act.action })}
                  className="-my-1 py-1 text-left font-medium text-brand"
                >
                  <ActName action={act.action} />
                  <span className="block font-plain text-12 text-second">{act.action}</span>
                </button>
              ),
            },
            { label: t('journal.actor'), value: who(act.actor) },
            { label: t('journal.subject'), value: who(act.subject) },
            ...Object.entries(act.details).map(([name, value]) => ({
              label: detailName(name),
              value: <DetailValue act={act} name={name} value={value} />,
            })),
          ]}
        />
      </Card>
      {act.hash !== undefined && (
        <Card>
          <Note icon={Link2}>{t('journal.chain')}</Note>
          <p className="mt-2 break-all font-medium text-12">{act.hash}</p>
        </Card>
      )}
      <p className="mt-auto flex gap-1.5 text-second">
        {t('journal.next')} <KeyHint>J</KeyHint> {t('journal.previous')} <KeyHint>K</KeyHint>
      </p>
    </>
  )
}

/** Somebody, as the way to all acts about them. A customer whose id is hidden leads nowhere. */
function Who({ id, onFilter }: { readonly id: string; readonly onFilter: (change: Partial<Filter>) => void }) {
  const idName = useIdName()
  if (id === 'customer') return idName(id)
  return (
    <button
      type="button"
      onClick={() => onFilter({ about: id })}
      className="-my-1 break-all py-1 text-left font-medium text-brand"
    >
      {idName(id)}
      {idName(id) !== id && <span className="block font-plain text-12 text-second">{id}</span>}
    </button>
  )
}
