import { DestinationList } from './destination-list.tsx'

/** Bank details. The menu opens it with `?type=2`, the form with `?type=1` to choose one. */
export default function BankListPage() {
  return <DestinationList kind="cash" />
}
