import type { Screen } from '../screens/screen.ts'

/** A text of a source file and what is built in its place. `PLANTED` is whether the fault is switched on. */
export interface SourcePlant {
  readonly file: string
  readonly before: string
  readonly after: string
}

/** A defect as it was seen once. It is put back, and the check must find it. */
export interface FigureFault {
  readonly name: string
  /** One sentence: what goes wrong. */
  readonly what: string
  /** The screens it is looked for on, by name. */
  readonly screens: RegExp
  /** In the app's own source. */
  readonly source?: readonly SourcePlant[]
  /** Or in what the page is sent: runs in the page, and may use nothing from outside itself. */
  readonly alter?: (name: string, data: unknown) => unknown
  /** A position is closed between the first look and the second. */
  readonly closes?: boolean
  /** What findings of it say. */
  readonly finding: RegExp
}

/** Each fault of the app is built in with a switch, so that one build serves all. */
export const switchName = 'plantedFigureFault'

export const contractFaults: readonly FigureFault[] = [
  {
    name: 'contract-result-frozen',
    what: 'The result of a contract stays as it was published while its mark goes on.',
    screens: /^contracts-held$/,
    source: [
      {
        file: 'products/contracts/web/at-marks.ts',
        before: 'return { ...withoutFigures(row), ...figures }',
        after:
          'return { ...withoutFigures(row), ...figures, ...(PLANTED ? { unrealised: ((globalThis.plantedResults ??= {})[row.positionId] ??= figures.unrealised) } : {}) }',
      },
    ],
    finding: /is not result (?:% )?of \w+-USDT-PERP/,
  },
  {
    name: 'closed-position-stays',
    what: 'A position that was closed is still in the list, with a button that works.',
    screens: /^contracts-held$/,
    closes: true,
    source: [
      {
        file: 'products/contracts/web/use-account.ts',
        before: '{ rows: sent.positions, account: sent.account }',
        after:
          '{ rows: PLANTED ? (globalThis.plantedRows = [...new Map([...(globalThis.plantedRows ?? []), ...sent.positions].map((one) => [one.positionId, one])).values()]) : sent.positions, account: sent.account }',
      },
    ],
    finding: /which is gone/,
  },
  {
    name: 'booked-fee-missing',
    what: 'The sum of the fees leaves one of the bookings out.',
    screens: /^contract-bookings$/,
    alter: (name, data) =>
      name === '/coin/contract/position/bookings' ? { ...(data as object), fees: '0.01' } : undefined,
    finding: /its lines come to/,
  },
]

export const marketFaults: readonly FigureFault[] = [
  {
    name: 'change-since-midnight',
    what: 'The change of a coin counts from midnight in one place and from 24 hours ago in the others.',
    screens: /^coin-trade$/,
    source: [
      {
        file: 'platform/market/web/quote-change.tsx',
        before: 'percent={quote?.changePercent}',
        after:
          'percent={PLANTED && quote !== undefined ? ((Number(quote.last) / Number(quote.previousClose) - 1) * 100).toFixed(2) : quote?.changePercent}',
      },
    ],
    finding: /is not change % of/,
  },
  {
    name: 'line-of-another-period',
    what: 'The line beside a change is of another period, and falls where the change rises.',
    screens: /^(?:markets|home|list)$/,
    source: [
      {
        file: 'platform/market/web/quote-row.tsx',
        before: '[quote.changeFrom, ...spark.slice(1, -1), quote.last]',
        after: '(PLANTED ? spark.slice(-6) : [quote.changeFrom, ...spark.slice(1, -1), quote.last])',
      },
    ],
    finding: /the line of/,
  },
  {
    name: 'fund-against-its-index',
    what: 'The fund of an index falls while the index rises.',
    screens: /^home$/,
    alter: (_, data) => {
      const against = (item: unknown): unknown => {
        if (Array.isArray(item)) return item.map(against)
        if (typeof item !== 'object' || item === null) return item
        const { symbol, changeFrom, last } = item as Record<string, string>
        if (symbol !== 'SPY.US' || changeFrom === undefined || last === undefined)
          return Object.fromEntries(Object.entries(item).map(([key, value]) => [key, against(value)]))
        // As far from where it counts from as it was, on the other side, and two percent more.
        const away = Number(last) < Number(changeFrom) ? 1.02 : 0.98
        const other = (Number(changeFrom) * away).toFixed(changeFrom.split('.')[1]?.length ?? 0)
        const moved = Number(other) - Number(changeFrom)
        return {
          ...item,
          last: other,
          change: moved.toFixed(changeFrom.split('.')[1]?.length ?? 0),
          changePercent: ((moved / Number(changeFrom)) * 100).toFixed(2),
        }
      }
      return against(data)
    },
    finding: /SPY\.US moved by/,
  },
]

