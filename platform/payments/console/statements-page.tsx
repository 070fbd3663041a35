import type { ReplyOf } from '@bolsillo/contract'
import { Age, Amount, Button, Card, DateTime, EmptyState, Note, SkeletonRows, showToast } from '@bolsillo/ui'
import { FactTable, ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { saveFile, useCall, useKit, useMay, useUpload, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileText from 'lucide-react/icons/file-text'
import { type ChangeEvent, useState } from 'react'
import {
  importStatement,
  listStatementLines,
  listStatements,
  makePracticeStatement,
  type StatementLineRow,
} from '../contract/operator.ts'
import { statementHeader } from '../domain/statements/csv-statement.ts'
import type { Messages } from '../messages/es-ES.ts'

type Statement = ReplyOf<typeof listStatements>['rows'][number]

/** The bank's statements of the firm's account: what can be credited by hand, and what was. */
export default function StatementsPage() {
  const t = useWords<Messages>('payments')
  const statements = useCall(listStatements, {})
  const [chosen, setChosen] = useState<string>()
  const rows = statements.data?.rows ?? []
  const selected = rows.find(({ statementId }) => statementId === chosen) ?? rows[0]
  return (
    <ReviewPanes
      title={t('statements.title')}
      aside={String(rows.length)}
      tools={
        <ImportForm
          practiceAssets={statements.data?.practiceAssets ?? []}
          onImported={() => void statements.refetch()}
        />
      }
      rows={rows}
      keyOf={({ statementId }) => statementId}
      selected={selected?.statementId}
      onSelect={setChosen}
      renderRow={(row) => (
        <QueueRow
          title={`${row.account} · ${row.asset} · ${row.no}`}
          age={<Age at={row.importedAt} />}
          note={`${t('statements.unused')}: ${row.unused} / ${row.lines}`}
          figure={<Amount value={row.closing} currency={row.asset} />}
        />
      )}
      end={
        <ListEnd
          list={statements}
          rows={statements.data?.rows}
          empty={<EmptyState icon={FileText} title={t('statements.empty')} text={t('statements.note')} />}
        />
      }
    >
      {selected !== undefined && <OneStatement key={selected.statementId} statement={selected} />}
    </ReviewPanes>
  )
}

/** Takes a file, and in the practice market asks the made-up bank for one. */
function ImportForm(props: { readonly practiceAssets: readonly string[]; readonly onImported: () => void }) {
  const t = useWords<Messages>('payments')
  const { client } = useKit()
  const { share, refusal, send } = useUpload(importStatement)
  const may = useMay(importStatement)
  if (!may) return null
  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file === undefined || (await send({}, file)) === undefined) return
    showToast(t('statements.imported'))
    props.onImported()
  }
  const ask = async (asset: string): Promise<void> => {
    const answer = await client.call(makePracticeStatement, { asset })
    if (answer.kind === 'reply') saveFile(answer.data.name, 'text/csv', answer.data.file)
  }
  return (
    <div className="flex flex-col gap-2.5">
      <p className="text-12 text-second">{t('statements.note')}</p>
      <label className="flex cursor-pointer flex-col gap-1 rounded-card border border-hair border-dashed px-3 py-2.5 focus-within:outline-2 focus-within:outline-brand">
        <span className="font-medium text-brand">
          {t(share === undefined ? 'statements.choose' : 'statements.importing')}
        </span>
        <input
          type="file"
          accept=".xml,.csv,text/csv,application/xml,text/xml"
          className="sr-only"
          onChange={(event) => void take(event)}
        />
      </label>
      {refusal !== undefined && (
        <div role="alert">
          <Note icon={CircleAlert} tone="bad">
            {refusal.message}
          </Note>
        </div>
      )}
      {props.practiceAssets.map((asset) => (
        <Button key={asset} size="medium" kind="ghost" onClick={() => void ask(asset)}>
          {t('statements.practice', { asset })}
        </Button>
      ))}
      {props.practiceAssets.length > 0 && <p className="text-12 text-second">{t('statements.practiceText')}</p>}
    </div>
  )
}

function OneStatement({ statement }: { readonly statement: Statement }) {
  const t = useWords<Messages>('payments')
  const { statementId, account, asset, no, opening, closing, lines, unused, importedBy, importedAt, fileHash } =
    statement
  const found = useCall(listStatementLines, { statementId })
  return (
    <>
      <header>
        <h2 className="text-20">
          {account} · {asset} · {no}
        </h2>
      </header>
      <Card>
        <FactTable
          facts={[
            { label: t('statements.opening'), value: <Amount value={opening} currency={asset} /> },
            { label: t('statements.closing'), value: <Amount value={closing} currency={asset} /> },
            { label: t('statements.lines'), value: String(lines) },
            { label: t('statements.unused'), value: String(unused) },
            { label: t('statements.by'), value: importedBy },
            { label: t('statements.at'), value: <DateTime at={importedAt} /> },
            { label: t('statements.hash'), value: <span className="break-all">{fileHash}</span> },
            { label: t('statements.header'), value: <span className="break-all">{statementHeader.join(',')}</span> },
          ]}
        />
      </Card>
      {found.data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        found.data.rows.map((line) => <OneLine key={line.lineId} line={line} />)
      )}
    </>
  )
}

function OneLine({ line }: { readonly line: StatementLineRow }) {
  const t = useWords<Messages>('payments')
  const { amount, asset, direction, place, bookedOn, number, reference, payerName, payerAccount, usedBy } = line
  const who = [payerName, payerAccount].filter((text) => text !== '').join(' · ')
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('statements.line'), value: `${place} · ${bookedOn}` },
          { label: t('statements.amount'), value: <Amount value={amount} currency={asset} /> },
          { label: t('statements.number'), value: <span className="break-all">{number}</span> },
          ...(reference === '' ? [] : [{ label: t('statements.reference'), value: reference }]),
          ...(who === '' ? [] : [{ label: t('statements.payer'), value: who }]),
          {
            label: t('statements.use'),
            value: direction === 'out' ? t('statements.out') : (usedBy ?? t('statements.waits')),
          },
        ]}
      />
    </Card>
  )
}
