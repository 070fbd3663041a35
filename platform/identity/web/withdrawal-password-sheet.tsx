import PinSheet, { type PinSheetProps } from './pin-sheet.tsx'

export type WithdrawalPasswordSheetProps = Omit<PinSheetProps, 'kind'>

/** Sets the first withdrawal password on the way to the first withdrawal. */
export default function WithdrawalPasswordSheet(props: WithdrawalPasswordSheetProps) {
  return <PinSheet kind="withdrawal" {...props} />
}
