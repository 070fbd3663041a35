import PinSheet, { type PinSheetProps } from './pin-sheet.tsx'

export type TradePasswordSheetProps = Omit<PinSheetProps, 'kind'>

/** Sets the first trade password on the way to the first order. */
export default function TradePasswordSheet(props: TradePasswordSheetProps) {
  return <PinSheet kind="trade" {...props} />
}
