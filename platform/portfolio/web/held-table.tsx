import {
  Amount,
  Change,
  classes,
  EmptyState,
  Loaded,
  Quantity,
  SkeletonRows,
  signOf,
  useMasked,
  useUi,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { Fragment, type ReactNode } from 'react'
import { portfolio } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Holding, sortHoldings } from './sort-holdings.ts'

const everyMs = 5_000

interface HeldTableProps {
  /** Where a holding is traded; undefined where it is not. */
  readonly hrefOf: (holding: Holding) => string | undefined
  /** What is shown around the table: a share by its symbol, a coin by its code, and what goes below its row. */
  readonly here?: { readonly asset: string; readonly line?: ReactNode } | undefined
}

/** Everything that is owned, one a line, where there is room for its figures beside each other. */
export function HeldTable({ hrefOf, here }: HeldTableProps) {
  const t = useWords<Messages>('portfolio')
  const found = useCall(portfolio, {}, { everyMs })
  return (
    <Loaded
      of={found}
      skeleton={
        <div className="px-4">
          <SkeletonRows rows={3} />
        </div>
      }
    >
      {({ holdings }) => {
        const sorted = sortHoldings(
          holdings.filter(({ quantity }) => signOf(quantity) !== 0),
          'value',
        )
        // Money has no result to follow: it comes last.
        const owned = [...sorted.filter(({ kind }) => kind !== 'cash'), ...sorted.filter(({ kind }) => kind === 'cash')]
        return owned.length === 0 ? (
          <EmptyState title={t('holdings.empty')} text={t('holdings.emptyText')} />
        ) : (
          <Table rows={owned} hrefOf={hrefOf} here={here} />
        )
      }}
    </Loaded>
  )
}

function Table({ rows, hrefOf, here }: HeldTableProps & { readonly rows: readonly Holding[] }) {
  const t = useWords<Messages>('portfolio')
  const head = 'py-2 pr-4 text-right font-plain'
  // What the page is about comes first, in sight without scrolling.
  const ordered = rows.toSorted((a, b) => Number(isOf(b, here?.asset)) - Number(isOf(a, here?.asset)))
  return (
    <table className="w-full text-13">
      <thead className="text-12 text-second">
        <tr>
          <th scope="col" className="py-2 pl-4 text-left font-plain">
            {t('table.what')}
          </th>
          <th scope="col" className={head}>
            {t('table.quantity')}
          </th>
          <th scope="col" className={`${head} max-roomy:hidden`}>
            {t('table.cost')}
          </th>
          <th scope="col" className={head}>
            {t('table.value')}
          </th>
          <th scope="col" className={head}>
            {t('table.result')}
          </th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((row) =>
          isOf(row, here?.asset) ? (
            <Fragment key={row.asset}>
              <Row row={row} isHere href={undefined} />
              {here?.line !== undefined && (
                <tr className="bg-wash/50">
                  <td colSpan={5} className="px-4 pt-1 pb-3">
                    {here.line}
                  </td>
                </tr>
              )}
            </Fragment>
          ) : (
            <Row key={row.asset} row={row} href={hrefOf(row)} />
          ),
        )}
      </tbody>
    </table>
  )
}

const isOf = ({ kind, symbol, asset }: Holding, here: string | undefined): boolean =>
  here !== undefined && (kind === 'share' ? symbol : asset) === here

function Row(props: { readonly row: Holding; readonly href: string | undefined; readonly isHere?: boolean }) {
  const { row, href, isHere = false } = props
  const masked = useMasked()
  const { Link } = useUi()
  const t = useWords<Messages>('portfolio')
  const { symbol, asset, name, quantity, cost, value, result, generated = false } = row
  const ticker = row.kind === 'share' && symbol !== undefined ? symbol.slice(0, symbol.lastIndexOf('.')) : asset
  const figure = 'h-11 whitespace-nowrap pr-4 text-right'
  return (
    <tr className={classes('border-hair border-t', isHere && 'bg-wash/50')} aria-current={isHere ? 'true' : undefined}>
      <th scope="row" className="max-w-44 pl-4 text-left font-plain">
        {href === undefined ? (
          <span className="font-strong">{ticker}</span>
        ) : (
          <Link href={href} className="flex min-h-11 items-center gap-2 hover:underline">
            <span className="font-strong">{ticker}</span>
            {name !== ticker && <span className="truncate text-12 text-second max-roomy:hidden">{name}</span>}
          </Link>
        )}
      </th>
      <td className={figure}>
        <Quantity value={quantity} masked={masked} />
      </td>
      <td className={`${figure} max-roomy:hidden`}>
        {cost === undefined ? '—' : <Amount value={cost} masked={masked} />}
      </td>
      <td className={`${figure} font-strong`}>
        {value === undefined ? (
          <span className="font-plain text-second">{t('holdings.unpriced')}</span>
        ) : (
          <Amount value={value} masked={masked} />
        )}
      </td>
      <td className={figure}>
        {result === undefined ? (
          '—'
        ) : (
          <Change value={result} currency="MXN" masked={masked} generated={generated} className="font-strong" />
        )}
      </td>
    </tr>
  )
}
