import { useLocation } from '@bolsillo/web-kit'
import type { ComponentType } from 'react'
import { OfferingPage } from './offering-page.tsx'
import { OfferingsPage } from './offerings-page.tsx'
import { OrderPage } from './order-page.tsx'
import { OwnPage } from './own-page.tsx'
import { offeringPath, orderPath, ownPath } from './paths.ts'

const pages: Readonly<Record<string, ComponentType>> = {
  [offeringPath]: OfferingPage,
  [ownPath]: OwnPage,
  [orderPath]: OrderPage,
}

/** Whichever page of this room the address names. */
export default function Pages() {
  const { pathname } = useLocation()
  const Page = pages[pathname] ?? OfferingsPage
  return <Page />
}
