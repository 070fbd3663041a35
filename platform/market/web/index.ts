// What every product shows of a market: quotes, chart, book, tape. Products bring the calls and the addresses.
export { applyBookChanges, barWidths, type Level } from './book-levels.ts'
export { BookPanel } from './book-panel.tsx'
export { ChangeSpan } from './change-span.tsx'
export type { CandlePage, LoadCandles } from './chart/candle-source.ts'
export { InstrumentChart, type InstrumentChartProps, InstrumentSkeleton } from './chart/instrument-chart.tsx'
export { CompanyLink } from './company-link.tsx'
export { CompanyPage } from './company-page.tsx'
export { FollowStar, type FollowStarProps } from './follow-star.tsx'
export {
  GeneratedInList,
  GeneratedMark,
  type GeneratedMarkProps,
  type MarkedRow,
} from './generated-mark.tsx'
export { GeneratedText } from './generated-sheet.tsx'
/** The drawn marks of companies and coins: asked for after the first paint, because there are many. */
export const loadMarks = () => import('./marks/company-marks.ts')
export { InstrumentsPage } from './instruments-page.tsx'
export { QuoteBar } from './quote-bar.tsx'
export { QuoteChange } from './quote-change.tsx'
export { QuoteHeader, type QuoteHeaderProps } from './quote-header.tsx'
export { isChangeGenerated, lineOf, listName, QuoteRow, type QuoteRowProps } from './quote-row.tsx'
export { RankedRows } from './ranked-rows.tsx'
export { type ListSort, SortChips } from './sort-chips.tsx'
export { TapePanel } from './tape-panel.tsx'
export { useFollowing, useListed } from './use-following.ts'
export { useLoadCandles } from './use-load-candles.ts'
export { useQuote } from './use-quote.ts'
export { ListSpan } from './watchlists/list-span.tsx'
export { WatchlistPage, type WatchlistPageProps } from './watchlists/watchlist-page.tsx'
