import { CompanyPage } from '@bolsillo/market/web'
import { placeOf } from './place-of.ts'

/** What an instrument of any family is. */
export default function Company() {
  return <CompanyPage placeOf={placeOf} />
}
