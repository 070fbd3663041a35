import { ChangeSpan, isChangeGenerated, useQuote } from '@bolsillo/market/web'
import { Change, EmptyState, ListRow, LoadedRows, Monogram, Price, Section, SkeletonRows, TabFrame } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { contractMark, multiple, type WireContract, type WireMark } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, insurancePath, tickerOf } from './addresses.ts'
import { decimalsOf } from './contract-figures.ts'
import { useContractSaid } from './use-contract-said.ts'

const everyMs = 15_000

/** The contracts: price, day, funding, and the most leverage each can be had with. */
export default function MarketsPage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('contracts')
  const found = useCall(multiple, {}, { freshMs: 60_000 })
  // Rows bring no quotes of their own; what is true of one is true of all: they began together.
  const first = useQuote(found.data?.rows[0]?.symbol, undefined)
  const marks = useCall(contractMark, {}, { everyMs })
  return (
    <TabFrame title={title}>
      {families}
      <Section title={t('market.list')} more={{ href: insurancePath, label: t('market.insurance') }}>
        <LoadedRows
          of={found}
          skeleton={<SkeletonRows rows={8} />}
          empty={<EmptyState title={t('market.empty')} />}
          head={<ChangeSpan of="day24" rows={[{ quote: first }]} />}
        >
          {(row) => (
            <ContractRow
              key={row.symbol}
              contract={row}
              mark={marks.data?.rows.find(({ symbol }) => symbol === row.symbol)}
            />
          )}
        </LoadedRows>
      </Section>
    </TabFrame>
  )
}

function ContractRow({ contract, mark }: { readonly contract: WireContract; readonly mark: WireMark | undefined }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const quote = useQuote(contract.symbol, undefined)
  const funding = mark === undefined ? '' : ` · ${said.rate(mark.fundingRate)}`
  return (
    <ListRow
      href={chartOf(contract.symbol)}
      lead={<Monogram of={contract.base} />}
      title={tickerOf(contract.symbol)}
      note={`${t('market.most', { leverage: said.quantity(contract.leverageMax) })}${funding}`}
      aside={
        <Price
          value={quote?.last ?? mark?.mark}
          decimals={decimalsOf(contract.tick)}
          flash
          stale={quote?.stale ?? mark === undefined}
        />
      }
      asideNote={<Change percent={quote?.changePercent} generated={isChangeGenerated(quote)} className="font-strong" />}
      chevron={false}
    />
  )
}
