import { OwnedHereContext } from '@bolsillo/trading/web'
import { Change, hiddenFigure, ListRow, Monogram, Note, Section, useMasked } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useContext } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { positionAt, tickerOf } from '../addresses.ts'
import { baseOf } from '../contract-figures.ts'
import { useAccount } from '../use-account.ts'
import { useContractSaid } from '../use-contract-said.ts'

/** Open positions on the page of everything owned. Their result is no money yet, so it is beside the total and not in it. */
export default function HeldPositions() {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const masked = useMasked()
  // Below its chart a position is shown in full: its line would repeat that.
  const here = useContext(OwnedHereContext)?.asset
  const rows = (useAccount().data?.rows ?? []).filter(({ symbol }) => symbol !== here)
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
          note={`${t(`sides.${side}`)} ${said.quantity(leverage)}× · ${masked ? hiddenFigure : said.quantity(size)}`}
          aside={<Change value={unrealised} currency="USDT" masked={masked} />}
          asideNote={<Change percent={unrealisedPercent} className="font-strong" />}
        />
      ))}
      <Note>{t('positions.heldNote')}</Note>
    </Section>
  )
}
