import type { ReplyOf } from '@bolsillo/contract'
import {
  Amount,
  DateTime,
  DefinitionList,
  EmptyState,
  ErrorState,
  LoadMore,
  Sheet,
  SkeletonRows,
  useUi,
} from '@bolsillo/ui'
import { usePages, useWords } from '@bolsillo/web-kit'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useState } from 'react'
import { listRecords } from '../contract/index.ts'
import { isMadeUp } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { Balance } from './balance-row.tsx'
import { EntryRange } from './entry-range.tsx'
import { assetDecimals, assetName, entryTitle, lineTitle, ownerName, type RecordRow } from './entry-words.ts'
import { EntryChecks } from './journal/index.ts'
import { MadeUp, Moved } from './record-line.tsx'

const rowsPerPage = 20

/** Every line behind one balance, newest first; each opens to where the money came from or went, and its fingerprint. */
export function ExplainSheet({
  balance,
  onClose,
}: {
  readonly balance: Balance | undefined
  readonly onClose: () => void
}) {
  const t = useWords<Messages>('ledger')
  return (
    <Sheet
      open={balance !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('assets.explain')}
      className="h-[88dvh]"
    >
      {balance !== undefined && <Explained balance={balance} />}
    </Sheet>
  )
}

function Explained({ balance }: { readonly balance: Balance }) {
  const t = useWords<Messages>('ledger')
  const { asset, purse, posted, held, available } = balance
  const amount = (value: string) => <Amount value={value} currency={asset} decimals={assetDecimals(asset)} />
  return (
    <>
      <DefinitionList
        facts={[
          { label: assetName(t, asset), value: amount(posted), strong: true },
          { label: t('assets.heldTitle'), value: amount(held) },
          { label: t('assets.available'), value: amount(available), strong: true },
        ]}
      />
      <Lines purse={purse} asset={asset} />
    </>
  )
}

function Lines({ purse, asset }: Pick<Balance, 'purse' | 'asset'>) {
  const t = useWords<Messages>('ledger')
  const pages = usePages(listRecords, { purse, asset, limit: rowsPerPage })
  const [open, setOpen] = useState<string>()
  if (pages.data === undefined) {
    if (pages.error === null) return <SkeletonRows rows={6} />
    return <ErrorState title={t('assets.failed')} onRetry={() => void pages.refetch()} />
  }
  const rows = pages.data.pages.flatMap((page: ReplyOf<typeof listRecords>) => page.rows)
  const range = pages.data.pages[0]?.range
  if (rows.length === 0) return <EmptyState icon={ReceiptText} title={t('assets.empty')} />
  return (
    <div>
      {range !== undefined && <EntryRange of={range} />}
      {rows.map((row) => {
        const key = `${row.seq}.${row.line}`
        return (
          <Line
            key={key}
            row={row}
            asset={asset}
            open={open === key}
            onToggle={() => setOpen(open === key ? undefined : key)}
          />
        )
      })}
      <LoadMore
        state={pages.isFetchingNextPage ? 'loading' : pages.hasNextPage ? 'more' : 'no-more'}
        onMore={() => void pages.fetchNextPage()}
      />
    </div>
  )
}

interface LineProps {
  readonly row: RecordRow
  readonly asset: string
  readonly open: boolean
  readonly onToggle: () => void
}

function Line({ row, asset, open, onToggle }: LineProps) {
  const t = useWords<Messages>('ledger')
  const { style } = useUi()
  const onlyHeld = /^0(\.0+)?$/.test(row.posted)
  return (
    <div className="border-hair border-t first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-14 w-full items-center justify-between gap-3 py-2 text-left active:opacity-70"
      >
        <span className="min-w-0">
          <span className="block truncate text-14">{lineTitle(t, row, style)}</span>
          <span className="block text-12 text-second">
            <DateTime at={row.at} />
          </span>
          {isMadeUp(row.details) && <MadeUp />}
        </span>
        <span className="shrink-0 text-right">
          {onlyHeld ? (
            <span className="text-13 text-second">
              {t(row.held.startsWith('-') ? 'assets.freed' : 'assets.setAside')}{' '}
              <Amount value={row.held.replace('-', '')} decimals={assetDecimals(asset)} />
            </span>
          ) : (
            <>
              <span className="block text-14">
                <Moved value={row.posted} asset={asset} />
              </span>
              <span className="block text-12 text-second">
                {t('assets.balanceAfter')} <Amount value={row.postedAfter} decimals={assetDecimals(asset)} />
              </span>
            </>
          )}
        </span>
      </button>
      {open && <Behind row={row} asset={asset} />}
    </div>
  )
}

/** The source of a line: its entry, the other side, and the fingerprint that chains it. */
function Behind({ row, asset }: Pick<LineProps, 'row' | 'asset'>) {
  const t = useWords<Messages>('ledger')
  const { style } = useUi()
  return (
    <div className="mb-3 space-y-3 rounded-field bg-page p-3">
      <DefinitionList
        facts={[
          { label: t('assets.movement'), value: entryTitle(t, row, style) },
          { label: t('assets.entry'), value: row.seq },
          ...row.legs.map((leg) => ({
            label: ownerName(t, leg),
            value: <Amount value={leg.posted} currency={asset} sign="always" decimals={assetDecimals(asset)} />,
          })),
        ]}
      />
      {isMadeUp(row.details) && <MadeUp />}
      <Code label={t('assets.reference')} text={row.reference} />
      <Code label={t('assets.fingerprint')} text={row.hash} />
      <EntryChecks entries={[row]} fileName={row.entryId} />
    </div>
  )
}

/** A text to compare letter by letter, too long for a column. */
function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <p className="text-12 text-second">
      {label}
      <span className="block break-all text-11 text-ink leading-snug">{text}</span>
    </p>
  )
}
