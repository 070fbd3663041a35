import { Change, DateTime, ListRow, LoadedRows, Monogram, Note, Section, SkeletonRows, useMasked } from '@bolsillo/ui'
import { type ResultsPartProps, useCall, useWords } from '@bolsillo/web-kit'
import { contractResults, resultRowsMax } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { bookingsAt, tickerOf } from '../addresses.ts'
import { baseOf } from '../contract-figures.ts'

/** What contracts came to in a period, position by position: part of the page of all results. */
export default function OwnResults({ since }: ResultsPartProps) {
  const t = useWords<Messages>('contracts')
  const found = useCall(contractResults, since === undefined ? {} : { since: String(since) })
  const net = found.data?.net
  const masked = useMasked()
  return (
    <Section
      title={t('results.title')}
      {...(net === undefined
        ? {}
        : { aside: <Change value={net} currency="USDT" masked={masked} className="font-strong" /> })}
    >
      <LoadedRows
        of={found}
        skeleton={<SkeletonRows rows={2} />}
        empty={<p className="pb-3 text-13 text-second">{t('results.none')}</p>}
      >
        {(row) => (
          <ListRow
            key={row.positionId}
            href={bookingsAt(row.positionId)}
            lead={<Monogram of={baseOf(row.symbol)} />}
            title={tickerOf(row.symbol)}
            note={<DateTime at={row.at} />}
            aside={<Change value={row.net} currency="USDT" masked={masked} />}
            chevron={false}
          />
        )}
      </LoadedRows>
      {(found.data?.positions ?? 0) > 0 && <Note className="pb-3">{t('results.basis', { count: resultRowsMax })}</Note>}
    </Section>
  )
}
