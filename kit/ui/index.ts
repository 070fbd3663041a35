export {
  abbreviate,
  currencySymbol,
  type DecimalOptions,
  decimalsOf,
  formatAmount,
  formatDecimal,
  formatPercent,
  type Language,
  type NumberStyle,
  noBreakSpace,
  noNumber,
  numberStyleOf,
  readTyped,
  signOf,
  type TypedDecimal,
  typedFrom,
} from '@bolsillo/kernel'
export { type DrawingToolName, drawingToolNames, mainIndicatorNames, subIndicatorNames } from './chart/chart-choices.ts'
export { classes } from './classes.ts'
export { DateField, type DateFieldProps } from './fields/date-field.tsx'
export { DecimalField, type DecimalFieldProps } from './fields/decimal-field.tsx'
export * from './fields/field.tsx'
export { focusFirstError } from './fields/focus-first-error.ts'
export { PinField, type PinFieldProps } from './fields/pin-field.tsx'
export * from './format/date-format.ts'
export { type Said, useSaid } from './format/use-said.ts'
export { Icon, type IconProps } from './icon.tsx'
export { Dialog, type DialogProps } from './layers/dialog.tsx'
export { DockContext } from './layers/dock.ts'
export { Drawer, type DrawerProps } from './layers/drawer.tsx'
export * from './layers/drawer-timing.ts'
export { FullScreen, type FullScreenProps } from './layers/full-screen.tsx'
export { atRest, layersOverPage, noteAddress, noteMove } from './layers/layers-over-page.ts'
export { Sheet, type SheetProps } from './layers/sheet.tsx'
export { Toasts } from './layers/toast-area.tsx'
export { showToast, type Toast } from './layers/toasts.ts'
export { AreaChart, type AreaChartProps, type AreaPoint } from './lines/area-chart.tsx'
export { Donut, type DonutPart } from './lines/donut.tsx'
export { Sparkline, type SparklineProps } from './lines/sparkline.tsx'
export { Age } from './numbers/age.tsx'
export * from './numbers/amount.tsx'
export * from './numbers/change.tsx'
export * from './numbers/date-time.tsx'
export * from './numbers/due.tsx'
export * from './numbers/measured-times.tsx'
export * from './numbers/price.tsx'
export { ActionTile } from './parts/action-tile.tsx'
export { AskLink } from './parts/ask-link.tsx'
export * from './parts/bars.tsx'
export * from './parts/button.tsx'
export * from './parts/card.tsx'
export { ChecksCard, type ChecksCardProps } from './parts/checks-card.tsx'
export * from './parts/choices.tsx'
export { CopyRow, type CopyRowProps } from './parts/copy-row.tsx'
export { Disclosure, type DisclosureProps } from './parts/disclosure.tsx'
export { DrawnCheck } from './parts/drawn-check.tsx'
export { InstrumentRow, type InstrumentRowProps } from './parts/instrument-row.tsx'
export { ListRow, type ListRowProps } from './parts/list-row.tsx'
export { Loaded } from './parts/loaded.tsx'
export { bringMarks } from './parts/mark-source.ts'
export * from './parts/marks.tsx'
export { Monogram, type MonogramProps } from './parts/monogram.tsx'
export { OutcomeCard, type OutcomeCardProps } from './parts/outcome-card.tsx'
export * from './parts/page-frame.tsx'
export { LoadedPages, LoadedRows, PagedCard, PagedList, type Pages } from './parts/paged-list.tsx'
export { Qr, type QrProps } from './parts/qr/qr.tsx'
export * from './parts/receipt-checks.tsx'
export * from './parts/states.tsx'
export { Term, type TermProps } from './parts/term.tsx'
export { VirtualList, type VirtualListProps } from './parts/virtual-list.tsx'
export { type ColorToken, onThemeChange, readColor } from './read-color.ts'
export { fill, hiddenFigure, type UiLinkProps, UiProvider, type UiSettings, useMasked, useUi } from './ui-context.tsx'
export { useFromWidth } from './use-from-width.ts'
export { serverNow, setClockOffset, useNow } from './use-now.ts'
export type { UiWords } from './words/es-ES.ts'
