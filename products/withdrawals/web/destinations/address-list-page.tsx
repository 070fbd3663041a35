import { DestinationList } from './destination-list.tsx'

/** The address book. `?type=1` chooses one for the form. */
export default function AddressListPage() {
  return <DestinationList kind="coin" />
}
