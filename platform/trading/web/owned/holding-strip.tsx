import { Amount, Button, Change, hiddenFigure, Price, Quantity, signOf, useMasked, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import type { OwnedHere } from '../desk/owned-here.ts'
import { PositionButton } from '../position-tab.tsx'

interface InMoney {
  readonly value: string
  readonly currency: string
}

export interface HoldingProps {
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

/** What a customer has of the instrument of a page, below its chart and in the table of everything owned. */
export function holdingHere(asset: string, holding: HoldingProps): OwnedHere {
  return { asset, strip: <HoldingStrip {...holding} />, line: <HoldingLine {...holding} /> }
}

/** What a customer has of the instrument whose chart is above it. The strip opens the whole of it. */
export function HoldingStrip(props: HoldingProps) {
  const { ticker, quantity, worth, result, onOpen } = props
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const masked = useMasked()
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
          {result !== undefined && (
            <Fact label={t('owned.result')}>
              <Change value={result.value} currency={result.currency} masked={masked} />
            </Fact>
          )}
          <Parts {...props} />
        </span>
      </PositionButton>
    </div>
  )
}

/** The same below the row that has quantity, value and result of it: what that row leaves out, and the way to selling. */
export function HoldingLine(props: HoldingProps) {
  const { result, onOpen } = props
  const t = useWords<Messages>('trading')
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="flex min-w-0 flex-wrap gap-x-6 gap-y-2">
        {result?.percent !== undefined && (
          <Fact label={t('owned.since')}>
            <Change percent={result.percent} />
          </Fact>
        )}
        <Parts {...props} />
      </span>
      <Button kind="ghost" size="medium" className="shrink-0" onClick={onOpen}>
        {t('owned.open')}
      </Button>
    </div>
  )
}

/** What it cost, and what of it may be sold. */
function Parts({ averageCost, averageDecimals, free, held, locked }: HoldingProps) {
  const t = useWords<Messages>('trading')
  const masked = useMasked()
  const decimals = averageDecimals === undefined ? {} : { decimals: averageDecimals }
  const some = (label: string, quantity: string | undefined) =>
    quantity !== undefined &&
    signOf(quantity) !== 0 && (
      <Fact label={label}>
        <Quantity value={quantity} masked={masked} />
      </Fact>
    )
  return (
    <>
      {averageCost !== undefined && (
        <Fact label={t('owned.average')}>
          <Price value={averageCost} {...decimals} />
        </Fact>
      )}
      <Fact label={t('owned.free')}>
        <Quantity value={free} masked={masked} />
      </Fact>
      {some(t('owned.held'), held)}
      {some(t('owned.locked'), locked)}
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block truncate text-12 text-second">{label}</span>
      <span className="block font-strong text-13">{children}</span>
    </span>
  )
}
