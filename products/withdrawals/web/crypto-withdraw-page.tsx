import { WithdrawForm } from './withdraw-form.tsx'

/** Coins to an address of the book. `?destinationId=` and `?asset=` fill it in. */
export default function CryptoWithdrawPage() {
  return <WithdrawForm kind="coin" />
}
