import { Amount, Change, hiddenFigure, Price, Quantity, signOf, useMasked, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { PositionButton } from '../position-tab.tsx'

interface InMoney {
  readonly value: string
  readonly currency: string
}

export interface HoldingStripProps {
  readonly ticker: string
  readonly quantity: string
  /** At the price above it; left out without one. */
  readonly worth: InMoney | undefined
  /** Left out where no cost is known, or it was paid in another money than the price is in. */
  readonly result: (InMoney & { readonly percent: string | undefined }) | undefined
  readonly averageCost: string | undefined
  readonly averageDecimals?: number
  /** What may be sold now, what waits in orders; and what was bought too lately to be sold, where that is so. */
  readonly free: string
  readonly held: string
  readonly locked?: string
  readonly onOpen: () => void
}

/** What a customer has of the instrument whose chart is above it. The strip opens the whole of it. */
export function HoldingStrip(props: HoldingStripProps) {
  const { ticker, quantity, worth, result, averageCost, averageDecimals, free, held, locked, onOpen } = props
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const masked = useMasked()
  const fact = (label: string, value: ReactNode) => (
    <span className="min-w-0">
      <span className="block truncate text-12 text-second">{label}</span>
      <span className="block font-strong text-13">{value}</span>
    </span>
  )
  const decimals = averageDecimals === undefined ? {} : { decimals: averageDecimals }
  return (
    <div className="bg-page px-4 py-3">
      <PositionButton
        of={ticker}
        title={t('owned.title')}
        note={`${masked ? hiddenFigure : said.quantity(quantity)} ${ticker}`}
        worth={<Amount value={worth?.value} currency={worth?.currency ?? ''} masked={masked} />}
        percent={result?.percent}
        onOpen={onOpen}
      >
        <span className="mt-3 flex flex-wrap gap-x-5 gap-y-2 [&>*]:min-w-[26%]">
          {result !== undefined &&
            fact(t('owned.result'), <Change value={result.value} currency={result.currency} masked={masked} />)}
          {averageCost !== undefined && fact(t('owned.average'), <Price value={averageCost} {...decimals} />)}
          {fact(t('owned.free'), <Quantity value={free} masked={masked} />)}
          {signOf(held) !== 0 && fact(t('owned.held'), <Quantity value={held} masked={masked} />)}
          {locked !== undefined &&
            signOf(locked) !== 0 &&
            fact(t('owned.locked'), <Quantity value={locked} masked={masked} />)}
        </span>
      </PositionButton>
    </div>
  )
}
