import {
  Amount,
  Change,
  Chips,
  ListRow,
  Monogram,
  Note,
  Quantity,
  Section,
  signOf,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { type Holding, holdingSorts, sortHoldings } from './sort-holdings.ts'

interface HoldingsProps {
  readonly rows: readonly Holding[]
  /** Where a holding is traded; undefined where it is not. */
  readonly hrefOf: (holding: Holding) => string | undefined
}

/** Every holding of every product, with its value, its result and its share of the whole. */
export function HoldingsCard({ rows, hrefOf }: HoldingsProps) {
  const t = useWords<Messages>('portfolio')
  const [by, setBy] = useState<(typeof holdingSorts)[number]>('value')
  const owned = sortHoldings(
    rows.filter(({ quantity }) => signOf(quantity) !== 0),
    by,
  )
  const sold = rows.filter(({ quantity, result }) => signOf(quantity) === 0 && result !== undefined)
  const hasCost = rows.some(({ result }) => result !== undefined)
  return (
    <>
      <Section title={t('holdings.title')}>
        <Chips
          className="pt-1 pb-2"
          label={t('holdings.sortLabel')}
          value={by}
          onPick={setBy}
          choices={holdingSorts.map((value) => ({ value, label: t(`holdings.sorts.${value}`) }))}
        />
        {owned.map((row) => (
          <HoldingRow key={row.asset} row={row} href={hrefOf(row)} />
        ))}
        {hasCost && <Note>{t('holdings.basis')}</Note>}
      </Section>
      {sold.length > 0 && (
        <Section title={t('holdings.sold')}>
          <p className="text-12 text-second">{t('holdings.soldNote')}</p>
          {sold.map((row) => (
            <HoldingRow key={row.asset} row={row} href={hrefOf(row)} />
          ))}
        </Section>
      )}
    </>
  )
}

/** One holding. What was sold whole has a result and nothing else. */
function HoldingRow(props: { readonly row: Holding; readonly href: string | undefined }) {
  const { row, href } = props
  const masked = useMasked()
  const t = useWords<Messages>('portfolio')
  const said = useSaid()
  const { symbol, asset, quantity, value, percent, result, costUnknown, generated = false } = row
  const ticker = row.kind === 'share' && symbol !== undefined ? symbol.slice(0, symbol.lastIndexOf('.')) : asset
  const isOwned = signOf(quantity) !== 0
  const change = <Change value={result} currency="MXN" masked={masked} generated={generated} className="font-strong" />
  return (
    <ListRow
      {...(href === undefined ? {} : { href })}
      chevron={false}
      lead={<Monogram of={ticker} />}
      title={ticker}
      note={
        <>
          {row.name !== ticker && <span className="block truncate">{row.name}</span>}
          {isOwned && (
            <span className="block">
              <Quantity value={quantity} masked={masked} />
              {percent !== undefined && ` · ${t('holdings.ofTotal', { percent: said.percent(percent) })}`}
            </span>
          )}
          {isOwned && costUnknown !== undefined && signOf(costUnknown) > 0 && !masked && (
            <span className="block">{t('holdings.unknown', { quantity: said.quantity(costUnknown) })}</span>
          )}
        </>
      }
      aside={
        !isOwned ? (
          change
        ) : value === undefined ? (
          <span className="font-plain text-second">{t('holdings.unpriced')}</span>
        ) : (
          <Amount value={value} masked={masked} />
        )
      }
      {...(isOwned && result !== undefined ? { asideNote: change } : {})}
    />
  )
}