export const moneyFaults: readonly FigureFault[] = [
  {
    name: 'label-of-another-range',
    what: 'The name of the range that was just chosen stands over the figure of the one before.',
    screens: /^home-1M$/,
    source: [
      {
        file: 'apps/web/pages/home/money.tsx',
        before: 'setRange(next)',
        after: '{ setRange(next); globalThis.plantedRange = next }',
      },
      {
        file: 'apps/web/pages/home/money.tsx',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the source
        before: 'note={t(`home.rangeNotes.${history.range}`)}',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the source
        after: 'note={t(`home.rangeNotes.${PLANTED ? (globalThis.plantedRange ?? history.range) : history.range}`)}',
      },
    ],
    finding: /is not change (?:% )?of range/,
  },
  {
    name: 'share-value-late',
    what: 'The value of a share is that of the last answer, and the price beside it is live.',
    screens: /^positions$/,
    source: [
      {
        file: 'products/stocks/web/position-page.tsx',
        before: 'quotes.get(symbol)?.data?.last)',
        after: 'PLANTED ? undefined : quotes.get(symbol)?.data?.last)',
      },
    ],
    finding: /is not (?:value|result|result %) of/,
  },
  {
    name: 'strip-value-late',
    what: 'On a chart, what is owned of the share is worth what it was at the last answer.',
    screens: /^chart$/,
    source: [
      {
        file: 'products/stocks/web/kline/kline-page.tsx',
        before: 'positionAtPrice(position, quote?.last)',
        after: 'positionAtPrice(position, PLANTED ? undefined : quote?.last)',
      },
    ],
    finding: /is not (?:value|result|result %) of/,
  },
  {
    name: 'sale-without-its-fee',
    what: 'What came in of a sale is what was sold, although its fee was taken off.',
    screens: /^sale-one$/,
    source: [
      {
        file: 'platform/trading/web/owned/sale-facts.tsx',
        before: "line(t('sale.net'), netOf(order))",
        after: "line(t('sale.net'), PLANTED ? order.filledAmount : netOf(order))",
      },
    ],
    finding: /is not Recibiste/,
  },
  {
    name: 'deduction-without-a-line',
    what: 'What arrives is less than what is taken by more than the charges that show.',
    screens: /^withdraw-typed$/,
    source: [
      {
        file: 'products/withdrawals/web/withdraw-form.tsx',
        before: 'quote.terms.vatBps === 0 || charges === undefined',
        after: 'PLANTED || quote.terms.vatBps === 0 || charges === undefined',
      },
    ],
    finding: /its lines come to/,
  },
  {
    name: 'reserve-without-a-line',
    what: 'What is missing for an order counts what is set aside on top, and no line says so.',
    screens: /^coin-ticket-short$/,
    source: [
      {
        file: 'platform/trading/web/ticket/cost-lines.tsx',
        before: '(setAside === undefined ? []',
        after: '(setAside === undefined || PLANTED ? []',
      },
    ],
    finding: /its lines come to/,
  },
]

export const figureFaults: readonly FigureFault[] = [...moneyFaults, ...marketFaults, ...contractFaults]

/** The screens of a fault, of all there are. */
export function screensOf({ screens }: FigureFault, all: readonly Screen[]): readonly Screen[] {
  return all.filter(({ name }) => screens.test(name))
}
