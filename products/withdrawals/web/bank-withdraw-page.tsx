import { WithdrawForm } from './withdraw-form.tsx'

/** Cash to a bank account or a PIX key. `?destinationId=` and `?asset=` fill it in. */
export default function BankWithdrawPage() {
  return <WithdrawForm kind="cash" />
}
