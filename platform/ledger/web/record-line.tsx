import { Amount, dayOf, formatShortDay, signOf, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { isMadeUp } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { assetDecimals, lineTitle, type RecordRow } from './entry-words.ts'

/** One line on the page: the day, what happened, and what it did. */
export function RecordLine({ row, asset }: { readonly row: RecordRow; readonly asset: string }) {
  const t = useWords<Messages>('ledger')
  const { zone, style } = useUi()
  return (
    <div className="flex items-baseline justify-between gap-3 border-hair border-t py-2.5 text-14 first:border-t-0">
      <span className="min-w-0 truncate">
        <span className="text-second">{formatShortDay(dayOf(row.at, zone))}</span> {lineTitle(t, row, style)}
        {isMadeUp(row.details) && <MadeUp />}
      </span>
      <Moved value={row.posted} asset={asset} />
    </div>
  )
}

/** The note under every line of the demonstration's generated past. */
export function MadeUp() {
  const t = useWords<Messages>('ledger')
  return <span className="block text-12 text-warnink">{t('madeUp')}</span>
}

/** What a line moved: plus in green, minus in ink. */
export function Moved({ value, asset }: { readonly value: string; readonly asset: string }) {
  return (
    <Amount
      value={value}
      sign="always"
      decimals={assetDecimals(asset)}
      className={signOf(value) > 0 ? 'font-strong text-ok' : 'font-strong text-ink'}
    />
  )
}
