import type { ReplyOf } from '@bolsillo/contract'
import { Amount, Button, Card, DateTime, EmptyState, Note, SkeletonRows, showToast, Age } from '@bolsillo/ui'
import { FactTable, ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { saveFile, useCall, useKit, useUpload, useWords } from '@bolsillo/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileText from 'lucide-react/icons/file-text'
import { type ChangeEvent, useState } from 'react'
import { statementHeader } from '../domain/statements/csv-statement.ts'
import type { Messages } from '../messages/es-ES.ts'
import { importStatement, listStatementLines, listStatements, makePracticeStatement } from '../operator-contract.ts'

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
      tools={<ImportForm onImported={() => void statements.refetch()} />}
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
