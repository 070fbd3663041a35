import { Change, ListRow, Monogram, Note, Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { positionAt, tickerOf } from '../addresses.ts'
import { baseOf } from '../contract-figures.ts'
import { useAccount } from '../use-account.ts'
import { useContractSaid } from '../use-contract-said.ts'

/** Open positions on the page of everything owned. Their result is no money yet, so it is beside the total and not in it. */
export default function HeldPositions({ masked }: { readonly masked: boolean }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const rows = useAccount().data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Section title={t('positions.held')}>
      {rows.map(({ positionId, symbol, side, leverage, size, unrealised, unrealisedPercent }) => (
        <ListRow
          key={positionId}
          href={positionAt(positionId)}
          chevron={false}
          lead={<Monogram of={baseOf(symbol)} />}
          title={tickerOf(symbol)}
          note={`${t(`sides.${side}`)} ${said.quantity(leverage)}× · ${masked ? '•••' : said.quantity(size)}`}
          aside={<Change value={masked ? undefined : unrealised} currency="USDT" />}
          asideNote={<Change percent={unrealisedPercent} className="font-strong" />}
        />
      ))}
      <Note>{t('positions.heldNote')}</Note>
    </Section>
  )
}
