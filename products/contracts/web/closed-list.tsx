import type { ReplyOf } from '@bolsillo/contract'
import { Change, ListRow, Pill, Price, Quantity, Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { liquidateAll } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { orderAt, tickerOf } from './addresses.ts'
import { isRefusalName } from './refusal-words.ts'

type Row = ReplyOf<typeof liquidateAll>['rows'][number]

const tones = { closed: 'good', part: 'warning', refused: 'bad' } as const

/** The outcome of each position that was asked to be closed. */
export function ClosedList({ rows }: { readonly rows: readonly Row[] }) {
  const t = useWords<Messages>('contracts')
  return (
    <Section title={t('positions.closeAllDone')}>
      {rows.map((row) => (
        <ListRow
          key={row.positionId}
          {...(row.orderId === undefined ? {} : { href: orderAt(row.orderId) })}
          title={tickerOf(row.symbol)}
          note={
            isRefusalName(row.refusal) ? (
              t(`rejections.${row.refusal}`)
            ) : (
              <>
                <Quantity value={row.closed} /> · <Price value={row.averagePrice} />
              </>
            )
          }
          aside={<Change value={row.realised} currency="USDT" />}
          asideNote={<Pill tone={tones[row.outcome]}>{t(`positions.outcomes.${row.outcome}`)}</Pill>}
          chevron={false}
        />
      ))}
    </Section>
  )
}
