import { signOf } from '@bolsillo/kernel'
import { classes } from '../classes.ts'
import { Sparkline } from '../lines/sparkline.tsx'
import { Age } from '../numbers/age.tsx'
import { Change } from '../numbers/change.tsx'
import { Price } from '../numbers/price.tsx'
import { useUi } from '../ui-context.tsx'
import { Monogram } from './monogram.tsx'

export interface InstrumentRowProps {
  readonly href: string
  readonly ticker: string
  /** Under the ticker: the name, with the currency where it is not the peso. */
  readonly name: string
  /** Decimal text. */
  readonly last: string | undefined
  readonly decimals?: number
  /** Signed percent. */
  readonly changePercent: string | undefined
  /** Closes of the day, oldest first; left out: no line. */
  readonly spark?: readonly string[]
  /** What of it nobody traded: runs of points of the line, and the price the change is from. */
  readonly generated?: { readonly spark?: ReadonlyArray<readonly [number, number]>; readonly change?: boolean }
  readonly stale?: boolean
  readonly at?: number
  readonly className?: string
}

/** An instrument in a list: monogram, ticker and name, the day's line, price and change. 56 px high, always. */
export function InstrumentRow(props: InstrumentRowProps) {
  const { Link } = useUi()
  const { href, ticker, name, last, decimals, changePercent, spark, generated, stale = false, at, className } = props
  return (
    <Link
      href={href}
      className={classes(
        'flex h-14 items-center gap-2.5 border-hair border-t first:border-t-0 active:opacity-70',
        className,
      )}
    >
      <Monogram of={ticker} className="max-[240px]:hidden" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-strong leading-5">{ticker}</span>
        <span data-shortens="" className="block truncate text-12 text-second leading-4">
          {name}
        </span>
      </span>
      {spark !== undefined && (
        <Sparkline
          values={spark}
          generated={generated?.spark ?? []}
          className="tiny:hidden"
          {...(changePercent === undefined ? {} : { direction: signOf(changePercent) })}
        />
      )}
      <span className="min-w-[4.75rem] shrink-0 text-right">
        <span className="block font-strong leading-5">
          <Price value={last} {...(decimals === undefined ? {} : { decimals })} flash stale={stale} />
        </span>
        <span className="block text-12 text-second leading-4">
          {stale && at !== undefined ? (
            <Age at={at} />
          ) : (
            <Change percent={changePercent} generated={generated?.change === true} className="font-strong" />
          )}
        </span>
      </span>
    </Link>
  )
}
